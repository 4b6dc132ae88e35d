/**
 * Slices of an array as a new one: `a[i, n]`, `a[i..j]`, `first(n)`, `last(n)`, `take`, `drop`. Elements by index, no
 * bound.
 */
import { add, compare, sub } from '../../../logic/arithmetic';
import { and, int, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { elementsOf, lengthOf } from '../../heap/arrays';
import { makeArrayByIndex, maxOf, minOf } from '../../heap/indexedArrays';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { type ArrayVal, BOXED_NIL, boxValue, typeOf, type Val } from '../../state/value';

export const sliceModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  const array = receiver as ArrayVal;
  const [first, second] = args.positional;
  const length = lengthOf(ctx, state, array);
  if ((method === '[]' || method === 'slice') && first?.kind === 'int' && second?.kind === 'int')
    return args.positional.length === 2
      ? sliceFrom(ctx, array, { start: first.term, count: second.term }, site, state)
      : null;
  if (args.positional.length !== 1) return null;
  if ((method === '[]' || method === 'slice') && first?.kind === 'range')
    return sliceOfRange(ctx, array, first, site, state);
  if (first?.kind !== 'int') return null;
  const n = first.term;
  const toArray = { ...send, receiver: array };
  switch (method) {
    case 'first':
    case 'take':
      return sliceOfCount(ctx, toArray, { start: int(0), count: minOf(n, length) }, n, state);
    case 'last':
      return sliceOfCount(ctx, toArray, { start: maxOf(int(0), sub(length, n)), count: minOf(n, length) }, n, state);
    case 'drop':
      return sliceOfCount(ctx, toArray, { start: n, count: maxOf(int(0), sub(length, n)) }, n, state);
    default:
      return null;
  }
};

/** A negative number of elements raises. */
export function sliceOfCount(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  slice: Slice,
  n: Formula,
  state: State,
): Out {
  const on = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', n, int(0)),
    place: placeOf(ctx, site),
    reason: { kind: 'nonnegative-count' },
    raises: 'ArgumentError',
  });
  return makeSlice(ctx, array, slice, site, on);
}

/** `count` elements of an array, beginning at index `start`. */
export interface Slice {
  readonly start: Formula;
  readonly count: Formula;
}

function makeSlice(ctx: Ctx, array: ArrayVal, { start, count }: Slice, site: Site, state: State): Out {
  const elements = elementsOf(ctx, state, array);
  return makeArrayByIndex(
    ctx,
    state,
    { type: array.type, length: count, at: index => select(elements, add(start, index)) },
    site,
  );
}

/** nil if the start is out of range or the count is negative; a start one past the end gives []. */
function sliceFrom(ctx: Ctx, array: ArrayVal, { start: index, count }: Slice, site: Site, state: State): Out {
  const length = lengthOf(ctx, state, array);
  const start = ite(compare('<', index, int(0)), add(index, length), index);
  const reached = and(compare('>=', start, int(0)), compare('<=', start, length), compare('>=', count, int(0)));
  const size = minOf(count, sub(length, start));
  const made = makeSlice(ctx, array, { start, count: size }, site, state);
  if (reached === TRUE) return made;
  const value = boxValue(made.value)!;
  const type = makeUnionType([typeOf(made.value), { kind: 'nil' }]);
  return { value: { kind: 'boxed', term: ite(reached, value, BOXED_NIL), type }, state: made.state };
}

function sliceOfRange(ctx: Ctx, array: ArrayVal, range: Val & { kind: 'range' }, site: Site, state: State): Out | null {
  const first = range.from ?? ({ kind: 'int', term: int(0) } as const);
  const last = range.to ?? ({ kind: 'int', term: int(-1) } as const);
  if (first.kind !== 'int' || last.kind !== 'int') return null;
  const length = lengthOf(ctx, state, array);
  const counting = (term: Formula): Formula => ite(compare('<', term, int(0)), add(term, length), term);
  const [start, end] = [counting(first.term), counting(last.term)];
  const inclusive = !range.exclusive || range.to === null;
  const count = maxOf(int(0), add(sub(end, start), int(inclusive ? 1 : 0)));
  return sliceFrom(ctx, array, { start: first.term, count }, site, state);
}
