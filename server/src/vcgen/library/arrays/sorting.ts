/**
 * Sorted elements, and the least or greatest of them, without a bound: the block's keys are an array of their own (as
 * for `map`); a permutation and its inverse, or the element's index, define the result. `sort_by` is not stable:
 * elements with equal keys may come in any order; `min_by` returns the first. Keys are Integers or Floats (over reals);
 * for strings or symbols the order is unknown.
 */

import { compare, integer, lt } from '../../../logic/arithmetic';
import { and, bound, eq, forall, implies, int, not } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { arraySort, INT_SORT } from '../../../logic/sorts';
import type { Construct } from '../../../problems/constructs';
import { findMethod } from '../../../program/lookup';
import { ANY, nominal } from '../../../types/type';
import { elementInRange, elementsOf, elementType, lengthOf, makeArray, readElement } from '../../heap/arrays';
import { makeArrayByIndex, makeElementsByIndex } from '../../heap/indexedArrays';
import { summarizeMap } from '../../loops/mapSummary';
import type { Send, Site } from '../../state/call';
import { addCaveat, assume, type Ctx, freshSymbol, makeUnmodelled, type Out, taintPart } from '../../state/context';
import type { Exit, ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import { classNameOf, withoutAnnotations } from '../../state/representation';
import type { State } from '../../state/state';
import { type ArrayVal, typeOf, unboxTerm, type Val } from '../../state/value';
import { isIeee } from '../numbers/float';
import type { CallBlock } from './forEachElement';
import { writeContents } from './insertRemove';
import { mayHaveChangedArray } from './mayHaveChanged';

type Kind = 'int' | 'real' | 'text' | 'symbol' | 'other' | 'changed';

/** The keys of the elements, in their order. */
interface Keys {
  readonly elements: Formula;
  readonly length: Formula;
  readonly key: (index: Formula) => Formula;
  readonly kind: Kind;
  readonly state: State;
  readonly breaks: readonly Exit[];
}

/** `sort`, `sort!` of Integers. */
export function sort(ctx: Ctx, array: ArrayVal, method: string, site: Site, state: State): Out | null {
  const type = elementType(array.type);
  const inPlace = method === 'sort!';
  if (ctx.spec || type.kind !== 'nominal' || type.name !== 'Integer' || (inPlace && isTuple(array))) return null;
  if (kindOf(ctx, { kind: 'int', term: int(0) }) !== 'int') return null;
  const elements = elementsOf(ctx, state, array);
  const length = lengthOf(ctx, state, array);
  const key = (index: Formula): Formula => select(elements, index);
  return makeSorted(
    ctx,
    array,
    { elements, length, key, kind: 'int', state, breaks: [] },
    { inPlace, descending: false },
    site,
  );
}

/** Whether each position has a type of its own. */
function isTuple({ type }: ArrayVal): boolean {
  return withoutAnnotations(type).kind === 'tuple';
}

/** How to sort an array. */
export interface Sorting {
  readonly inPlace: boolean;
  readonly descending: boolean;
}

/** Null: in a clause. `descending`: by decreasing keys. */
export function sortBy(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  order: Sorting,
  state: State,
  call: CallBlock,
): Out | null {
  const { inPlace, descending = false } = order;
  if (ctx.spec || (inPlace && isTuple(array))) return null;
  const keys = keysOf(ctx, array, site, state, call);
  const out = makeSorted(ctx, array, keys, { ...order, descending }, site);
  return joinExits(ctx, [...keys.breaks, out], site, out.state);
}

function makeSorted(ctx: Ctx, array: ArrayVal, keys: Keys, { inPlace, descending }: Sorting, site: Site): Out {
  const { length, elements, state } = keys;
  const unknown = findUnmodelledOrder(keys);
  if (unknown) return { value: makeUnmodelled(ctx, unknown, site), state };
  const to = freshSymbol(ctx.run, 'order', arraySort(INT_SORT, INT_SORT));
  const back = freshSymbol(ctx.run, 'order', arraySort(INT_SORT, INT_SORT));
  if (!isNumber(keys)) taintPart(ctx, to, { kind: 'text-order' }, site);
  const within = (index: Formula): Formula => and(compare('<=', int(0), index), lt(index, length));
  assumeForAllIndices(ctx, state, length, i => {
    const place = select(to, i);
    return { holds: and(within(place), eq(select(back, place), i)), patterns: [place] };
  });
  assumeForAllIndices(ctx, state, length, i => {
    const place = select(back, i);
    return { holds: and(within(place), eq(select(to, place), i)), patterns: [place, select(elements, i)] };
  });
  if (isNumber(keys)) assumeOrder(ctx, keys, to, descending);
  const at = (index: Formula): Formula => select(elements, select(to, index));
  if (inPlace)
    return {
      value: array,
      state: writeContents(
        ctx,
        array,
        { elements: makeElementsByIndex(ctx, length, at, elements), length },
        site,
        state,
      ),
    };
  return makeArrayByIndex(ctx, state, { type: array.type, length, at }, site);
}

function assumeOrder(ctx: Ctx, keys: Keys, to: Formula, descending: boolean): void {
  const { length, state, kind } = keys;
  const ordered = (i: Formula, j: Formula): Formula => {
    const [a, b] = [keyAt(keys, select(to, i)), keyAt(keys, select(to, j))];
    return compare(descending ? '>=' : '<=', a, b);
  };
  if (kind === 'real') addCaveat(ctx.run, { type: 'reals' });
  const known = findShortLength(length);
  if (known !== null) {
    for (let i = 0; i + 1 < known; i++) assume(ctx, state, ordered(int(i), int(i + 1)));
    return;
  }
  const [name, later] = [`i${ctx.run.names.quantifiers++}`, `i${ctx.run.names.quantifiers++}`];
  const [i, j] = [bound(name, INT_SORT), bound(later, INT_SORT)];
  const variables = [name, later].map(each => ({ name: each, sort: INT_SORT }));
  const places = and(compare('<=', int(0), i), compare('<=', i, j), lt(j, length));
  assume(ctx, state, forall(variables, implies(places, ordered(i, j)), [[select(to, i), select(to, j)]]));
}

/** The first element with the least (greatest) key; nil if the array is empty. */
export function findExtremeByKey(
  ctx: Ctx,
  { receiver: array, method, site }: Send<ArrayVal>,
  state: State,
  call: CallBlock,
): Out {
  const keys = keysOf(ctx, array, site, state, call);
  const value = selectExtreme(ctx, array, keys, method === 'min_by', site);
  return joinExits(ctx, [...keys.breaks, { value, state: keys.state }], site, keys.state);
}

export function findExtremesByKey(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const keys = keysOf(ctx, array, site, state, call);
  const values = [selectExtreme(ctx, array, keys, true, site), selectExtreme(ctx, array, keys, false, site)];
  const pair = makeArray(ctx, keys.state, values, { kind: 'tuple', elements: values.map(typeOf) }, site);
  return joinExits(ctx, [...keys.breaks, pair], site, pair.state);
}

function selectExtreme(ctx: Ctx, array: ArrayVal, keys: Keys, least: boolean, site: Site): Val {
  const { length, state, kind } = keys;
  const unknown = findUnmodelledOrder(keys);
  if (unknown) return makeUnmodelled(ctx, unknown, site);
  const place = freshSymbol(ctx.run, 'best', INT_SORT);
  if (!isNumber(keys)) taintPart(ctx, place, { kind: 'text-order' }, site);
  if (kind === 'real') addCaveat(ctx.run, { type: 'reals' });
  const there = and(compare('<=', int(0), place), lt(place, length));
  assume(ctx, state, implies(compare('>', length, int(0)), there));
  assume(ctx, state, implies(eq(length, int(0)), eq(place, int(0))));
  if (isNumber(keys))
    assumeForAllIndices(ctx, state, length, i => {
      const [own, other] = [keyAt(keys, place), keyAt(keys, i)];
      const first = implies(compare('<', i, place), not(eq(own, other)));
      const holds = and(compare(least ? '<=' : '>=', own, other), first);
      return { holds, patterns: [keys.key(i), select(keys.elements, i)] };
    });
  return readElement(ctx, state, array, place);
}

function findUnmodelledOrder({ kind }: Keys): Construct | null {
  if (kind === 'changed') return { kind: 'order-of-changing-array' };
  return kind === 'other' ? { kind: 'order-of-other-keys' } : null;
}

function isNumber({ kind }: Keys): boolean {
  return kind === 'int' || kind === 'real';
}

function keyAt({ key, kind }: Keys, index: Formula): Formula {
  return unboxTerm(key(index), kind === 'real' ? 'real' : 'int');
}

/** Calls the block once for every element; a block that changes the array is not modelled. */
function keysOf(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Keys {
  const made = makeArray(ctx, state, [], nominal('Array', [ANY]), site);
  const listed = made.value as ArrayVal;
  const { settings } = ctx.run.input;
  const kinds = new Set<Kind>();
  const breaks: ExitList = ctx.run.trail.list();
  const end = summarizeMap(ctx, made.state, site, {
    array: listed,
    count: s => lengthOf(ctx, s, array),
    element: (k, s) => {
      const out = call([elementInRange(ctx, s, array, k)], s, breaks, k);
      kinds.add(kindOf(ctx, out.value));
      return out;
    },
    iterations: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [breaks],
      counted: true,
    },
  });
  const all = elementsOf(ctx, end, listed);
  const [kind = 'int', ...others] = kinds;
  const unchanged = !mayHaveChangedArray(ctx, array, state, end);
  return {
    elements: elementsOf(ctx, unchanged ? state : end, array),
    length: lengthOf(ctx, unchanged ? state : end, array),
    key: index => select(all, index),
    kind: !unchanged ? 'changed' : others.length > 0 ? 'other' : kind,
    state: end,
    breaks: breaks.all,
  };
}

function kindOf(ctx: Ctx, val: Val): Kind {
  const { program } = ctx.run.input;
  const own = (name: string): boolean => findMethod(program, name, '<=>')?.origin === 'workspace';
  if (val.kind === 'int') return own('Integer') ? 'other' : 'int';
  if (val.kind === 'real') return isIeee(ctx) || own('Float') ? 'other' : 'real';
  if (val.kind === 'sym') return own('Symbol') ? 'other' : 'symbol';
  return val.kind === 'ref' && classNameOf(val.type) === 'String' && !own('String') ? 'text' : 'other';
}

interface Law {
  readonly holds: Formula;
  /** Quantifier patterns, each a trigger by itself. */
  readonly patterns: readonly Formula[];
}

const WRITTEN_OUT = 8n;

function findShortLength(length: Formula): number | null {
  const known = integer(length);
  return known !== null && known <= WRITTEN_OUT ? Number(known) : null;
}

/** Assumes a law for every index of an array of this length. */
function assumeForAllIndices(ctx: Ctx, state: State, length: Formula, law: (index: Formula) => Law): void {
  const known = findShortLength(length);
  if (known !== null) {
    for (let i = 0; i < known; i++) assume(ctx, state, law(int(i)).holds);
    return;
  }
  const name = `i${ctx.run.names.quantifiers++}`;
  const i = bound(name, INT_SORT);
  const { holds, patterns } = law(i);
  const within = and(compare('<=', int(0), i), lt(i, length));
  assume(
    ctx,
    state,
    forall(
      [{ name, sort: INT_SORT }],
      implies(within, holds),
      patterns.map(each => [each]),
    ),
  );
}
