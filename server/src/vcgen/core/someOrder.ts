/**
 * Hashes and sets whose order is not known: their keys as an array in some order (each key has one place, each place one
 * key), and what is known of arrays. What is proved of any order holds of Ruby's.
 */
import { compare, le } from '../../logic/arithmetic';
import { and, apply, bound, eq, FALSE, forall, implies, int, ite, same, symbol, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { constantMap, select, store } from '../../logic/maps';
import { arraySort, INT_SORT } from '../../logic/sorts';
import { ANY, nominal, type Type } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, lengthOf, makeArray, withContents } from '../arrays';
import { heapMap } from '../bases';
import { runBlock } from '../blocks';
import { assume, type Ctx, fresh, notModelled, type Out, taintFor } from '../context';
import { collect } from '../general/collected';
import { contentsOf, type HashVal, presence, valueAt } from '../hashes';
import { type KeyForm, keyForm, keyValue, knownOfString, promiseKey, promisesOfKey } from '../hashKeys';
import { keyTypeOf, valueTypeOf } from '../hashTypes';
import { havoc } from '../havoc';
import { elementsBy } from '../indexed';
import { invariantIn } from '../invariants';
import { isDynamic } from '../shape';
import { baseSymbols, type State, sortOfKey } from '../state';
import { typeGuard } from '../typing';
import { boxed, typeOf, VALUE_SORT, type Val } from '../value';
import { roundsOver } from './arrayIteration';
import type { CallBlock } from './arrayRounds';
import { changesContents } from './changedArrays';

/** The element is given to the block and to nobody else. */
const GIVEN_ONLY: ReadonlySet<string> = new Set(
  'each each_with_index each_with_object all? any? none? one? count sum map collect flat_map collect_concat filter_map reduce inject'.split(
    ' ',
  ),
);
/** A pair may be what is given back. */
const OF_PAIRS: ReadonlySet<string> = new Set(
  'find detect find_index min_by max_by minmax_by sort_by partition group_by'.split(' '),
);
const FOLDS: ReadonlySet<string> = new Set(['reduce', 'inject']);

interface Keys {
  readonly present: Formula;
  readonly size: Formula;
}

/** Keys in some order. */
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

/** Null: there is no model of keys of this type as values. */
export function listedKeys(ctx: Ctx, keys: Keys, type: Type, site: Site, state: State): Listed | null {
  const form = ctx.spec ? null : keyForm(ctx, state, type);
  return form && listed(ctx, keys, form, site, state);
}

/** Null: the block takes what is not modelled, or the result depends on what is not known. */
export function overEntries(
  ctx: Ctx,
  hash: HashVal,
  method: string,
  parts: Parts,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const name = /^each_(pair|key|value)$/.test(method) ? 'each' : method;
  if (!isPlainBlock(ctx, args)) return null;
  const { present, size } = contentsOf(ctx, state, hash);
  const list = listedKeys(ctx, { present, size }, parts === 'values' ? ANY_KEY : keyTypeOf(hash.type), site, state);
  if (list === null) return null;
  const out = GIVEN_ONLY.has(name)
    ? roundsOver(
        ctx,
        list.array,
        name,
        args,
        site,
        list.state,
        (values, s, breaks) => {
          const given = givenFor(ctx, hash, list.form, name, parts, values, args.block!.block.params.length, site, s);
          return runBlock(ctx, args.block!, given.values, given.state, site, breaks);
        },
        hash,
      )
    : OF_PAIRS.has(name) && parts === 'pairs'
      ? overPairs(ctx, hash, list, name, args, site)
      : null;
  if (out === null) return null;
  const counts = GIVEN_ONLY.has(name) ? ['#present'] : ['#present', '#values'];
  if (changesContents(ctx, hash.term, counts, state, out.state)) return changedOnTheWay(ctx, site, out.state);
  return out;
}

/** A type whose keys need no form: they are not shown. */
const ANY_KEY: Type = nominal('Integer');

function overPairs(ctx: Ctx, hash: HashVal, list: Listed, method: string, args: Args, site: Site): Out | null {
  const pairs = listedPairs(ctx, hash, list, site);
  const array = pairs.value as ArrayVal;
  return roundsOver(ctx, array, method, args, site, pairs.state, (values, s, breaks, index) => {
    const apart = index && values.length === 1 && args.block!.block.params.length > 1;
    return runBlock(ctx, args.block!, apart ? pairAt(ctx, hash, list, index, s) : values, s, site, breaks);
  });
}

function pairAt(ctx: Ctx, hash: HashVal, list: Listed, index: Formula, state: State): readonly Val[] {
  const key = select(list.elements, index);
  promiseKey(ctx, state, hash, key);
  return [keyValue(ctx, state, list.form, key), entryValue(ctx, hash, key, state)];
}

interface Given {
  readonly values: readonly Val[];
  readonly state: State;
}

/** What the block is given in place of the key: key and value where it takes two, else the pair as an array. */
function givenFor(
  ctx: Ctx,
  hash: HashVal,
  form: KeyForm,
  method: string,
  parts: Parts,
  values: readonly Val[],
  params: number,
  site: Site,
  state: State,
): Given {
  const at = FOLDS.has(method) ? 1 : 0;
  const key = boxed(values[at]!)!;
  if (parts === 'values') return { values: [entryValue(ctx, hash, key, state)], state };
  promiseKey(ctx, state, hash, key);
  if (parts === 'keys') return { values: [keyValue(ctx, state, form, key)], state };
  if (params === 0) return { values: [], state };
  const pair = [keyValue(ctx, state, form, key), entryValue(ctx, hash, key, state)];
  if (values.length === 1 && params > 1) return { values: pair, state };
  const made = makeArray(ctx, state, pair, { kind: 'tuple', elements: pair.map(typeOf) }, site);
  return { values: values.map((value, i) => (i === at ? made.value : value)), state: made.state };
}

function entryValue(ctx: Ctx, hash: HashVal, key: Formula, state: State): Val {
  presence(ctx, state, hash, key); // what is promised of its entries
  return valueAt(ctx, state, hash, key);
}

/** The pairs as new arrays. */
export function listedPairs(ctx: Ctx, hash: HashVal, list: Listed, site: Site): Out {
  const { settings } = ctx.run.input;
  const types = [keyTypeOf(hash.type), valueTypeOf(hash.type)];
  const made = makeArray(ctx, list.state, [], nominal('Array', [{ kind: 'tuple', elements: types }]), site);
  const end = collect(ctx, made.state, site, {
    array: made.value as ArrayVal,
    count: () => list.size,
    element: (k, s) => {
      const pair = pairAt(ctx, hash, list, k, s);
      return makeArray(ctx, s, pair, { kind: 'tuple', elements: pair.map(typeOf) }, site);
    },
    rounds: {
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

/** `keys`, `values`, `to_a` of a hash without a known order. */
export function listOfParts(ctx: Ctx, hash: HashVal, parts: Parts, site: Site, state: State): Out | null {
  const { present, size, values } = contentsOf(ctx, state, hash);
  const list = listedKeys(ctx, { present, size }, parts === 'values' ? ANY_KEY : keyTypeOf(hash.type), site, state);
  if (list === null) return null;
  if (parts === 'pairs') return listedPairs(ctx, hash, list, site);
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
  always(ctx, state, list, key => {
    const known = promisesOfKey(ctx, state, hash, key);
    if (parts === 'values') return [...known, ...promisesOfValue(ctx, state, hash, key)];
    return string ? [...known, ...knownOfString(ctx, state, apply(string, [text(key)], INT_SORT), text(key))] : known;
  });
  const elements = elementsBy(ctx, size, index => shown(keyAt(index)), list.elements);
  return { value: made.value, state: withContents(ctx, made.state, made.value as ArrayVal, elements, size) };
}

/** For every key of the list. */
function always(ctx: Ctx, state: State, list: Listed, facts: (key: Formula) => readonly Formula[]): void {
  if (ctx.run.input.loops?.kind !== 'general') {
    for (let j = 0; j < ctx.run.input.settings.arrayBound; j++)
      assume(ctx, state, implies(compare('<', int(j), list.size), and(...facts(select(list.elements, int(j))))));
    return;
  }
  const name = `j${ctx.run.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const key = select(list.elements, index);
  const within = and(compare('<=', int(0), index), compare('<', index, list.size));
  assume(ctx, state, forall([{ name, sort: INT_SORT }], implies(within, and(...facts(key))), [[key]]));
}

function promisesOfValue(ctx: Ctx, state: State, hash: HashVal, key: Formula): readonly Formula[] {
  const type = valueTypeOf(hash.type);
  return baseSymbols(heapMap(ctx, state, '#values')).flatMap(name => {
    const base = ctx.run.bases.get(name);
    if (!base || base.epoch.taint !== null) return [];
    const there = select(select(symbol(`#present!${base.epoch.id}`, sortOfKey('#present')), hash.term), key);
    const value = select(select(symbol(name, sortOfKey('#values')), hash.term), key);
    return [implies(and(le(hash.term, base.epoch.alloc), there), typeGuard(ctx.run, value, type, base.epoch.alloc))];
  });
}

export function overSomeMembers(
  ctx: Ctx,
  set: Val,
  keys: (state: State) => Keys,
  element: Type,
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  if (!isPlainBlock(ctx, args) || !(GIVEN_ONLY.has(method) || OF_PAIRS.has(method))) return null;
  const list = listedKeys(ctx, keys(state), element, site, state);
  if (list === null || (list.form.string !== null && !GIVEN_ONLY.has(method))) return null;
  const at = FOLDS.has(method) ? 1 : 0;
  const array: ArrayVal = list.form.string ? list.array : { ...list.array, type: nominal('Array', [element]) };
  const call: CallBlock = (values, s, breaks) => {
    const shown = (value: Val): Val => (list.form.string ? keyValue(ctx, s, list.form, boxed(value)!) : value);
    const given = values.map((value, i) => (i === at ? shown(value) : value));
    return runBlock(ctx, args.block!, given, s, site, breaks);
  };
  const out = roundsOver(ctx, array, method, args, site, list.state, call, set);
  if (out === null) return null;
  if (!same(keys(state).present, keys(out.state).present)) return changedOnTheWay(ctx, site, out.state);
  return out;
}

/** A lambda takes nothing apart; a loop with an invariant of its own is read elsewhere. */
function isPlainBlock(ctx: Ctx, { block }: Args): boolean {
  return !ctx.spec && !!block && block.sends === undefined && !block.lambda && invariantIn(block.block.body) === null;
}

function listed(ctx: Ctx, keys: Keys, form: KeyForm, site: Site, state: State): Listed {
  const { run } = ctx;
  const made = makeArray(ctx, state, [], nominal('Array', [ANY]), site);
  const array = made.value as ArrayVal;
  const elements = fresh(run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  const place = `place!${run.counter}`;
  run.functions.set(place, { name: place, params: [VALUE_SORT], result: INT_SORT });
  const placeOfKey = (key: Formula): Formula => apply(place, [key], INT_SORT);
  if (run.input.loops?.kind === 'general') everyPlace(ctx, keys, elements, placeOfKey, state);
  else firstPlaces(ctx, keys, elements, placeOfKey, state);
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

function everyPlace(ctx: Ctx, keys: Keys, elements: Formula, place: (key: Formula) => Formula, state: State): void {
  const { run } = ctx;
  const within = (index: Formula): Formula => and(compare('<=', int(0), index), compare('<', index, keys.size));
  const [jName, kName] = [`j${run.quantifiers}`, `k${run.quantifiers++}`];
  const [j, k] = [bound(jName, INT_SORT), bound(kName, VALUE_SORT)];
  const at = select(elements, j);
  const listed = implies(within(j), and(select(keys.present, at), eq(place(at), j)));
  assume(ctx, state, forall([{ name: jName, sort: INT_SORT }], listed, [[at]]));
  const there = and(within(place(k)), eq(select(elements, place(k)), k));
  const found = implies(select(keys.present, k), there);
  assume(ctx, state, forall([{ name: kName, sort: VALUE_SORT }], found, [[select(keys.present, k)]]));
}

/** Without quantifiers, for as many as are looked at: which keys there are is then known to the last. */
function firstPlaces(ctx: Ctx, keys: Keys, elements: Formula, place: (key: Formula) => Formula, state: State): void {
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

/** A new key while a hash is iterated raises; a key that goes changes what is visited. */
export function changedOnTheWay(ctx: Ctx, site: Site, state: State): Out {
  const what = 'a hash or set that changes while it is iterated';
  return { value: notModelled(ctx, what, site), state: havoc(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
