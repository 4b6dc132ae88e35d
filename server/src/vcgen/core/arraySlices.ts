/** Parts of an array as a new one: `a[i, n]`, `a[i..j]`, `first(n)`, `last(n)`, `take`, `drop`. Elements by index, no bound. */
import { add, compare, sub } from '../../logic/arithmetic';
import { and, int, ite, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import type { Site } from '../arguments';
import { type ArrayVal, elementsOf, lengthOf } from '../arrays';
import { type Ctx, type Out, placeOf } from '../context';
import { arrayBy, largest, smallest } from '../indexed';
import { oblige } from '../obligations';
import { unionOf } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, boxed, typeOf, type Val } from '../value';
import type { Model } from './models';

export const sliceModel: Model = (ctx, receiver, method, args, site, state) => {
  const array = receiver as ArrayVal;
  const [first, second] = args.positional;
  const length = lengthOf(ctx, state, array);
  if ((method === '[]' || method === 'slice') && first?.kind === 'int' && second?.kind === 'int')
    return args.positional.length === 2 ? from(ctx, array, first.term, second.term, site, state) : null;
  if (args.positional.length !== 1) return null;
  if ((method === '[]' || method === 'slice') && first?.kind === 'range')
    return inRange(ctx, array, first, site, state);
  if (first?.kind !== 'int') return null;
  const n = first.term;
  switch (method) {
    case 'first':
    case 'take':
      return counted(ctx, array, int(0), smallest(n, length), n, site, state);
    case 'last':
      return counted(ctx, array, largest(int(0), sub(length, n)), smallest(n, length), n, site, state);
    case 'drop':
      return counted(ctx, array, n, largest(int(0), sub(length, n)), n, site, state);
    default:
      return null;
  }
};

/** A negative number of elements raises. */
export function counted(
  ctx: Ctx,
  array: ArrayVal,
  start: Formula,
  count: Formula,
  n: Formula,
  site: Site,
  state: State,
): Out {
  const on = oblige(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', n, int(0)),
    place: placeOf(ctx, site),
    about: 'the number of elements is not negative',
    raises: 'ArgumentError',
  });
  return part(ctx, array, start, count, site, on);
}

function part(ctx: Ctx, array: ArrayVal, start: Formula, count: Formula, site: Site, state: State): Out {
  const elements = elementsOf(ctx, state, array);
  return arrayBy(ctx, state, array.type, count, index => select(elements, add(start, index)), site);
}

/** nil where the start is out of reach or the count is negative; one past the end gives []. */
function from(ctx: Ctx, array: ArrayVal, index: Formula, count: Formula, site: Site, state: State): Out {
  const length = lengthOf(ctx, state, array);
  const start = ite(compare('<', index, int(0)), add(index, length), index);
  const reached = and(compare('>=', start, int(0)), compare('<=', start, length), compare('>=', count, int(0)));
  const size = smallest(count, sub(length, start));
  const made = part(ctx, array, start, size, site, state);
  if (reached === TRUE) return made;
  const value = boxed(made.value)!;
  const type = unionOf([typeOf(made.value), { kind: 'nil' }]);
  return { value: { kind: 'boxed', term: ite(reached, value, BOXED_NIL), type }, state: made.state };
}

function inRange(ctx: Ctx, array: ArrayVal, range: Val & { kind: 'range' }, site: Site, state: State): Out | null {
  const first = range.from ?? ({ kind: 'int', term: int(0) } as const);
  const last = range.to ?? ({ kind: 'int', term: int(-1) } as const);
  if (first.kind !== 'int' || last.kind !== 'int') return null;
  const length = lengthOf(ctx, state, array);
  const counting = (term: Formula): Formula => ite(compare('<', term, int(0)), add(term, length), term);
  const [start, end] = [counting(first.term), counting(last.term)];
  const inclusive = !range.exclusive || range.to === null;
  const count = largest(int(0), add(sub(end, start), int(inclusive ? 1 : 0)));
  return from(ctx, array, first.term, count, site, state);
}
