/** Elements in groups: `partition`, `group_by`, `tally`, `zip`, `each_slice`, `each_cons`. */
import { add, compare, integer, mul, sub } from '../../logic/arithmetic';
import { int, ite } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { ANY, INTEGER, nominal, type Type } from '../../types/type';
import { append, extended } from '../append';
import type { Site } from '../arguments';
import {
  type ArrayVal,
  elementInRange,
  elementsOf,
  elementType,
  lengthOf,
  makeArray,
  readElement,
  withContents,
} from '../arrays';
import { fork } from '../branch';
import { type Ctx, type Exit, notModelled, type Out, placeOf, taintFor } from '../context';
import { divide } from '../division';
import { collect } from '../general/collected';
import { contentsOf, EMPTY, type HashVal, keyTerm, makeHash, put, withHash } from '../hashes';
import { havoc } from '../havoc';
import { arrayBy, largest, smallest } from '../indexed';
import { iterate } from '../iterate';
import { joinExits } from '../join';
import { leak } from '../leak';
import { oblige } from '../obligations';
import { isDynamic } from '../shape';
import type { State } from '../state';
import { boxed, NIL_VAL, truthy, typeOf, unboxed, type Val } from '../value';
import { type CallBlock, each, giving } from './arrayRounds';
import { changesArray } from './changedArrays';

export function partition(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const type = nominal('Array', [elementType(array.type)]);
  const kept = makeArray(ctx, state, [], type, site);
  const left = makeArray(ctx, kept.state, [], type, site);
  const onto = (part: Out, element: Val) => (s: State) => append(ctx, part.value as ArrayVal, element, site, s);
  return each(
    ctx,
    array,
    site,
    left.state,
    (element, index, s, breaks) => {
      const out = call([element], s, breaks, index);
      return fork(ctx, truthy(out.value), out.state, site, onto(kept, element), onto(left, element)).state;
    },
    s => makeArray(ctx, s, [kept.value, left.value], { kind: 'tuple', elements: [type, type] }, site),
  );
}

/** The key of an entry that is made here; one whose `eql?` has no model is not modelled. */
function keyFor(ctx: Ctx, val: Val, method: string, site: Site, state: State): Formula {
  return keyTerm(ctx, state, val) ?? boxed(notModelled(ctx, `the keys of ${method}`, site))!;
}

function hashType(ctx: Ctx, site: Site, otherwise: Type): Type {
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const isHash = checked?.kind === 'nominal' && checked.name === 'Hash' && checked.args.length === 2;
  return isHash && !checked.args.some(isDynamic) ? checked : otherwise;
}

/** A hash of arrays: the first of its key makes the array, the others are added to it. */
export function groupBy(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const group = nominal('Array', [elementType(array.type)]);
  const made = makeHash(ctx, state, hashType(ctx, site, nominal('Hash', [ANY, group])), EMPTY);
  const hash = made.object;
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, index, s, breaks) => {
      const out = call([element], s, breaks, index);
      const key = keyFor(ctx, out.value, 'group_by', site, out.state);
      return intoGroup(ctx, hash, key, element, group, site, out.state);
    },
    giving(hash),
  );
}

function intoGroup(ctx: Ctx, hash: HashVal, key: Formula, element: Val, group: Type, site: Site, state: State): State {
  const parts = contentsOf(ctx, state, hash);
  const known = (s: State): Out => {
    const ref: ArrayVal = { kind: 'ref', term: unboxed(select(parts.values, key), 'ref'), type: group, exact: true };
    return { value: NIL_VAL, state: extended(ctx, ref, element, site, s) };
  };
  const first = (s: State): Out => {
    const list = makeArray(ctx, s, [element], group, site);
    return { value: NIL_VAL, state: withHash(ctx, list.state, hash, put(parts, key, boxed(list.value)!)) };
  };
  return fork(ctx, select(parts.present, key), leak(state, element), site, known, first).state;
}

/** How many there are of each. */
export function tally(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out {
  const made = makeHash(ctx, state, nominal('Hash', [elementType(array.type), INTEGER]), EMPTY);
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s) => {
      const key = keyFor(ctx, element, 'tally', site, s);
      const parts = contentsOf(ctx, s, made.object);
      const more = add(unboxed(select(parts.values, key), 'int'), int(1));
      const term = ite(select(parts.present, key), more, int(1));
      return withHash(ctx, s, made.object, put(parts, key, boxed({ kind: 'int', term })!));
    },
    giving(made.object),
  );
}

/** As many rows as the receiver has elements; what the others lack is nil. */
export function zip(
  ctx: Ctx,
  array: ArrayVal,
  others: readonly ArrayVal[],
  site: Site,
  state: State,
  call: CallBlock | null,
): Out {
  const row = (k: Formula, s: State): Out => {
    const values = [elementInRange(ctx, s, array, k), ...others.map(other => readElement(ctx, s, other, k))];
    return makeArray(ctx, s, values, { kind: 'tuple', elements: values.map(typeOf) }, site);
  };
  if (call)
    return each(
      ctx,
      array,
      site,
      state,
      (_, index, s, breaks) => {
        const given = row(index, s);
        return call([given.value], given.state, breaks).state;
      },
      giving(NIL_VAL),
    );
  const { settings } = ctx.run.input;
  const elements = [elementType(array.type), ...others.map(other => orNil(elementType(other.type)))];
  const made = makeArray(ctx, state, [], nominal('Array', [{ kind: 'tuple', elements }]), site);
  const end = collect(ctx, made.state, site, {
    array: made.value as ArrayVal,
    count: s => lengthOf(ctx, s, array),
    element: row,
    rounds: {
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

function orNil(type: Type): Type {
  return { kind: 'union', members: [type, { kind: 'nil' }] };
}

export interface Windows {
  readonly state: State;
  readonly more: (k: Formula, state: State) => Formula;
  /** The k-th as a new array. */
  readonly part: (k: Formula, state: State) => Out;
  /** How many; null: the size is not known. */
  readonly count: ((state: State) => Formula) | null;
}

/** `each_slice` and `each_cons` hand out new arrays; a size that is not positive raises. */
export function windowsOf(
  ctx: Ctx,
  array: ArrayVal,
  method: 'each_slice' | 'each_cons',
  size: Formula,
  site: Site,
  before: State,
): Windows {
  const sliced = method === 'each_slice';
  const state = oblige(ctx, before, {
    kind: 'core-precondition',
    goal: compare('>', size, int(0)),
    place: placeOf(ctx, site),
    about: `the size that ${method} is given is positive`,
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
      const count = sliced ? smallest(size, sub(length(s), from(k))) : size;
      const type = nominal('Array', [elementType(array.type)]);
      elementInRange(ctx, s, array, from(k)); // what its type promises
      return partOf(ctx, s, type, size, count, i => select(elements, add(from(k), i)), site);
    },
    count: sliced
      ? known !== null && known > 0n
        ? slices
        : null
      : s => largest(int(0), sub(add(length(s), int(1)), size)),
  };
}

export function windows(
  ctx: Ctx,
  array: ArrayVal,
  method: 'each_slice' | 'each_cons',
  size: Formula,
  site: Site,
  before: State,
  call: CallBlock,
): Out {
  const { state, more, part } = windowsOf(ctx, array, method, size, site, before);
  const breaks: Exit[] = [];
  const end = iterate(ctx, state, site, {
    more: (k, s) => ({ condition: more(k, s), state: s }),
    round: (k, s) => {
      const window = part(k, s);
      return call([window.value], window.state, breaks).state;
    },
    gathers: [breaks],
    counted: true,
    ...boundOf(ctx),
  });
  const out = joinExits(ctx, [...breaks, { value: array, state: end }], site, end);
  return method === 'each_cons' && changesArray(ctx, array, state, out.state)
    ? rememberedWindows(ctx, site, out.state)
    : out;
}

/** A new array of what `call` makes of each window. */
export function mappedWindows(
  ctx: Ctx,
  array: ArrayVal,
  method: 'each_slice' | 'each_cons',
  size: Formula,
  type: Type,
  site: Site,
  before: State,
  call: CallBlock,
): Out {
  const { state, more, part, count } = windowsOf(ctx, array, method, size, site, before);
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const breaks: Exit[] = [];
  const element = (k: Formula, s: State): Out => {
    const window = part(k, s);
    return call([window.value], window.state, breaks);
  };
  const rounds = {
    more: (k: Formula, s: State) => ({ condition: more(k, s), state: s }),
    gathers: [breaks],
    counted: true,
    ...boundOf(ctx),
  };
  const round = (k: Formula, s: State): State => {
    const out = element(k, s);
    return append(ctx, result, out.value, site, out.state).state;
  };
  const end = count
    ? collect(ctx, made.state, site, { array: result, count, element, rounds })
    : iterate(ctx, made.state, site, { ...rounds, round });
  const out = joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
  return changesArray(ctx, array, state, out.state) ? rememberedWindows(ctx, site, out.state) : out;
}

function boundOf(ctx: Ctx) {
  const { settings } = ctx.run.input;
  return {
    bound: settings.arrayBound,
    exactly: settings.unrolling,
    caveat: { type: 'arrays', bound: settings.arrayBound } as const,
  };
}

/** Elements beyond the count say nothing: where the size is a small number all of them are written out. */
function partOf(
  ctx: Ctx,
  state: State,
  type: Type,
  size: Formula,
  count: Formula,
  at: (index: Formula) => Formula,
  site: Site,
): Out {
  if (integer(count) !== null || (integer(size) ?? MOST_WRITTEN_OUT) >= MOST_WRITTEN_OUT)
    return arrayBy(ctx, state, type, count, at, site);
  const made = arrayBy(ctx, state, type, size, at, site);
  const array = made.value as ArrayVal;
  return { value: array, state: withContents(ctx, made.state, array, elementsOf(ctx, made.state, array), count) };
}

const MOST_WRITTEN_OUT = 10n;

/** Ruby keeps the elements of a window from before the block ran: what the block writes shows later or not at all. */
function rememberedWindows(ctx: Ctx, site: Site, state: State): Out {
  const what = 'windows over an array that its block changes';
  return { value: notModelled(ctx, what, site), state: havoc(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
