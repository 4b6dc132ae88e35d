/** Several entries of a hash by their keys: `fetch`, `values_at`, `fetch_values`, `except`, `slice`. */
import { FALSE, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { nominal } from '../../../types/type';
import { makeArray } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import {
  type Contents,
  contentsOf,
  EMPTY,
  isKeyPresent,
  keyTerm,
  lookUpValue,
  makeHash,
  putEntry,
  removeEntry,
  valueAt,
} from '../../heap/hashes';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { keyTypeOf, valueTypeOf } from '../../state/hashTypes';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, type HashVal, type Val } from '../../state/value';

export function lookUpMany(ctx: Ctx, send: Send<HashVal>, state: State): Out | null {
  const { receiver: hash, method, args, site } = send;
  const keys = args.positional.map(arg => keyTerm(ctx, state, arg));
  if (keys.some(key => key === null)) return null;
  const known = keys as readonly Formula[];
  switch (method) {
    case 'values_at':
      return valuesAt(ctx, hash, known, site, state);
    case 'fetch_values':
      return fetchValues(ctx, send, known, state);
    case 'except':
      return without(ctx, hash, known, state);
    case 'slice':
      return keepKeys(ctx, hash, known, state);
    default:
      return null;
  }
}

/** Raises KeyError if the key is missing. */
export function fetchValue(ctx: Ctx, hash: HashVal, key: Formula, site: Site, state: State): Out {
  const there = isKeyPresent(ctx, state, hash, key);
  const on = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: there,
    place: placeOf(ctx, site),
    reason: { kind: 'hash-has-key' },
    raises: 'KeyError',
  });
  return { value: valueAt(ctx, on, hash, key), state: on };
}

/** As `[]`, including the default. */
function valuesAt(ctx: Ctx, hash: HashVal, keys: readonly Formula[], site: Site, state: State): Out {
  const values = keys.map(key => lookUpValue(ctx, state, hash, key));
  const type = nominal('Array', [makeUnionType([valueTypeOf(hash.type), { kind: 'nil' }])]);
  return makeArray(ctx, state, values, type, site);
}

function fetchValues(
  ctx: Ctx,
  { receiver: hash, args, site }: Send<HashVal>,
  keys: readonly Formula[],
  state: State,
): Out {
  let next = state;
  const values = keys.map((key, i): Val => {
    const out = fetchValue(ctx, hash, key, args.sites[i] ?? site, next);
    next = out.state;
    return out.value;
  });
  return makeArray(ctx, next, values, nominal('Array', [valueTypeOf(hash.type)]), site);
}

/** A new hash, without a default. */
function makeResultHash(ctx: Ctx, hash: HashVal, parts: Contents, state: State): Out {
  const type = nominal('Hash', [keyTypeOf(hash.type), valueTypeOf(hash.type)]);
  const out = makeHash(ctx, markEscaped(state, hash), type, { ...parts, default: BOXED_NIL });
  return { value: out.object, state: out.state };
}

function without(ctx: Ctx, hash: HashVal, keys: readonly Formula[], state: State): Out {
  for (const key of keys) isKeyPresent(ctx, state, hash, key);
  return makeResultHash(ctx, hash, keys.reduce(removeEntry, contentsOf(ctx, state, hash)), state);
}

function keepKeys(ctx: Ctx, hash: HashVal, keys: readonly Formula[], state: State): Out {
  const { values } = contentsOf(ctx, state, hash);
  const parts = keys.reduce<Contents>((all, key) => {
    const there = isKeyPresent(ctx, state, hash, key);
    return there === FALSE ? all : selectContents(there, putEntry(all, key, select(values, key)), all);
  }, EMPTY);
  return makeResultHash(ctx, hash, parts, state);
}

function selectContents(condition: Formula, a: Contents, b: Contents): Contents {
  if (condition === TRUE) return a;
  return {
    present: ite(condition, a.present, b.present),
    values: ite(condition, a.values, b.values),
    size: ite(condition, a.size, b.size),
    default: b.default,
  };
}
