/**
 * Iterators over hashes whose entries are all known, in order: the pairs as an array, and what is known of arrays.
 * Any other hash is iterated in some order (someOrder.ts).
 */
import { same } from '../../logic/build';
import { arraySort, INT_SORT } from '../../logic/sorts';
import { ANY, nominal, type Type } from '../../types/type';
import type { Site } from '../arguments';
import { type ArrayVal, makeArray, withContents } from '../arrays';
import { runBlock } from '../blocks';
import { type Ctx, fresh, notModelled, type Out, taintFor, taintPart } from '../context';
import { frozenIf } from '../frozen';
import { type KnownEntry, knownEntries } from '../hashEntries';
import { contentsOf, type HashVal } from '../hashes';
import { keyTypeOf, valueTypeOf } from '../hashTypes';
import { havoc } from '../havoc';
import { isDynamic } from '../shape';
import type { State } from '../state';
import { makeString } from '../strings';
import { fromTerm } from '../typing';
import { NIL_VAL, typeOf, VALUE_SORT, type Val } from '../value';
import { arrayIteration, roundsOver } from './arrayIteration';
import type { CallBlock } from './arrayRounds';
import type { Model } from './models';
import { listOfParts, overEntries } from './someOrder';

const OVER_PAIRS: ReadonlySet<string> = new Set(
  'each each_pair each_with_index map collect flat_map collect_concat filter_map all? any? none? one? sum count find detect find_index reduce inject min_by max_by minmax_by sort_by partition group_by each_with_object'.split(
    ' ',
  ),
);

export const hashIteration: Model = (ctx, receiver, method, args, site, state) => {
  const hash = receiver as HashVal;
  const wanted = partsOf(method, args.block !== null, args.positional.length);
  if (wanted === null) return null;
  const entries = knownEntries(ctx, state, hash);
  if (entries === null)
    return args.block
      ? overEntries(ctx, hash, method, wanted, args, site, state)
      : (listOfParts(ctx, hash, wanted, site, state) ?? inSomeOrder(ctx, hash, wanted, site, state));
  const list = listOf(ctx, hash, entries, wanted, site, state);
  if (!args.block) return list;
  const name = method === 'each_pair' || method === 'each_key' || method === 'each_value' ? 'each' : method;
  const array = list.value as ArrayVal;
  const call: CallBlock = (values, s, breaks) => runBlock(ctx, args.block!, values, s, site, breaks);
  const out = GIVES_SELF.has(name)
    ? roundsOver(ctx, array, name, args, site, list.state, call, hash)
    : arrayIteration(ctx, array, name, args, site, list.state);
  if (out === null) return null;
  const changed = !same(contentsOf(ctx, state, hash).present, contentsOf(ctx, out.state, hash).present);
  if (changed) return changedOnTheWay(ctx, site, out.state);
  return out;
};

const GIVES_SELF: ReadonlySet<string> = new Set(['each', 'each_with_index']);

/** As many as the hash has entries; where keys have no model as values, the rest is not known. */
function inSomeOrder(ctx: Ctx, hash: HashVal, parts: Parts, site: Site, state: State): Out | null {
  if (ctx.spec) return null;
  const made = makeArray(ctx, state, [], nominal('Array', [emptyElement(hash, parts)]), site);
  const elements = fresh(ctx.run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  taintPart(ctx, elements, `the order of a hash's ${parts}`, site);
  const { size } = contentsOf(ctx, state, hash);
  return { value: made.value, state: withContents(ctx, made.state, made.value as ArrayVal, elements, size) };
}

type Parts = 'pairs' | 'keys' | 'values';

function partsOf(method: string, block: boolean, given: number): Parts | null {
  if (block) {
    if (method === 'each_key') return 'keys';
    if (method === 'each_value') return 'values';
    return OVER_PAIRS.has(method) ? 'pairs' : null;
  }
  if (given > 0) return null;
  switch (method) {
    case 'keys':
      return 'keys';
    case 'values':
      return 'values';
    case 'to_a':
      return 'pairs';
    default:
      return null;
  }
}

function listOf(ctx: Ctx, hash: HashVal, entries: readonly KnownEntry[], parts: Parts, site: Site, state: State): Out {
  let next = state;
  const items = entries.map(({ key, value }): Val => {
    const item = (type: Type): Val => fromTerm(value, isDynamic(type) ? ANY : type);
    if (parts === 'values') return item(valueTypeOf(hash.type, key));
    const shown = keyValue(ctx, hash, key, next);
    next = shown.state;
    if (parts === 'keys') return shown.value;
    const pair = [shown.value, item(valueTypeOf(hash.type, key))];
    const made = makeArray(ctx, next, pair, { kind: 'tuple', elements: pair.map(typeOf) }, site);
    next = made.state;
    return made.value;
  });
  const element = items.length === 0 ? emptyElement(hash, parts) : typeOf(items[0]!);
  const alike = items.every(item => JSON.stringify(typeOf(item)) === JSON.stringify(element));
  const type = alike ? nominal('Array', [element]) : ({ kind: 'tuple', elements: items.map(typeOf) } as const);
  return makeArray(ctx, next, items, type, site);
}

function emptyElement(hash: HashVal, parts: Parts): Type {
  const [key, value] = [keyTypeOf(hash.type), valueTypeOf(hash.type)];
  return parts === 'keys' ? key : parts === 'values' ? value : { kind: 'tuple', elements: [key, value] };
}

/** A string that is a key is a copy of the one given. */
function keyValue(ctx: Ctx, hash: HashVal, key: KnownEntry['key'], state: State): Out {
  if (key.kind === 'apply' && key.operator === 'v-text')
    return frozenIf(true, ctx, makeString(ctx, state, key.args[0]!));
  if (key.kind === 'apply' && key.operator === 'v-nil') return { value: NIL_VAL, state };
  const kind = key.kind === 'apply' ? key.operator.slice(2) : '';
  if (key.kind === 'apply' && (kind === 'int' || kind === 'sym' || kind === 'bool'))
    return { value: { kind, term: key.args[0]! }, state };
  return { value: fromTerm(key, keyTypeOf(hash.type)), state };
}

/** A new key while a hash is iterated raises; a key that goes changes what is visited. */
function changedOnTheWay(ctx: Ctx, site: Site, state: State): Out {
  const what = 'a hash that changes while it is iterated';
  return { value: notModelled(ctx, what, site), state: havoc(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
