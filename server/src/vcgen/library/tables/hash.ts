/**
 * Hash: contents in the heap, see hashes.ts. Methods that depend on the order of entries only if all entries are known.
 */
import { compare } from '../../../logic/arithmetic';
import { eq, FALSE, int, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { noteContentsRead } from '../../analysis/aliasedContainers';
import { runBlock } from '../../calls/blocks/blocks';
import { markEscaped } from '../../heap/escape';
import { copyFrozenBit } from '../../heap/frozen';
import {
  type Contents,
  compareByIdentity,
  contentsOf,
  defaultOf,
  EMPTY,
  isHash,
  isKeyPresent,
  keyTerm,
  lookUpValue,
  makeHash,
  putEntry,
  removeEntry,
  valueAt,
  withHash,
} from '../../heap/hashes';
import { touchObject } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import { flowInto } from '../../obligations/flowInto';
import { type Args, type Model, positionalArgs, type Send, type Site } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { valueTypeOf } from '../../state/hashTypes';
import { VALUES } from '../../state/heapKey';
import { isDynamic, makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type HashVal, isNil, NIL_VAL, type Val } from '../../state/value';
import { iterateHash } from './hashIteration';
import { fetchValue, lookUpMany } from './lookupMany';
import { mergeModel } from './merge';
import { selectTransformModel } from './selectTransform';

export const hashModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  // `&:first` calls the method on the pair itself.
  if (!isHash(receiver) || args.irregular || args.block?.sends) return null;
  if (method === 'compare_by_identity') return compareByIdentity(ctx, receiver, site, state);
  const write = (hash: HashVal, parts: Contents, on: State): State => writeContents(ctx, hash, parts, site, on);
  const narrowed = { ...send, receiver };
  const merged = mergeModel(ctx, narrowed, state, write);
  if (merged || args.keywords.size > 0) return merged;
  if (method === 'fetch' && args.block) return fetchOr(ctx, receiver, args, site, state);
  const made = selectTransformModel(ctx, narrowed, state);
  if (made) return made;
  const iterated = iterateHash(ctx, send, state);
  if (iterated || args.block) return iterated;
  const parts = lookUpMany(ctx, narrowed, state);
  if (parts) return parts;
  switch (args.positional.length) {
    case 0:
      return without(ctx, receiver, method, site, state);
    case 1:
      return withOne(ctx, narrowed, args.positional[0]!, state);
    default:
      return withMore(ctx, narrowed, state);
  }
};

function without(ctx: Ctx, hash: HashVal, method: string, site: Site, state: State): Out | null {
  const parts = contentsOf(ctx, state, hash);
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case 'size':
    case 'length':
    case 'count':
      return { value: { kind: 'int', term: parts.size }, state };
    case 'empty?':
    case 'none?':
      return truth(eq(parts.size, int(0)));
    case 'any?':
      return truth(compare('>', parts.size, int(0)));
    case 'default':
      return { value: defaultOf(ctx, state, hash), state };
    case 'to_h':
    case 'to_hash':
      return { value: hash, state };
    case 'dup':
    case 'clone': {
      noteContentsRead(ctx, state, hash);
      const made = makeHash(ctx, state, hash.type, parts);
      return {
        value: made.object,
        state: method === 'clone' ? copyFrozenBit(ctx, made.state, hash.term, made.object.term) : made.state,
      };
    }
    case 'clear':
      return { value: hash, state: writeContents(ctx, hash, { ...EMPTY, default: parts.default }, site, state) };
    default:
      return null;
  }
}

function withOne(ctx: Ctx, { receiver: hash, method, args, site }: Send<HashVal>, arg: Val, state: State): Out | null {
  const key = keyTerm(ctx, state, arg);
  if (key === null) return null;
  switch (method) {
    case '[]':
    case 'dig':
      return { value: lookUpValue(ctx, state, hash, key), state };
    case 'key?':
    case 'has_key?':
    case 'include?':
    case 'member?':
      return { value: { kind: 'bool', term: isKeyPresent(ctx, state, hash, key) }, state };
    case 'fetch':
      return fetchValue(ctx, hash, key, args.sites[0] ?? site, state);
    case 'delete':
      return deleteKey(ctx, hash, key, site, state);
    default:
      return null;
  }
}

function withMore(ctx: Ctx, send: Send<HashVal>, state: State): Out | null {
  const { receiver: hash, method, args, site } = send;
  const [first, second, ...rest] = args.positional;
  const key = keyTerm(ctx, state, first!);
  if (key === null) return null;
  switch (method) {
    case '[]=':
    case 'store':
      return rest.length === 0 ? assign(ctx, send, key, second!, state) : null;
    case 'fetch':
      return rest.length === 0 ? fetchWithDefault(ctx, send, key, second!, state) : null;
    case 'dig': {
      const value = lookUpValue(ctx, state, hash, key);
      return forkState(ctx, isNil(value), state, site, {
        yes: s => ({ value: NIL_VAL, state: s }),
        no: s =>
          ctx.run.rules.send(
            ctx,
            { ...send, receiver: value, method: 'dig', args: positionalArgs([second!, ...rest]) },
            s,
          ),
      });
    }
    default:
      return null;
  }
}

function fetchWithDefault(
  ctx: Ctx,
  { receiver: hash, site }: Send<HashVal>,
  key: Formula,
  otherwise: Val,
  state: State,
): Out {
  const there = isKeyPresent(ctx, state, hash, key);
  return forkState(ctx, there, state, site, {
    yes: s => ({ value: valueAt(ctx, s, hash, key), state: s }),
    no: s => ({ value: otherwise, state: s }),
  });
}

function fetchOr(ctx: Ctx, hash: HashVal, args: Args, site: Site, state: State): Out | null {
  const [first] = args.positional;
  const key = first && args.positional.length === 1 ? keyTerm(ctx, state, first) : null;
  if (!key) return null;
  const there = isKeyPresent(ctx, state, hash, key);
  return forkState(ctx, there, state, site, {
    yes: s => ({ value: valueAt(ctx, s, hash, key), state: s }),
    no: s => runBlock(ctx, { closure: args.block!, args: [first!], site }, s),
  });
}

/** Returns the removed value, or nil: the default is ignored. */
function deleteKey(ctx: Ctx, hash: HashVal, key: Formula, site: Site, state: State): Out {
  const there = isKeyPresent(ctx, state, hash, key);
  const parts = contentsOf(ctx, state, hash);
  const type = valueTypeOf(hash.type, key);
  const value: Val =
    there === FALSE
      ? NIL_VAL
      : there === TRUE
        ? valueAt(ctx, state, hash, key)
        : {
            kind: 'boxed',
            term: ite(there, select(parts.values, key), BOXED_NIL),
            type: makeUnionType([type, { kind: 'nil' }]),
          };
  return { value, state: writeContents(ctx, hash, removeEntry(parts, key), site, state) };
}

function assign(ctx: Ctx, { receiver: hash, args, site }: Send<HashVal>, key: Formula, value: Val, state: State): Out {
  isKeyPresent(ctx, state, hash, key);
  const type = valueTypeOf(hash.type, key);
  const place = placeOf(ctx, args.sites[1] ?? site);
  const stored = isDynamic(type) ? value : flowInto(ctx, state, { value, type, place, subject: { kind: 'new-value' } });
  const term = boxValue(stored) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-hash', value: value.kind }, site))!;
  const parts = putEntry(contentsOf(ctx, state, hash), key, term);
  return { value: stored, state: writeContents(ctx, hash, parts, site, markEscaped(state, stored)) };
}

function writeContents(ctx: Ctx, hash: HashVal, parts: Contents, site: Site, state: State): State {
  checkWrite(ctx, state, VALUES, hash.term, placeOf(ctx, site));
  return withHash(ctx, touchObject(ctx, state, hash.term), hash, parts);
}
