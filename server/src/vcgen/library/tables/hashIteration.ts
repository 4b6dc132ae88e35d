/**
 * Iterators over hashes whose entries are all known, in order: the pairs become an array, and the array models apply.
 * Other hashes are iterated in an unknown order (unorderedIteration.ts).
 */
import { same } from '../../../logic/build';
import { arraySort, INT_SORT } from '../../../logic/sorts';
import { ANY, nominal, type Type } from '../../../types/type';
import { runBlock } from '../../calls/blocks/blocks';
import { havocHeap } from '../../fields/havoc';
import { makeArray, withContents } from '../../heap/arrays';
import { markFrozenIf } from '../../heap/frozen';
import { type KnownEntry, knownEntries } from '../../heap/hashEntries';
import { contentsOf } from '../../heap/hashes';
import { makeString } from '../../heap/strings';
import type { Send, Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, freshSymbol, makeUnmodelled, type Out, taintFor, taintPart } from '../../state/context';
import { keyTypeOf, valueTypeOf } from '../../state/hashTypes';
import { isDynamic } from '../../state/representation';
import type { State } from '../../state/state';
import { valueFromTerm } from '../../state/typeGuards';
import { type ArrayVal, type HashVal, NIL_VAL, typeOf, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';
import type { CallBlock } from '../arrays/forEachElement';
import { arrayIteration, iterateArray } from '../arrays/iteration';
import { quantifierOf } from '../rows/quantifierOf';
import { iterateEntriesUnordered, listEntryParts, quantifyEntries } from './unorderedIteration';

export const iterateHash: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  const hash = receiver as HashVal;
  const wanted = partsOf(method, args.block !== null, args.positional.length);
  if (wanted === null) return null;
  const entries = knownEntries(ctx, state, hash);
  const toHash = { ...send, receiver: hash };
  const quantifier = ctx.spec && args.block ? quantifierOf(ctx, 'Hash', method) : null;
  if (entries === null && quantifier) return quantifyEntries(ctx, quantifier, toHash, state);
  if (entries === null)
    return args.block
      ? iterateEntriesUnordered(ctx, toHash, wanted, state)
      : (listEntryParts(ctx, hash, wanted, site, state) ?? listInUnknownOrder(ctx, hash, wanted, site, state));
  const list = listOf(ctx, toHash, entries, wanted, state);
  if (!args.block) return list;
  const name = method === 'each_pair' || method === 'each_key' || method === 'each_value' ? 'each' : method;
  const array = list.value as ArrayVal;
  const call: CallBlock = (values, s, breaks) => runBlock(ctx, { closure: args.block!, args: values, site, breaks }, s);
  const out = GIVES_SELF.has(name)
    ? iterateArray(ctx, { ...send, receiver: array, method: name }, list.state, call, hash)
    : arrayIteration(ctx, { ...send, receiver: array, method: name }, list.state);
  if (out === null) return null;
  const changed = !same(contentsOf(ctx, state, hash).present, contentsOf(ctx, out.state, hash).present);
  if (changed) return reportChangeDuringIteration(ctx, site, out.state);
  return out;
};

const GIVES_SELF: ReadonlySet<string> = new Set(['each', 'each_with_index']);

/** As many elements as the hash has entries; if keys have no model as values, nothing else is known. */
function listInUnknownOrder(ctx: Ctx, hash: HashVal, parts: Parts, site: Site, state: State): Out | null {
  if (ctx.spec) return null;
  const made = makeArray(ctx, state, [], nominal('Array', [emptyElement(hash, parts)]), site);
  const elements = freshSymbol(ctx.run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  taintPart(ctx, elements, { kind: 'hash-order', parts }, site);
  const { size } = contentsOf(ctx, state, hash);
  return { value: made.value, state: withContents(ctx, made.state, made.value as ArrayVal, elements, size) };
}

type Parts = 'pairs' | 'keys' | 'values';

function partsOf(method: string, block: boolean, given: number): Parts | null {
  if (block) {
    if (method === 'each_key') return 'keys';
    if (method === 'each_value') return 'values';
    return 'pairs';
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

function listOf(
  ctx: Ctx,
  { receiver: hash, site }: Send<HashVal>,
  entries: readonly KnownEntry[],
  parts: Parts,
  state: State,
): Out {
  let next = state;
  const items = entries.map(({ key, value }): Val => {
    const item = (type: Type): Val => valueFromTerm(value, isDynamic(type) ? ANY : type);
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

/** A string key is a copy of the string passed. */
function keyValue(ctx: Ctx, hash: HashVal, key: KnownEntry['key'], state: State): Out {
  if (key.kind === 'apply' && key.operator === 'v-text')
    return markFrozenIf(true, ctx, makeString(ctx, state, key.args[0]!));
  if (key.kind === 'apply' && key.operator === 'v-nil') return { value: NIL_VAL, state };
  const kind = key.kind === 'apply' ? key.operator.slice(2) : '';
  if (key.kind === 'apply' && (kind === 'int' || kind === 'sym' || kind === 'bool'))
    return { value: { kind, term: key.args[0]! }, state };
  return { value: valueFromTerm(key, keyTypeOf(hash.type)), state };
}

/** Adding a key during an iteration raises; removing one changes which entries are visited. */
function reportChangeDuringIteration(ctx: Ctx, site: Site, state: State): Out {
  const what = { kind: 'changing-hash' } as const;
  return { value: makeUnmodelled(ctx, what, site), state: havocHeap(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
