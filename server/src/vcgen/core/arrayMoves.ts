/**
 * Arrays whose elements move: `shift`, `unshift`, `insert`, `delete_at`, `concat`, `+`, `*`, `reverse`, `replace`,
 * `fill`. Elements by index, without a bound.
 */
import { add, compare, integer, lt, mul, sub } from '../../logic/arithmetic';
import { and, eq, int, ite } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { nominal, type Type } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementsOf, elementType, isArray, lengthOf, readElement, withContents } from '../arrays';
import { type Ctx, notModelled, type Out, placeOf } from '../context';
import { flowInto } from '../flow';
import { arrayBy, elementsBy } from '../indexed';
import { leak } from '../leak';
import { mayWrite } from '../mayWrite';
import { touched } from '../objects';
import { oblige } from '../obligations';
import { isDynamic, mayBeNil, unionOf } from '../shape';
import type { State } from '../state';
import { tagsOf } from '../typing';
import { BOXED_NIL, boxed, type Val } from '../value';
import { indexOf } from './arrayOrder';
import type { Model } from './models';

export const movedModel: Model = (ctx, receiver, method, args, site, state) => {
  const array = receiver as ArrayVal;
  const [first, second] = args.positional;
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  if (!first) {
    switch (method) {
      case 'shift':
        return shift(ctx, array, site, state);
      case 'reverse':
        return arrayBy(ctx, state, array.type, length, i => select(elements, sub(sub(length, int(1)), i)), site);
      default:
        return null;
    }
  }
  switch (method) {
    case 'unshift':
    case 'prepend':
      return insertAt(ctx, array, int(0), first, args, site, state);
    case 'insert':
      return second && first.kind === 'int' ? insert(ctx, array, first.term, second, args, site, state) : null;
    case 'delete_at':
      return first.kind === 'int' ? deleteAt(ctx, array, first.term, site, state) : null;
    case '+':
      return isArray(first) ? joined(ctx, array, first, site, state) : null;
    case 'concat':
      return isArray(first) ? concat(ctx, array, taken(ctx, array, first, args, site, state), site, state) : null;
    case 'replace':
      return isArray(first) ? replace(ctx, array, taken(ctx, array, first, args, site, state), site, state) : null;
    case 'fill':
      return fill(ctx, array, first, args, site, state);
    case '*':
      return first.kind === 'int' ? repeated(ctx, array, first.term, site, state) : null;
    case 'index':
    case 'find_index':
      return indexOf(ctx, array, first, state);
    default:
      return null;
  }
};

export function written(
  ctx: Ctx,
  array: ArrayVal,
  elements: Formula,
  length: Formula,
  site: Site,
  state: State,
): State {
  mayWrite(ctx, state, '#elements', array.term, placeOf(ctx, site));
  return withContents(ctx, touched(ctx, state, array.term), array, elements, length);
}

/** The value in the form in which the array holds it, asked to have the element type. */
function entering(ctx: Ctx, array: ArrayVal, value: Val, args: Args, at: number, site: Site, state: State) {
  const type = elementType(array.type);
  const place = placeOf(ctx, args.sites[at] ?? site);
  const stored = isDynamic(type) ? value : flowInto(ctx, state, value, type, place, 'the new element');
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} in an array`, site))!;
  return { stored, term };
}

/** What comes in as a whole is asked to hold what the array holds. */
function taken(ctx: Ctx, array: ArrayVal, other: ArrayVal, args: Args, site: Site, state: State): ArrayVal {
  const place = placeOf(ctx, args.sites[0] ?? site);
  flowInto(ctx, state, other, nominal('Array', [elementType(array.type)]), place, 'what is put in');
  return other;
}

function shift(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out {
  const value = readElement(ctx, state, array, int(0));
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const rest = ite(eq(length, int(0)), int(0), sub(length, int(1)));
  const moved = elementsBy(ctx, rest, i => select(elements, add(i, int(1))), elements);
  return { value, state: written(ctx, array, moved, rest, site, state) };
}

function insertAt(ctx: Ctx, array: ArrayVal, at: Formula, value: Val, args: Args, site: Site, state: State): Out {
  const { stored, term } = entering(ctx, array, value, args, args.positional.length - 1, site, state);
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const longer = add(ite(lt(length, at), at, length), int(1));
  const moved = elementsBy(
    ctx,
    longer,
    i => ite(eq(i, at), term, ite(lt(i, at), before(elements, length, at, i), select(elements, sub(i, int(1))))),
    elements,
  );
  return { value: array, state: written(ctx, array, moved, longer, site, leak(state, stored)) };
}

/** Beyond the old end there is nil. */
function before(elements: Formula, length: Formula, at: Formula, index: Formula): Formula {
  const inside = select(elements, index);
  return integer(at) === 0n ? inside : ite(lt(index, length), inside, BOXED_NIL);
}

/** A negative index counts from behind the last element; too far to the left raises; a gap fills up with nil. */
function insert(ctx: Ctx, array: ArrayVal, index: Formula, value: Val, args: Args, site: Site, state: State): Out {
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(add(index, length), int(1)), index);
  const place = placeOf(ctx, site);
  const on = oblige(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', at, int(0)),
    place,
    about: 'the index is not too far to the left',
    raises: 'IndexError',
  });
  if (!mayBeNil(elementType(array.type)))
    oblige(ctx, on, {
      kind: 'non-nil',
      goal: compare('<=', at, length),
      place,
      about: 'the index leaves no gap of nils',
    });
  return insertAt(ctx, array, at, value, args, site, on);
}

function deleteAt(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const value = readElement(ctx, state, array, index);
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  const there = and(compare('>=', at, int(0)), lt(at, length));
  const rest = ite(there, sub(length, int(1)), length);
  const moved = elementsBy(
    ctx,
    rest,
    i => ite(and(there, compare('>=', i, at)), select(elements, add(i, int(1))), select(elements, i)),
    elements,
  );
  return { value, state: written(ctx, array, moved, rest, site, state) };
}

function joinedType(a: Type, b: Type): Type {
  return nominal('Array', [unionOf([elementType(a), elementType(b)])]);
}

export function followed(ctx: Ctx, a: ArrayVal, b: ArrayVal, state: State) {
  const [m, n] = [lengthOf(ctx, state, a), lengthOf(ctx, state, b)];
  const [x, y] = [elementsOf(ctx, state, a), elementsOf(ctx, state, b)];
  const at = (i: Formula): Formula => ite(lt(i, m), select(x, i), select(y, sub(i, m)));
  return { length: add(m, n), at };
}

function joined(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out {
  const { length, at } = followed(ctx, a, b, state);
  return arrayBy(ctx, state, joinedType(a.type, b.type), length, at, site);
}

/** Elements of another type would break what the array promises: then it is not modelled. */
function holds(a: Type, b: Type): boolean {
  const [inner, outer] = [tagsOf(elementType(b)), tagsOf(elementType(a))];
  if (JSON.stringify(elementType(a)) === JSON.stringify(elementType(b))) return true;
  return inner !== null && outer !== null && !inner.has('ref') && [...inner].every(tag => outer.has(tag));
}

function concat(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  if (!holds(a.type, b.type)) return null;
  const { length, at } = followed(ctx, a, b, state);
  const elements = elementsBy(ctx, length, at, elementsOf(ctx, state, a));
  return { value: a, state: written(ctx, a, elements, length, site, leak(state, b)) };
}

function replace(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  if (!holds(a.type, b.type)) return null;
  const elements = elementsOf(ctx, state, b);
  return { value: a, state: written(ctx, a, elements, lengthOf(ctx, state, b), site, leak(state, b)) };
}

function fill(ctx: Ctx, array: ArrayVal, value: Val, args: Args, site: Site, state: State): Out {
  const { stored, term } = entering(ctx, array, value, args, 0, site, state);
  const length = lengthOf(ctx, state, array);
  const elements = elementsBy(ctx, length, () => term, elementsOf(ctx, state, array));
  return { value: array, state: written(ctx, array, elements, length, site, leak(state, stored)) };
}

/** A few copies in a row. */
function repeated(ctx: Ctx, array: ArrayVal, times: Formula, site: Site, state: State): Out | null {
  const n = integer(times);
  if (n === null || n < 0n || n > 8n) return null;
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const copy = (k: number, i: Formula): Formula => {
    const own = select(elements, sub(i, mul(length, int(k))));
    return k + 1 >= Number(n) ? own : ite(lt(i, mul(length, int(k + 1))), own, copy(k + 1, i));
  };
  return arrayBy(ctx, state, array.type, mul(length, int(n)), i => copy(0, i), site);
}
