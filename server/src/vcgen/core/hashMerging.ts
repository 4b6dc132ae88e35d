/**
 * `merge`, `merge!`, `update`. Entries of the other hash one by one where they are known; else which keys are there is said
 * for every key, and how many by what the two have in common (sets.ts). A block decides for keys that both have.
 */
import { add, compare, sub } from '../../logic/arithmetic';
import { ite, or } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { nominal, type Type } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementsOf, lengthOf, makeArray } from '../arrays';
import { runBlock } from '../blocks';
import { fork } from '../branch';
import { type Ctx, type Exit, type Out, placeOf } from '../context';
import { flowInto } from '../flow';
import { collect } from '../general/collected';
import { type KnownEntry, knownEntries } from '../hashEntries';
import {
  byKey,
  type Contents,
  contentsOf,
  type HashVal,
  isHash,
  makeHash,
  presence,
  put,
  valueAt,
  withHash,
} from '../hashes';
import { keyForm, keyValue, promiseKey } from '../hashKeys';
import { keywordsAsHash } from '../hashLiterals';
import { keyTypeOf, valueTypeOf } from '../hashTypes';
import { invariantIn } from '../invariants';
import { joinExits } from '../join';
import { leak } from '../leak';
import { common } from '../sets';
import { isDynamic, unionOf } from '../shape';
import type { State } from '../state';
import { fromTerm } from '../typing';
import { boxed, type Val } from '../value';
import { changesContents } from './changedArrays';
import { termFor } from './hashMaking';
import { changedOnTheWay, listedKeys } from './someOrder';

export type WriteHash = (hash: HashVal, parts: Contents, state: State) => State;

const MERGES: ReadonlySet<string> = new Set(['merge', 'merge!', 'update']);

export function hashMerging(
  ctx: Ctx,
  hash: HashVal,
  method: string,
  args: Args,
  site: Site,
  state: State,
  write: WriteHash,
): Out | null {
  if (!MERGES.has(method)) return null;
  if (args.keywords.size > 0) {
    const other = args.positional.length > 0 || args.block ? null : keywordsAsHash(ctx, args, state);
    return other && merged(ctx, hash, method, other.value, site, other.state, write);
  }
  const [other] = args.positional;
  if (!other || args.positional.length > 1) return null;
  return args.block
    ? decided(ctx, hash, method, other, args, site, state)
    : merged(ctx, hash, method, other, site, state, write);
}

function merged(
  ctx: Ctx,
  hash: HashVal,
  method: string,
  other: Val,
  site: Site,
  state: State,
  write: WriteHash,
): Out | null {
  if (!isHash(other)) {
    if (method !== 'merge') takenIn(ctx, hash, other, site, state);
    return null;
  }
  const entries = knownEntries(ctx, state, other);
  if (entries === null && ctx.spec) return null;
  if (entries === null && method !== 'merge') takenIn(ctx, hash, other, site, state);
  const parts = entries
    ? oneByOne(ctx, hash, method, other, entries, site, state)
    : united(ctx, state, contentsOf(ctx, state, hash), contentsOf(ctx, state, other));
  if (method !== 'merge') return { value: hash, state: write(hash, parts, leak(state, other)) };
  const made = makeHash(ctx, leak(state, hash, other), mergedType(ctx, hash, other, site), parts);
  return { value: made.object, state: made.state };
}

function takenIn(ctx: Ctx, hash: HashVal, other: Val, site: Site, state: State): void {
  const held = nominal('Hash', [keyTypeOf(hash.type), valueTypeOf(hash.type)]);
  flowInto(ctx, state, other, held, placeOf(ctx, site), 'what is put in');
}

function mergedType(ctx: Ctx, hash: HashVal, other: HashVal, site: Site): Type {
  const type = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  if (type && isHash({ ...hash, type })) return type;
  return nominal(
    'Hash',
    [keyTypeOf, valueTypeOf].map(of => unionOf([of(hash.type), of(other.type)])),
  );
}

function oneByOne(
  ctx: Ctx,
  hash: HashVal,
  method: string,
  other: HashVal,
  entries: readonly KnownEntry[],
  site: Site,
  state: State,
): Contents {
  for (const { key } of entries) presence(ctx, state, hash, key);
  const place = placeOf(ctx, site);
  const checked = (value: Formula, key: Formula): Formula => {
    const type = valueTypeOf(hash.type, key);
    const val = fromTerm(value, valueTypeOf(other.type, key));
    const flowed =
      isDynamic(type) || method === 'merge' ? val : flowInto(ctx, state, val, type, place, 'the new value');
    return boxed(flowed) ?? value;
  };
  return entries.reduce((all, { key, value }) => put(all, key, checked(value, key)), contentsOf(ctx, state, hash));
}

/** All keys of both; under a key of the second its value. */
function united(ctx: Ctx, state: State, a: Contents, b: Contents, chosen = b.values): Contents {
  const shared = common(ctx, state, a, b);
  return {
    present: byKey(ctx, key => or(select(a.present, key), select(b.present, key))),
    values: byKey(ctx, key => ite(select(b.present, key), select(chosen, key), select(a.values, key))),
    size: sub(add(a.size, b.size), shared),
    default: a.default,
  };
}

/** `merge` with a block; what it gives for each key of the other hash is an array in the order of these. */
function decided(
  ctx: Ctx,
  hash: HashVal,
  method: string,
  other: Val,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const block = args.block!;
  if (method !== 'merge' || ctx.spec || !isHash(other) || block.lambda || block.sends !== undefined) return null;
  if (invariantIn(block.block.body) !== null) return null;
  const known = knownEntries(ctx, state, other);
  if (known) return decidedOneByOne(ctx, hash, other, known, args, site, state);
  const [a, b] = [contentsOf(ctx, state, hash), contentsOf(ctx, state, other)];
  const list = listedKeys(ctx, b, keyTypeOf(other.type), site, state);
  const type = mergedType(ctx, hash, other, site);
  if (list === null) return null;
  const made = makeArray(ctx, list.state, [], nominal('Array', [valueTypeOf(type)]), site);
  const breaks: Exit[] = [];
  const { settings } = ctx.run.input;
  const end = collect(ctx, made.state, site, {
    array: made.value as ArrayVal,
    count: () => list.size,
    element: (k, s) => {
      const key = select(list.elements, k);
      promiseKey(ctx, s, other, key);
      presence(ctx, state, other, key); // what is promised of its entries
      const there = presence(ctx, state, hash, key);
      const [old, now] = [valueAt(ctx, state, hash, key), valueAt(ctx, state, other, key)];
      const both = (on: State): Out =>
        runBlock(ctx, block, [keyValue(ctx, on, list.form, key), old, now], on, site, breaks);
      return fork(ctx, there, s, site, both, on => ({ value: now, state: on }));
    },
    rounds: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, list.array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [breaks],
      counted: true,
    },
  });
  const maps = ['#present', '#values'];
  if ([hash, other].some(each => changesContents(ctx, each.term, maps, state, end)))
    return changedOnTheWay(ctx, site, end);
  const all = elementsOf(ctx, end, made.value as ArrayVal);
  const chosen = byKey(ctx, key => select(all, list.place(key)));
  const union = makeHash(ctx, leak(end, hash, other), type, united(ctx, end, a, b, chosen));
  return joinExits(ctx, [...breaks, { value: union.object, state: union.state }], site, union.state);
}

function decidedOneByOne(
  ctx: Ctx,
  hash: HashVal,
  other: HashVal,
  entries: readonly KnownEntry[],
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const form = keyForm(ctx, state, keyTypeOf(other.type));
  if (form === null) return null;
  const made = makeHash(
    ctx,
    leak(state, hash, other),
    mergedType(ctx, hash, other, site),
    contentsOf(ctx, state, hash),
  );
  const breaks: Exit[] = [];
  const end = entries.reduce((s, { key, value }) => {
    const there = presence(ctx, state, hash, key);
    const now = fromTerm(value, valueTypeOf(other.type, key));
    const both = (on: State): Out =>
      runBlock(ctx, args.block!, [keyValue(ctx, on, form, key), valueAt(ctx, state, hash, key), now], on, site, breaks);
    const out = fork(ctx, there, s, site, both, on => ({ value: now, state: on }));
    const parts = contentsOf(ctx, out.state, made.object);
    return withHash(ctx, leak(out.state, out.value), made.object, put(parts, key, termFor(ctx, out.value, site)));
  }, made.state);
  const maps = ['#present', '#values'];
  if ([hash, other].some(each => changesContents(ctx, each.term, maps, made.state, end)))
    return changedOnTheWay(ctx, site, end);
  return joinExits(ctx, [...breaks, { value: made.object, state: end }], site, end);
}
