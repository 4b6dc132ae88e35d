/** Elements of an array by place: `values_at`, `rotate`, `minmax`, `pop(n)`, `shift(n)`; how many equal one: `count(x)`. */
import { add, compare, integer, lt, sub } from '../../logic/arithmetic';
import { int, ite } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { INTEGER, nominal } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementsOf, elementType, lengthOf, makeArray, readElement } from '../arrays';
import { fork } from '../branch';
import type { Ctx, Out } from '../context';
import { divide } from '../division';
import { arrayBy, elementsBy, largest, smallest } from '../indexed';
import { unionOf } from '../shape';
import type { State } from '../state';
import { truthy, type Val } from '../value';
import { extreme } from './arrayChoice';
import { written } from './arrayMoves';
import { carrying, giving } from './arrayRounds';
import { counted } from './arraySlices';

export function picked(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  const [first] = args.positional;
  if (method === 'values_at') return valuesAt(ctx, array, args.positional, site, state);
  if (args.positional.length > 1) return null;
  switch (method) {
    case 'rotate':
      return first && first.kind !== 'int' ? null : rotated(ctx, array, first?.term ?? int(1), site, state);
    case 'minmax':
      return first ? null : minmax(ctx, array, site, state);
    case 'count':
      return first ? countEqual(ctx, array, first, site, state) : null;
    case 'pop':
    case 'shift':
      return first?.kind === 'int' ? takenOff(ctx, array, method, first.term, site, state) : null;
    default:
      return null;
  }
}

/** nil where there is none. */
function valuesAt(ctx: Ctx, array: ArrayVal, places: readonly Val[], site: Site, state: State): Out | null {
  const values = places.map(place => (place.kind === 'int' ? readElement(ctx, state, array, place.term) : null));
  if (values.some(value => value === null)) return null;
  const type = nominal('Array', [unionOf([elementType(array.type), { kind: 'nil' }])]);
  return makeArray(ctx, state, values as readonly Val[], type, site);
}

/** The element at `by` comes first; what stood before it comes last. */
function rotated(ctx: Ctx, array: ArrayVal, by: Formula, site: Site, state: State): Out | null {
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const start = startAfter(ctx, by, length);
  if (start === null) return null;
  const at = (i: Formula): Formula => {
    const place = add(i, start);
    return select(elements, ite(lt(place, length), place, sub(place, length)));
  };
  return arrayBy(ctx, state, array.type, length, at, site);
}

function startAfter(ctx: Ctx, by: Formula, length: Formula): Formula | null {
  const none = compare('<=', length, int(1));
  if (integer(by) === 0n) return int(0);
  if (integer(by) === 1n) return ite(none, int(0), int(1));
  if (integer(by) === -1n) return ite(none, int(0), sub(length, int(1)));
  return ctx.spec ? null : divide(ctx.run, by, ite(none, int(1), length)).remainder;
}

function minmax(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out | null {
  const element = elementType(array.type);
  if (element.kind !== 'nominal' || element.name !== 'Integer') return null;
  const least = extreme(ctx, array, 'min', site, state);
  const most = extreme(ctx, array, 'max', site, least.state);
  const maybe = unionOf([INTEGER, { kind: 'nil' }]);
  return makeArray(ctx, most.state, [least.value, most.value], { kind: 'tuple', elements: [maybe, maybe] }, site);
}

function countEqual(ctx: Ctx, array: ArrayVal, wanted: Val, site: Site, state: State): Out {
  return carrying(ctx, array, { kind: 'int', term: int(0) }, site, state, (carried, element, s) => {
    const equal = ctx.run.rules.send(ctx, element, '==', [wanted], site, s);
    const one = (more: State): Out =>
      ctx.run.rules.send(ctx, carried, '+', [{ kind: 'int', term: int(1) }], site, more);
    return fork(ctx, truthy(equal.value), equal.state, site, one, giving(carried));
  });
}

/** The last or first n, or as many as there are, as a new array. */
function takenOff(ctx: Ctx, array: ArrayVal, method: 'pop' | 'shift', n: Formula, site: Site, state: State): Out {
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const count = smallest(n, length);
  const from = method === 'pop' ? largest(int(0), sub(length, n)) : int(0);
  const part = counted(ctx, array, from, count, n, site, state);
  const rest = sub(length, count);
  const moved = (i: Formula): Formula => select(elements, add(i, count));
  const left = method === 'pop' ? elements : elementsBy(ctx, rest, moved, elements);
  return { value: part.value, state: written(ctx, array, left, rest, site, part.state) };
}
