/** Hash: contents in the heap, see hashes.ts. What depends on the order of entries only where all of them are known. */
import { compare } from '../../logic/arithmetic';
import { eq, FALSE, int, ite, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import type { Args, Site } from '../arguments';
import { runBlock } from '../blocks';
import { fork } from '../branch';
import { type Ctx, notModelled, type Out, placeOf } from '../context';
import { flowInto } from '../flow';
import { frozenLike } from '../frozen';
import {
  byIdentity,
  type Contents,
  contentsOf,
  defaultOf,
  EMPTY,
  type HashVal,
  isHash,
  keyTerm,
  lookUp,
  makeHash,
  presence,
  put,
  remove,
  valueAt,
  withHash,
} from '../hashes';
import { valueTypeOf } from '../hashTypes';
import { leak } from '../leak';
import { mayWrite } from '../mayWrite';
import { touched } from '../objects';
import { isDynamic, unionOf } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, boxed, isNil, NIL_VAL, type Val } from '../value';
import { hashIteration } from './hashIteration';
import { hashMaking } from './hashMaking';
import { hashMerging } from './hashMerging';
import { fetch, partsByKey } from './hashParts';
import type { Model } from './models';

export const hashModel: Model = (ctx, receiver, method, args, site, state) => {
  // A method by its name (`&:first`) is called of the pair, which nobody else sees.
  if (!isHash(receiver) || args.irregular || args.block?.sends) return null;
  if (method === 'compare_by_identity') return byIdentity(ctx, receiver, site, state);
  const write = (hash: HashVal, parts: Contents, on: State): State => written(ctx, hash, parts, site, on);
  const merged = hashMerging(ctx, receiver, method, args, site, state, write);
  if (merged || args.keywords.size > 0) return merged;
  if (method === 'fetch' && args.block) return fetchOr(ctx, receiver, args, site, state);
  const made = hashMaking(ctx, receiver, method, args, site, state);
  if (made) return made;
  const iterated = hashIteration(ctx, receiver, method, args, site, state);
  if (iterated || args.block) return iterated;
  const parts = partsByKey(ctx, receiver, method, args, site, state);
  if (parts) return parts;
  switch (args.positional.length) {
    case 0:
      return without(ctx, receiver, method, site, state);
    case 1:
      return withOne(ctx, receiver, method, args.positional[0]!, args, site, state);
    default:
      return withMore(ctx, receiver, method, args, site, state);
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
      const made = makeHash(ctx, state, hash.type, parts);
      return {
        value: made.object,
        state: method === 'clone' ? frozenLike(ctx, made.state, hash.term, made.object.term) : made.state,
      };
    }
    case 'clear':
      return { value: hash, state: written(ctx, hash, { ...EMPTY, default: parts.default }, site, state) };
    default:
      return null;
  }
}

function withOne(ctx: Ctx, hash: HashVal, method: string, arg: Val, args: Args, site: Site, state: State): Out | null {
  const key = keyTerm(ctx, state, arg);
  if (key === null) return null;
  switch (method) {
    case '[]':
    case 'dig':
      return { value: lookUp(ctx, state, hash, key), state };
    case 'key?':
    case 'has_key?':
    case 'include?':
    case 'member?':
      return { value: { kind: 'bool', term: presence(ctx, state, hash, key) }, state };
    case 'fetch':
      return fetch(ctx, hash, key, args.sites[0] ?? site, state);
    case 'delete':
      return deleteKey(ctx, hash, key, site, state);
    default:
      return null;
  }
}

function withMore(ctx: Ctx, hash: HashVal, method: string, args: Args, site: Site, state: State): Out | null {
  const [first, second, ...rest] = args.positional;
  const key = keyTerm(ctx, state, first!);
  if (key === null) return null;
  switch (method) {
    case '[]=':
    case 'store':
      return rest.length === 0 ? assign(ctx, hash, key, second!, args, site, state) : null;
    case 'fetch':
      return rest.length === 0 ? fetchWithDefault(ctx, hash, key, second!, site, state) : null;
    case 'dig': {
      const value = lookUp(ctx, state, hash, key);
      return fork(
        ctx,
        isNil(value),
        state,
        site,
        s => ({ value: NIL_VAL, state: s }),
        s => ctx.run.rules.send(ctx, value, 'dig', [second!, ...rest], site, s),
      );
    }
    default:
      return null;
  }
}

function fetchWithDefault(ctx: Ctx, hash: HashVal, key: Formula, otherwise: Val, site: Site, state: State): Out {
  const there = presence(ctx, state, hash, key);
  return fork(
    ctx,
    there,
    state,
    site,
    s => ({ value: valueAt(ctx, s, hash, key), state: s }),
    s => ({ value: otherwise, state: s }),
  );
}

function fetchOr(ctx: Ctx, hash: HashVal, args: Args, site: Site, state: State): Out | null {
  const [first] = args.positional;
  const key = first && args.positional.length === 1 ? keyTerm(ctx, state, first) : null;
  if (!key) return null;
  const there = presence(ctx, state, hash, key);
  return fork(
    ctx,
    there,
    state,
    site,
    s => ({ value: valueAt(ctx, s, hash, key), state: s }),
    s => runBlock(ctx, args.block!, [first!], s, site),
  );
}

/** The value that went, or nil: the default plays no part. */
function deleteKey(ctx: Ctx, hash: HashVal, key: Formula, site: Site, state: State): Out {
  const there = presence(ctx, state, hash, key);
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
            type: unionOf([type, { kind: 'nil' }]),
          };
  return { value, state: written(ctx, hash, remove(parts, key), site, state) };
}

function assign(ctx: Ctx, hash: HashVal, key: Formula, value: Val, args: Args, site: Site, state: State): Out {
  presence(ctx, state, hash, key);
  const type = valueTypeOf(hash.type, key);
  const place = placeOf(ctx, args.sites[1] ?? site);
  const stored = isDynamic(type) ? value : flowInto(ctx, state, value, type, place, 'the new value');
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} in a hash`, site))!;
  const parts = put(contentsOf(ctx, state, hash), key, term);
  return { value: stored, state: written(ctx, hash, parts, site, leak(state, stored)) };
}

function written(ctx: Ctx, hash: HashVal, parts: Contents, site: Site, state: State): State {
  mayWrite(ctx, state, '#values', hash.term, placeOf(ctx, site));
  return withHash(ctx, touched(ctx, state, hash.term), hash, parts);
}
