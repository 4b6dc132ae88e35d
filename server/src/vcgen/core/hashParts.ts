/** Some entries of a hash by their keys: `fetch`, `values_at`, `fetch_values`, `except`, `slice`. */
import { FALSE, ite, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { nominal } from '../../types/type';
import type { Args, Site } from '../arguments';
import { makeArray } from '../arrays';
import { type Ctx, type Out, placeOf } from '../context';
import {
  type Contents,
  contentsOf,
  EMPTY,
  type HashVal,
  keyTerm,
  lookUp,
  makeHash,
  presence,
  put,
  remove,
  valueAt,
} from '../hashes';
import { keyTypeOf, valueTypeOf } from '../hashTypes';
import { leak } from '../leak';
import { oblige } from '../obligations';
import { unionOf } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, type Val } from '../value';

export function partsByKey(ctx: Ctx, hash: HashVal, method: string, args: Args, site: Site, state: State): Out | null {
  if (!BY_KEYS.has(method)) return null;
  const keys = args.positional.map(arg => keyTerm(ctx, state, arg));
  if (keys.some(key => key === null)) return null;
  const known = keys as readonly Formula[];
  switch (method) {
    case 'values_at':
      return valuesAt(ctx, hash, known, site, state);
    case 'fetch_values':
      return fetchValues(ctx, hash, known, args, site, state);
    case 'except':
      return without(ctx, hash, known, state);
    case 'slice':
      return only(ctx, hash, known, state);
    default:
      return null;
  }
}

const BY_KEYS: ReadonlySet<string> = new Set(['values_at', 'fetch_values', 'except', 'slice']);

/** KeyError where the key is missing. */
export function fetch(ctx: Ctx, hash: HashVal, key: Formula, site: Site, state: State): Out {
  const there = presence(ctx, state, hash, key);
  const on = oblige(ctx, state, {
    kind: 'core-precondition',
    goal: there,
    place: placeOf(ctx, site),
    about: 'the key of fetch is there',
    raises: 'KeyError',
  });
  return { value: valueAt(ctx, on, hash, key), state: on };
}

/** As `[]` has it, the default included. */
function valuesAt(ctx: Ctx, hash: HashVal, keys: readonly Formula[], site: Site, state: State): Out {
  const values = keys.map(key => lookUp(ctx, state, hash, key));
  const type = nominal('Array', [unionOf([valueTypeOf(hash.type), { kind: 'nil' }])]);
  return makeArray(ctx, state, values, type, site);
}

function fetchValues(ctx: Ctx, hash: HashVal, keys: readonly Formula[], args: Args, site: Site, state: State): Out {
  let next = state;
  const values = keys.map((key, i): Val => {
    const out = fetch(ctx, hash, key, args.sites[i] ?? site, next);
    next = out.state;
    return out.value;
  });
  return makeArray(ctx, next, values, nominal('Array', [valueTypeOf(hash.type)]), site);
}

/** A new hash, without a default. */
function made(ctx: Ctx, hash: HashVal, parts: Contents, state: State): Out {
  const type = nominal('Hash', [keyTypeOf(hash.type), valueTypeOf(hash.type)]);
  const out = makeHash(ctx, leak(state, hash), type, { ...parts, default: BOXED_NIL });
  return { value: out.object, state: out.state };
}

function without(ctx: Ctx, hash: HashVal, keys: readonly Formula[], state: State): Out {
  for (const key of keys) presence(ctx, state, hash, key);
  return made(ctx, hash, keys.reduce(remove, contentsOf(ctx, state, hash)), state);
}

function only(ctx: Ctx, hash: HashVal, keys: readonly Formula[], state: State): Out {
  const { values } = contentsOf(ctx, state, hash);
  const parts = keys.reduce<Contents>((all, key) => {
    const there = presence(ctx, state, hash, key);
    return there === FALSE ? all : either(there, put(all, key, select(values, key)), all);
  }, EMPTY);
  return made(ctx, hash, parts, state);
}

function either(condition: Formula, a: Contents, b: Contents): Contents {
  if (condition === TRUE) return a;
  return {
    present: ite(condition, a.present, b.present),
    values: ite(condition, a.values, b.values),
    size: ite(condition, a.size, b.size),
    default: b.default,
  };
}
