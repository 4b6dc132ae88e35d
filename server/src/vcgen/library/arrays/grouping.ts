/** Elements in groups: `partition`, `group_by`, `tally`, `zip`, `each_slice`, `each_cons`. */
import { add, compare, integer, mul, sub } from '../../../logic/arithmetic';
import { int, ite } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { ANY, INTEGER, nominal, type Type } from '../../../types/type';
import { havocHeap } from '../../fields/havoc';
import { appendElement, appendUnchecked } from '../../heap/append';
import {
  elementInRange,
  elementsOf,
  elementType,
  lengthOf,
  makeArray,
  readElement,
  withContents,
} from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { contentsOf, EMPTY, keyTerm, makeHash, putEntry, withHash } from '../../heap/hashes';
import { type Comprehension, makeArrayByIndex, maxOf, minOf } from '../../heap/indexedArrays';
import { iterate } from '../../loops/iterate';
import { summarizeMap } from '../../loops/mapSummary';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { type Ctx, checkedType, makeUnmodelled, type Out, placeOf, taintFor } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import { isDynamic } from '../../state/representation';
import type { State } from '../../state/state';
import {
  type ArrayVal,
  boxValue,
  type HashVal,
  isTruthy,
  NIL_VAL,
  typeOf,
  unboxTerm,
  type Val,
} from '../../state/value';
import { divide } from '../numbers/division';
import { alwaysReturn, type CallBlock, forEachElement } from './forEachElement';
import { mayHaveChangedArray } from './mayHaveChanged';

export function partition(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const type = nominal('Array', [elementType(array.type)]);
  const kept = makeArray(ctx, state, [], type, site);
  const left = makeArray(ctx, kept.state, [], type, site);
  const onto = (part: Out, element: Val) => (s: State) => appendElement(ctx, part.value as ArrayVal, element, site, s);
  return forEachElement(ctx, array, site, left.state, {
    visit: (element, index, s, breaks) => {
      const out = call([element], s, breaks, index);
      return forkState(ctx, isTruthy(out.value), out.state, site, { yes: onto(kept, element), no: onto(left, element) })
        .state;
    },
    result: s => makeArray(ctx, s, [kept.value, left.value], { kind: 'tuple', elements: [type, type] }, site),
  });
}

/** The key of an entry that is added here; a key whose `eql?` has no model is not modelled. */
function keyFor(ctx: Ctx, val: Val, method: string, site: Site, state: State): Formula {
  return keyTerm(ctx, state, val) ?? boxValue(makeUnmodelled(ctx, { kind: 'grouping-keys', method }, site))!;
}

function hashType(ctx: Ctx, site: Site, otherwise: Type): Type {
  const checked = checkedType(ctx, site);
  const isHash = checked?.kind === 'nominal' && checked.name === 'Hash' && checked.args.length === 2;
  return isHash && !checked.args.some(isDynamic) ? checked : otherwise;
}

/** A hash of arrays: the first element with a key allocates the array, later ones are appended to it. */
export function groupBy(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const group = nominal('Array', [elementType(array.type)]);
  const made = makeHash(ctx, state, hashType(ctx, site, nominal('Hash', [ANY, group])), EMPTY);
  const hash = made.object;
  return forEachElement(ctx, array, site, made.state, {
    visit: (element, index, s, breaks) => {
      const out = call([element], s, breaks, index);
      const key = keyFor(ctx, out.value, 'group_by', site, out.state);
      return addToGroup(ctx, hash, { key, element, group }, site, out.state);
    },
    result: alwaysReturn(hash),
  });
}

/** An element, the key of its group and the type of the group's array. */
interface GroupEntry {
  readonly key: Formula;
  readonly element: Val;
  readonly group: Type;
}

function addToGroup(ctx: Ctx, hash: HashVal, { key, element, group }: GroupEntry, site: Site, state: State): State {
  const parts = contentsOf(ctx, state, hash);
  const known = (s: State): Out => {
    const ref: ArrayVal = { kind: 'ref', term: unboxTerm(select(parts.values, key), 'ref'), type: group, exact: true };
    return { value: NIL_VAL, state: appendUnchecked(ctx, ref, element, site, s) };
  };
  const first = (s: State): Out => {
    const list = makeArray(ctx, s, [element], group, site);
    return { value: NIL_VAL, state: withHash(ctx, list.state, hash, putEntry(parts, key, boxValue(list.value)!)) };
  };
  return forkState(ctx, select(parts.present, key), markEscaped(state, element), site, { yes: known, no: first }).state;
}

/** Counts the occurrences of each element. */
export function tally(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out {
  const made = makeHash(ctx, state, nominal('Hash', [elementType(array.type), INTEGER]), EMPTY);
  return forEachElement(ctx, array, site, made.state, {
    visit: (element, _, s) => {
      const key = keyFor(ctx, element, 'tally', site, s);
      const parts = contentsOf(ctx, s, made.object);
      const more = add(unboxTerm(select(parts.values, key), 'int'), int(1));
      const term = ite(select(parts.present, key), more, int(1));
      return withHash(ctx, s, made.object, putEntry(parts, key, boxValue({ kind: 'int', term })!));
    },
    result: alwaysReturn(made.object),
  });
}

/** As many rows as the receiver has elements; missing elements of the others are nil. */
export function zip(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  others: readonly ArrayVal[],
  state: State,
  call: CallBlock | null,
): Out {
  const row = (k: Formula, s: State): Out => {
    const values = [elementInRange(ctx, s, array, k), ...others.map(other => readElement(ctx, s, other, k))];
    return makeArray(ctx, s, values, { kind: 'tuple', elements: values.map(typeOf) }, site);
  };
  if (call)
    return forEachElement(ctx, array, site, state, {
      visit: (_, index, s, breaks) => {
        const given = row(index, s);
        return call([given.value], given.state, breaks).state;
      },
      result: alwaysReturn(NIL_VAL),
    });
  const { settings } = ctx.run.input;
  const elements = [elementType(array.type), ...others.map(other => makeNilable(elementType(other.type)))];
  const made = makeArray(ctx, state, [], nominal('Array', [{ kind: 'tuple', elements }]), site);
  const end = summarizeMap(ctx, made.state, site, {
    array: made.value as ArrayVal,
    count: s => lengthOf(ctx, s, array),
    element: row,
    iterations: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [],
      counted: true,
    },
  });
  return { value: made.value, state: end };
}

function makeNilable(type: Type): Type {
  return { kind: 'union', members: [type, { kind: 'nil' }] };
}

/** `array.each_slice(size)` or `array.each_cons(size)`. */
export interface WindowsCall {
  readonly array: ArrayVal;
  readonly method: 'each_slice' | 'each_cons';
  readonly size: Formula;
  readonly site: Site;
}

interface Windows {
  readonly state: State;
  readonly more: (k: Formula, state: State) => Formula;
  /** The k-th window as a new array. */
  readonly part: (k: Formula, state: State) => Out;
  /** The number of windows; null: the size is unknown. */
  readonly count: ((state: State) => Formula) | null;
}

/** `each_slice` and `each_cons` yield new arrays; a size that is not positive raises. */
function windowsOf(ctx: Ctx, { array, method, size, site }: WindowsCall, before: State): Windows {
  const sliced = method === 'each_slice';
  const state = addObligation(ctx, before, {
    kind: 'core-precondition',
    goal: compare('>', size, int(0)),
    place: placeOf(ctx, site),
    reason: { kind: 'positive-slice-size', method },
    raises: 'ArgumentError',
  });
  const from = (k: Formula): Formula => (sliced ? mul(k, size) : k);
  const length = (s: State): Formula => lengthOf(ctx, s, array);
  const known = integer(size);
  const slices = (s: State): Formula => divide(ctx.run, sub(add(length(s), size), int(1)), size).quotient;
  return {
    state,
    more: (k, s) => (sliced ? compare('<', from(k), length(s)) : compare('<=', add(k, size), length(s))),
    part: (k, s) => {
      const elements = elementsOf(ctx, s, array);
      const count = sliced ? minOf(size, sub(length(s), from(k))) : size;
      const type = nominal('Array', [elementType(array.type)]);
      elementInRange(ctx, s, array, from(k)); // assumes its type
      return takeElements(ctx, s, { type, length: count, at: i => select(elements, add(from(k), i)) }, size, site);
    },
    count: sliced
      ? known !== null && known > 0n
        ? slices
        : null
      : s => maxOf(int(0), sub(add(length(s), int(1)), size)),
  };
}

export function windows(ctx: Ctx, over: WindowsCall, before: State, call: CallBlock): Out {
  const { array, method, site } = over;
  const { state, more, part } = windowsOf(ctx, over, before);
  const breaks: ExitList = ctx.run.trail.list();
  const end = iterate(ctx, state, site, {
    more: (k, s) => ({ condition: more(k, s), state: s }),
    iteration: (k, s) => {
      const window = part(k, s);
      return call([window.value], window.state, breaks).state;
    },
    gathers: [breaks],
    counted: true,
    ...boundOf(ctx),
  });
  const out = joinExits(ctx, [...breaks, { value: array, state: end }], site, end);
  return method === 'each_cons' && mayHaveChangedArray(ctx, array, state, out.state)
    ? rememberedWindows(ctx, site, out.state)
    : out;
}

/** A new array of the results of `call` for each window. */
export function mappedWindows(ctx: Ctx, windows: WindowsCall, type: Type, before: State, call: CallBlock): Out {
  const { array, site } = windows;
  const { state, more, part, count } = windowsOf(ctx, windows, before);
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const breaks: ExitList = ctx.run.trail.list();
  const element = (k: Formula, s: State): Out => {
    const window = part(k, s);
    return call([window.value], window.state, breaks);
  };
  const iterations = {
    more: (k: Formula, s: State) => ({ condition: more(k, s), state: s }),
    gathers: [breaks],
    counted: true,
    ...boundOf(ctx),
  };
  const iteration = (k: Formula, s: State): State => {
    const out = element(k, s);
    return appendElement(ctx, result, out.value, site, out.state).state;
  };
  const end = count
    ? summarizeMap(ctx, made.state, site, { array: result, count, element, iterations })
    : iterate(ctx, made.state, site, { ...iterations, iteration });
  const out = joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
  return mayHaveChangedArray(ctx, array, state, out.state) ? rememberedWindows(ctx, site, out.state) : out;
}

function boundOf(ctx: Ctx) {
  const { settings } = ctx.run.input;
  return {
    bound: settings.arrayBound,
    exactly: settings.unrolling,
    caveat: { type: 'arrays', bound: settings.arrayBound } as const,
  };
}

/**
 * Elements beyond the count are unconstrained: if the size is a small constant, all elements are stored individually.
 */
function takeElements(ctx: Ctx, state: State, elements: Comprehension, size: Formula, site: Site): Out {
  const { length: count } = elements;
  if (integer(count) !== null || (integer(size) ?? MOST_WRITTEN_OUT) >= MOST_WRITTEN_OUT)
    return makeArrayByIndex(ctx, state, elements, site);
  const made = makeArrayByIndex(ctx, state, { ...elements, length: size }, site);
  const array = made.value as ArrayVal;
  return { value: array, state: withContents(ctx, made.state, array, elementsOf(ctx, made.state, array), count) };
}

const MOST_WRITTEN_OUT = 10n;

/** Ruby saves the elements of a window before the block runs: writes by the block show later or not at all. */
function rememberedWindows(ctx: Ctx, site: Site, state: State): Out {
  const what = { kind: 'windows-over-changing-array' } as const;
  return { value: makeUnmodelled(ctx, what, site), state: havocHeap(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
