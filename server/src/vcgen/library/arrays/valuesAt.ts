/**
 * Elements of an array by position: `values_at`, `rotate`, `minmax`, `pop(n)`, `shift(n)`; the number of equal ones:
 * `count(x)`.
 */
import { add, compare, integer, lt, sub } from '../../../logic/arithmetic';
import { int, ite } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { INTEGER, nominal } from '../../../types/type';
import { elementsOf, elementType, lengthOf, makeArray, readElement } from '../../heap/arrays';
import { makeArrayByIndex, makeElementsByIndex, maxOf, minOf } from '../../heap/indexedArrays';
import type { Send, Site } from '../../state/call';
import { positionalArgs } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import { forkState } from '../../state/fork';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { type ArrayVal, isTruthy, type Val } from '../../state/value';
import { isSameOrEqual } from '../equality/equality';
import { divide } from '../numbers/division';
import { extremeNumber } from './findFold';
import { alwaysReturn, foldElements } from './forEachElement';
import { writeContents } from './insertRemove';
import { sliceOfCount } from './slices';

export function valuesAtModel(ctx: Ctx, send: Send<ArrayVal>, state: State): Out | null {
  const { receiver: array, method, args, site } = send;
  const [first] = args.positional;
  if (method === 'values_at') return valuesAt(ctx, array, args.positional, site, state);
  if (args.positional.length > 1) return null;
  switch (method) {
    case 'rotate':
      return first && first.kind !== 'int' ? null : rotateArray(ctx, array, first?.term ?? int(1), site, state);
    case 'minmax':
      return first ? null : minmax(ctx, array, site, state);
    case 'count':
      return first ? countEqual(ctx, array, first, site, state) : null;
    case 'pop':
    case 'shift':
      return first?.kind === 'int' ? removeAtEnd(ctx, send, method, first.term, state) : null;
    default:
      return null;
  }
}

/** nil for an index out of range. */
function valuesAt(ctx: Ctx, array: ArrayVal, places: readonly Val[], site: Site, state: State): Out | null {
  const values = places.map(place => (place.kind === 'int' ? readElement(ctx, state, array, place.term) : null));
  if (values.some(value => value === null)) return null;
  const type = nominal('Array', [makeUnionType([elementType(array.type), { kind: 'nil' }])]);
  return makeArray(ctx, state, values as readonly Val[], type, site);
}

/** The element at `by` comes first; the elements before it come last. */
function rotateArray(ctx: Ctx, array: ArrayVal, by: Formula, site: Site, state: State): Out | null {
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const start = startAfter(ctx, by, length);
  if (start === null) return null;
  const at = (i: Formula): Formula => {
    const place = add(i, start);
    return select(elements, ite(lt(place, length), place, sub(place, length)));
  };
  return makeArrayByIndex(ctx, state, { type: array.type, length, at }, site);
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
  const least = extremeNumber(ctx, array, 'min', site, state);
  const most = extremeNumber(ctx, array, 'max', site, least.state);
  const maybe = makeUnionType([INTEGER, { kind: 'nil' }]);
  return makeArray(ctx, most.state, [least.value, most.value], { kind: 'tuple', elements: [maybe, maybe] }, site);
}

function countEqual(ctx: Ctx, array: ArrayVal, wanted: Val, site: Site, state: State): Out {
  return foldElements(ctx, array, site, state, {
    start: { kind: 'int', term: int(0) },
    step: (carried, element, s) => {
      const equal = isSameOrEqual(ctx, { a: element, b: wanted, method: '==', site }, s);
      const one = (more: State): Out =>
        ctx.run.rules.send(
          ctx,
          { receiver: carried, method: '+', args: positionalArgs([{ kind: 'int', term: int(1) }]), site },
          more,
        );
      return forkState(ctx, isTruthy(equal.value), equal.state, site, { yes: one, no: alwaysReturn(carried) });
    },
  });
}

/** Removes the last or first n elements, or all if there are fewer, and returns them as a new array. */
function removeAtEnd(ctx: Ctx, send: Send<ArrayVal>, method: 'pop' | 'shift', n: Formula, state: State): Out {
  const { receiver: array, site } = send;
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const count = minOf(n, length);
  const from = method === 'pop' ? maxOf(int(0), sub(length, n)) : int(0);
  const part = sliceOfCount(ctx, send, { start: from, count }, n, state);
  const rest = sub(length, count);
  const moved = (i: Formula): Formula => select(elements, add(i, count));
  const left = method === 'pop' ? elements : makeElementsByIndex(ctx, rest, moved, elements);
  return { value: part.value, state: writeContents(ctx, array, { elements: left, length: rest }, site, part.state) };
}
