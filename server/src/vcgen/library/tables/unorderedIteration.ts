/**
 * Hashes and sets of unknown order: their keys become an array in an arbitrary order (a bijection of keys and
 * positions), and the array models apply. What is proved for any order holds for Ruby's.
 */
import { compare, le } from '../../../logic/arithmetic';
import { and, apply, bound, eq, FALSE, forall, implies, int, ite, same, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { constantMap, select, store } from '../../../logic/maps';
import { arraySort, INT_SORT } from '../../../logic/sorts';
import { ANY, nominal, type Type } from '../../../types/type';
import { noteContentsRead } from '../../analysis/aliasedContainers';
import { runBlock } from '../../calls/blocks/blocks';
import { type Quantifier, translateKeyQuantifier } from '../../clauses/quantifiers';
import { havocHeap } from '../../fields/havoc';
import { lengthOf, makeArray, withContents } from '../../heap/arrays';
import { contentsOf, isKeyPresent, valueAt } from '../../heap/hashes';
import { assumeKeyType, type KeyForm, keyForm, keyTypeFacts, keyValue, stringKeyFacts } from '../../heap/hashKeys';
import { makeElementsByIndex } from '../../heap/indexedArrays';
import { findInvariant } from '../../loops/loopInvariants';
import { summarizeMap } from '../../loops/mapSummary';
import type { Args, Send, Site } from '../../state/call';
import { assume, type Ctx, freshSymbol, makeUnmodelled, type Out, taintFor } from '../../state/context';
import { keyTypeOf, valueTypeOf } from '../../state/hashTypes';
import { PRESENT, VALUES } from '../../state/heapKey';
import { heapMap } from '../../state/heapMaps';
import { isDynamic } from '../../state/representation';
import { baseSymbol, baseSymbols, type State } from '../../state/state';
import { typeGuard } from '../../state/typeGuards';
import { type ArrayVal, boxValue, type HashVal, typeOf, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';
import type { CallBlock } from '../arrays/forEachElement';
import { iterateArray } from '../arrays/iteration';
import { mayHaveChangedContents } from '../arrays/mayHaveChanged';

/** Methods that pass the element only to the block. */
const GIVEN_ONLY: ReadonlySet<string> = new Set(
  'each each_with_index each_with_object all? any? none? one? count sum map collect flat_map collect_concat filter_map reduce inject'.split(
    ' ',
  ),
);
/** Methods that may return a pair. */
const OF_PAIRS: ReadonlySet<string> = new Set(
  'find detect find_index min_by max_by minmax_by sort_by partition group_by'.split(' '),
);
const FOLDS: ReadonlySet<string> = new Set(['reduce', 'inject']);

interface Keys {
  readonly present: Formula;
  readonly size: Formula;
}

/** Keys in an arbitrary order. */
export interface Listed {
  /** An array of the keys as terms. */
  readonly array: ArrayVal;
  readonly elements: Formula;
  readonly size: Formula;
  readonly place: (key: Formula) => Formula;
  readonly form: KeyForm;
  readonly state: State;
}

type Parts = 'pairs' | 'keys' | 'values';

/** Null: keys of this type have no model as values. */
export function listKeysUnordered(ctx: Ctx, keys: Keys, type: Type, site: Site, state: State): Listed | null {
  const form = ctx.spec ? null : keyForm(ctx, state, type);
  return form && listKeys(ctx, keys, form, site, state);
}

/** all?, any? and none? of a hash in a refinement: a quantifier over its keys. Null: keys have no model as values. */
export function quantifyEntries(
  ctx: Ctx,
  quantifier: Quantifier,
  { receiver: hash, method, args, site }: Send<HashVal>,
  state: State,
): Out | null {
  const block = args.block!;
  const params = block.block.params.length;
  const form = keyForm(ctx, state, keyTypeOf(hash.type));
  if (form === null || params === 0 || block.sends !== undefined || block.lambda) return null;
  noteContentsRead(ctx, state, hash);
  return translateKeyQuantifier(ctx, quantifier, contentsOf(ctx, state, hash).present, state, (inner, key, s) => {
    const toKey = { receiver: hash, method, args, site };
    const given = blockArgumentsFor(inner, toKey, { form, parts: 'pairs', params }, [keyAsValue(key)], s);
    return runBlock(inner, { closure: block, args: given.values, site }, given.state);
  });
}

function keyAsValue(term: Formula): Val {
  return { kind: 'boxed', term, type: ANY };
}

/** The same of a set. */
export function quantifyMembers(
  ctx: Ctx,
  quantifier: Quantifier,
  { args, site }: Send,
  { present, element }: { readonly present: Formula; readonly element: Type },
  state: State,
): Out | null {
  const block = args.block!;
  const form = keyForm(ctx, state, element);
  if (form === null || block.sends !== undefined || block.lambda) return null;
  return translateKeyQuantifier(ctx, quantifier, present, state, (inner, key, s) =>
    runBlock(inner, { closure: block, args: [keyValue(inner, s, form, key)], site }, s),
  );
}

/** Null: the block takes parameters that are not modelled, or the result depends on the order. */
export function iterateEntriesUnordered(ctx: Ctx, send: Send<HashVal>, parts: Parts, state: State): Out | null {
  const { receiver: hash, method, args, site } = send;
  const name = /^each_(pair|key|value)$/.test(method) ? 'each' : method;
  if (!isPlainBlock(ctx, args)) return null;
  noteContentsRead(ctx, state, hash);
  const { present, size } = contentsOf(ctx, state, hash);
  const list = listKeysUnordered(
    ctx,
    { present, size },
    parts === 'values' ? ANY_KEY : keyTypeOf(hash.type),
    site,
    state,
  );
  if (list === null) return null;
  const out = GIVEN_ONLY.has(name)
    ? iterateArray(
        ctx,
        { ...send, receiver: list.array, method: name },
        list.state,
        (values, s, breaks) => {
          const given = blockArgumentsFor(
            ctx,
            { ...send, method: name },
            { form: list.form, parts, params: args.block!.block.params.length },
            values,
            s,
          );
          return runBlock(ctx, { closure: args.block!, args: given.values, site, breaks }, given.state);
        },
        hash,
      )
    : OF_PAIRS.has(name) && parts === 'pairs'
      ? overPairs(ctx, { ...send, method: name }, list)
      : null;
  if (out === null) return null;
  const counts = GIVEN_ONLY.has(name) ? [PRESENT] : [PRESENT, VALUES];
  if (mayHaveChangedContents(ctx, hash.term, counts, state, out.state))
    return changedWhileIterating(ctx, site, out.state);
  return out;
}

/** A type whose keys need no form: they are not visible. */
const ANY_KEY: Type = nominal('Integer');

function overPairs(ctx: Ctx, send: Send<HashVal>, list: Listed): Out | null {
  const { receiver: hash, args, site } = send;
  const pairs = listPairs(ctx, hash, list, site);
  const array = pairs.value as ArrayVal;
  return iterateArray(ctx, { ...send, receiver: array }, pairs.state, (values, s, breaks, index) => {
    const apart = index && values.length === 1 && args.block!.block.params.length > 1;
    return runBlock(
      ctx,
      { closure: args.block!, args: apart ? pairAt(ctx, hash, list, index, s) : values, site, breaks },
      s,
    );
  });
}

function pairAt(ctx: Ctx, hash: HashVal, list: Listed, index: Formula, state: State): readonly Val[] {
  const key = select(list.elements, index);
  assumeKeyType(ctx, state, hash, key);
  return [keyValue(ctx, state, list.form, key), entryValue(ctx, hash, key, state)];
}

interface Given {
  readonly values: readonly Val[];
  readonly state: State;
}

/** How a block receives the entries of a hash: form of the keys, parts and number of parameters. */
interface EntryForm {
  readonly form: KeyForm;
  readonly parts: Parts;
  readonly params: number;
}

/** The block's arguments for a key: key and value if it takes two, else the pair as an array. */
function blockArgumentsFor(
  ctx: Ctx,
  { receiver: hash, method, site }: Send<HashVal>,
  { form, parts, params }: EntryForm,
  values: readonly Val[],
  state: State,
): Given {
  const at = FOLDS.has(method) ? 1 : 0;
  const key = boxValue(values[at]!)!;
  if (parts === 'values') return { values: [entryValue(ctx, hash, key, state)], state };
  assumeKeyType(ctx, state, hash, key);
  if (parts === 'keys') return { values: [keyValue(ctx, state, form, key)], state };
  if (params === 0) return { values: [], state };
  const pair = [keyValue(ctx, state, form, key), entryValue(ctx, hash, key, state)];
  if (values.length === 1 && params > 1) return { values: pair, state };
  const made = makeArray(ctx, state, pair, { kind: 'tuple', elements: pair.map(typeOf) }, site);
  return { values: values.map((value, i) => (i === at ? made.value : value)), state: made.state };
}

function entryValue(ctx: Ctx, hash: HashVal, key: Formula, state: State): Val {
  isKeyPresent(ctx, state, hash, key); // assumes the types of its entries
  return valueAt(ctx, state, hash, key);
}

/** The pairs as new arrays. */
function listPairs(ctx: Ctx, hash: HashVal, list: Listed, site: Site): Out {
  const { settings } = ctx.run.input;
  const types = [keyTypeOf(hash.type), valueTypeOf(hash.type)];
  const made = makeArray(ctx, list.state, [], nominal('Array', [{ kind: 'tuple', elements: types }]), site);
  const end = summarizeMap(ctx, made.state, site, {
    array: made.value as ArrayVal,
    count: () => list.size,
    element: (k, s) => {
      const pair = pairAt(ctx, hash, list, k, s);
      return makeArray(ctx, s, pair, { kind: 'tuple', elements: pair.map(typeOf) }, site);
    },
    iterations: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, list.array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [],
      counted: true,
    },
  });
  return { value: made.value, state: end };
}

/** `keys`, `values`, `to_a` of a hash of unknown order. */
export function listEntryParts(ctx: Ctx, hash: HashVal, parts: Parts, site: Site, state: State): Out | null {
  noteContentsRead(ctx, state, hash);
  const { present, size, values } = contentsOf(ctx, state, hash);
  const list = listKeysUnordered(
    ctx,
    { present, size },
    parts === 'values' ? ANY_KEY : keyTypeOf(hash.type),
    site,
    state,
  );
  if (list === null) return null;
  if (parts === 'pairs') return listPairs(ctx, hash, list, site);
  const type = parts === 'keys' ? keyTypeOf(hash.type) : valueTypeOf(hash.type);
  const made = makeArray(ctx, list.state, [], nominal('Array', [isDynamic(type) ? ANY : type]), site);
  const { string } = list.form;
  const keyAt = (index: Formula): Formula => select(list.elements, index);
  const text = (key: Formula): Formula => apply('v-text-of', [key], { kind: 'string' });
  const shown = (key: Formula): Formula =>
    parts === 'values'
      ? select(values, key)
      : string
        ? apply('v-ref', [apply(string, [text(key)], INT_SORT)], VALUE_SORT)
        : key;
  assumeForAllKeys(ctx, state, list, key => {
    const known = keyTypeFacts(ctx, state, hash, key);
    if (parts === 'values') return [...known, ...valueTypeFacts(ctx, state, hash, key)];
    return string ? [...known, ...stringKeyFacts(ctx, state, apply(string, [text(key)], INT_SORT), text(key))] : known;
  });
  const elements = makeElementsByIndex(ctx, size, index => shown(keyAt(index)), list.elements);
  return { value: made.value, state: withContents(ctx, made.state, made.value as ArrayVal, elements, size) };
}

/** Assumes facts for every key of the list. */
function assumeForAllKeys(ctx: Ctx, state: State, list: Listed, facts: (key: Formula) => readonly Formula[]): void {
  if (ctx.run.input.loops?.kind !== 'general') {
    for (let j = 0; j < ctx.run.input.settings.arrayBound; j++)
      assume(ctx, state, implies(compare('<', int(j), list.size), and(...facts(select(list.elements, int(j))))));
    return;
  }
  const name = `j${ctx.run.names.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const key = select(list.elements, index);
  const within = and(compare('<=', int(0), index), compare('<', index, list.size));
  assume(ctx, state, forall([{ name, sort: INT_SORT }], implies(within, and(...facts(key))), [[key]]));
}

function valueTypeFacts(ctx: Ctx, state: State, hash: HashVal, key: Formula): readonly Formula[] {
  const type = valueTypeOf(hash.type);
  return baseSymbols(heapMap(ctx, state, VALUES)).flatMap(values => {
    const base = ctx.run.heapNotes.bases.get(values.name);
    if (!base || base.epoch.taint !== null) return [];
    const there = select(select(baseSymbol(PRESENT, base.epoch.id), hash.term), key);
    const value = select(select(values, hash.term), key);
    return [implies(and(le(hash.term, base.epoch.alloc), there), typeGuard(ctx.run, value, type, base.epoch.alloc))];
  });
}

export function iterateMembersUnordered(
  ctx: Ctx,
  send: Send,
  keys: (state: State) => Keys,
  element: Type,
  state: State,
): Out | null {
  const { receiver: set, method, args, site } = send;
  if (!isPlainBlock(ctx, args) || !(GIVEN_ONLY.has(method) || OF_PAIRS.has(method))) return null;
  const list = listKeysUnordered(ctx, keys(state), element, site, state);
  if (list === null || (list.form.string !== null && !GIVEN_ONLY.has(method))) return null;
  const at = FOLDS.has(method) ? 1 : 0;
  const array: ArrayVal = list.form.string ? list.array : { ...list.array, type: nominal('Array', [element]) };
  const call: CallBlock = (values, s, breaks) => {
    const shown = (value: Val): Val => (list.form.string ? keyValue(ctx, s, list.form, boxValue(value)!) : value);
    const given = values.map((value, i) => (i === at ? shown(value) : value));
    return runBlock(ctx, { closure: args.block!, args: given, site, breaks }, s);
  };
  const out = iterateArray(ctx, { ...send, receiver: array }, list.state, call, set);
  if (out === null) return null;
  if (!same(keys(state).present, keys(out.state).present)) return changedWhileIterating(ctx, site, out.state);
  return out;
}

/** A lambda does not destructure; a loop with an explicit invariant is modelled elsewhere. */
function isPlainBlock(ctx: Ctx, { block }: Args): boolean {
  return !ctx.spec && !!block && block.sends === undefined && !block.lambda && findInvariant(block.block.body) === null;
}

function listKeys(ctx: Ctx, keys: Keys, form: KeyForm, site: Site, state: State): Listed {
  const { run } = ctx;
  const made = makeArray(ctx, state, [], nominal('Array', [ANY]), site);
  const array = made.value as ArrayVal;
  const elements = freshSymbol(run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  const place = `place!${run.names.counter}`;
  const origin = { kind: 'fresh', serial: run.names.counter } as const;
  run.hypotheses.functions.set(place, { name: place, params: [VALUE_SORT], result: INT_SORT, origin });
  const placeOfKey = (key: Formula): Formula => apply(place, [key], INT_SORT);
  if (run.input.loops?.kind === 'general') assumeAllPositions(ctx, keys, elements, placeOfKey, state);
  else assumeFirstPositions(ctx, keys, elements, placeOfKey, state);
  assume(ctx, state, compare('>=', keys.size, int(0)));
  return {
    array,
    elements,
    size: keys.size,
    place: placeOfKey,
    form,
    state: withContents(ctx, made.state, array, elements, keys.size),
  };
}

function assumeAllPositions(
  ctx: Ctx,
  keys: Keys,
  elements: Formula,
  place: (key: Formula) => Formula,
  state: State,
): void {
  const { run } = ctx;
  const within = (index: Formula): Formula => and(compare('<=', int(0), index), compare('<', index, keys.size));
  const [jName, kName] = [`j${run.names.quantifiers}`, `k${run.names.quantifiers++}`];
  const [j, k] = [bound(jName, INT_SORT), bound(kName, VALUE_SORT)];
  const at = select(elements, j);
  const listed = implies(within(j), and(select(keys.present, at), eq(place(at), j)));
  assume(ctx, state, forall([{ name: jName, sort: INT_SORT }], listed, [[at]]));
  const there = and(within(place(k)), eq(select(elements, place(k)), k));
  const found = implies(select(keys.present, k), there);
  assume(ctx, state, forall([{ name: kName, sort: VALUE_SORT }], found, [[select(keys.present, k)]]));
}

/** Without quantifiers, for up to the bounded number of positions: these determine the keys completely. */
function assumeFirstPositions(
  ctx: Ctx,
  keys: Keys,
  elements: Formula,
  place: (key: Formula) => Formula,
  state: State,
): void {
  const most = ctx.run.input.settings.arrayBound;
  let all: Formula = constantMap(VALUE_SORT, FALSE);
  for (let j = 0; j < most; j++) {
    const key = select(elements, int(j));
    const there = compare('<', int(j), keys.size);
    assume(ctx, state, implies(there, and(select(keys.present, key), eq(place(key), int(j)))));
    all = ite(there, store(all, key, TRUE), all);
  }
  assume(ctx, state, implies(compare('<=', keys.size, int(most)), eq(keys.present, all)));
}

/** Adding a key during an iteration raises; removing one changes which entries are visited. */
export function changedWhileIterating(ctx: Ctx, site: Site, state: State): Out {
  const what = { kind: 'changing-collection' } as const;
  return { value: makeUnmodelled(ctx, what, site), state: havocHeap(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
