/**
 * Arrays whose elements move: `shift`, `unshift`, `insert`, `delete_at`, `concat`, `+`, `*`, `reverse`, `replace`,
 * `fill`. Elements by index, without a bound.
 */
import { add, compare, integer, lt, mul, sub } from '../../../logic/arithmetic';
import { and, eq, int, ite } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { nominal, type Type } from '../../../types/type';
import { elementsOf, elementType, isArray, lengthOf, readElement, withContents } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { makeArrayByIndex, makeElementsByIndex } from '../../heap/indexedArrays';
import { touchObject } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import { flowInto } from '../../obligations/flowInto';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, makeUnmodelled, type Out, placeOf } from '../../state/context';
import { ELEMENTS } from '../../state/heapKey';
import { isDynamic, makeUnionType, mayBeNil } from '../../state/representation';
import type { State } from '../../state/state';
import { tagsOf } from '../../state/typeGuards';
import { type ArrayVal, BOXED_NIL, boxValue, type Val } from '../../state/value';

export const insertRemoveModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  const array = receiver as ArrayVal;
  const [first, second] = args.positional;
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  if (!first) {
    switch (method) {
      case 'shift':
        return shift(ctx, array, site, state);
      case 'reverse':
        return makeArrayByIndex(
          ctx,
          state,
          { type: array.type, length, at: i => select(elements, sub(sub(length, int(1)), i)) },
          site,
        );
      default:
        return null;
    }
  }
  const toArray = { ...send, receiver: array };
  switch (method) {
    case 'unshift':
    case 'prepend':
      return insertAt(ctx, toArray, int(0), first, state);
    case 'insert':
      return second && first.kind === 'int' ? insert(ctx, toArray, first.term, second, state) : null;
    case 'delete_at':
      return first.kind === 'int' ? deleteAt(ctx, array, first.term, site, state) : null;
    case '+':
      return isArray(first) ? concatArrays(ctx, array, first, site, state) : null;
    case 'concat':
      return isArray(first) ? concat(ctx, array, requireElementTypes(ctx, toArray, first, state), site, state) : null;
    case 'replace':
      return isArray(first) ? replace(ctx, array, requireElementTypes(ctx, toArray, first, state), site, state) : null;
    case 'fill':
      return fill(ctx, toArray, first, state);
    case '*':
      return first.kind === 'int' ? repeatArray(ctx, array, first.term, site, state) : null;
    default:
      return null;
  }
};

/** The contents of an array. */
export interface ArrayContents {
  readonly elements: Formula;
  readonly length: Formula;
}

export function writeContents(
  ctx: Ctx,
  array: ArrayVal,
  { elements, length }: ArrayContents,
  site: Site,
  state: State,
): State {
  checkWrite(ctx, state, ELEMENTS, array.term, placeOf(ctx, site));
  return withContents(ctx, touchObject(ctx, state, array.term), array, elements, length);
}

/** Converts the value to the array's element form and requires the element type. */
function convertElement(
  ctx: Ctx,
  { receiver: array, args, site }: Send<ArrayVal>,
  value: Val,
  at: number,
  state: State,
) {
  const type = elementType(array.type);
  const place = placeOf(ctx, args.sites[at] ?? site);
  const stored = isDynamic(type)
    ? value
    : flowInto(ctx, state, { value, type, place, subject: { kind: 'new-element' } });
  const term = boxValue(stored) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-array', value: value.kind }, site))!;
  return { stored, term };
}

/** Requires an array that is inserted as a whole to have the receiver's element type. */
function requireElementTypes(
  ctx: Ctx,
  { receiver: array, args, site }: Send<ArrayVal>,
  other: ArrayVal,
  state: State,
): ArrayVal {
  const place = placeOf(ctx, args.sites[0] ?? site);
  flowInto(ctx, state, {
    value: other,
    type: nominal('Array', [elementType(array.type)]),
    place,
    subject: { kind: 'inserted' },
  });
  return other;
}

function shift(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out {
  const value = readElement(ctx, state, array, int(0));
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const rest = ite(eq(length, int(0)), int(0), sub(length, int(1)));
  const moved = makeElementsByIndex(ctx, rest, i => select(elements, add(i, int(1))), elements);
  return { value, state: writeContents(ctx, array, { elements: moved, length: rest }, site, state) };
}

function insertAt(ctx: Ctx, send: Send<ArrayVal>, at: Formula, value: Val, state: State): Out {
  const { receiver: array, args, site } = send;
  const { stored, term } = convertElement(ctx, send, value, args.positional.length - 1, state);
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const longer = add(ite(lt(length, at), at, length), int(1));
  const moved = makeElementsByIndex(
    ctx,
    longer,
    i => ite(eq(i, at), term, ite(lt(i, at), elementOrNil(elements, length, at, i), select(elements, sub(i, int(1))))),
    elements,
  );
  return {
    value: array,
    state: writeContents(ctx, array, { elements: moved, length: longer }, site, markEscaped(state, stored)),
  };
}

/** Beyond the old end the elements are nil. */
function elementOrNil(elements: Formula, length: Formula, at: Formula, index: Formula): Formula {
  const inside = select(elements, index);
  return integer(at) === 0n ? inside : ite(lt(index, length), inside, BOXED_NIL);
}

/** A negative index counts from after the last element; one before the first raises; a gap is padded with nil. */
function insert(ctx: Ctx, send: Send<ArrayVal>, index: Formula, value: Val, state: State): Out {
  const { receiver: array, site } = send;
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(add(index, length), int(1)), index);
  const place = placeOf(ctx, site);
  const on = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', at, int(0)),
    place,
    reason: { kind: 'index-not-below-start' },
    raises: 'IndexError',
  });
  if (!mayBeNil(elementType(array.type)))
    addObligation(ctx, on, {
      kind: 'non-nil',
      goal: compare('<=', at, length),
      place,
      reason: { kind: 'index-leaves-no-gap' },
    });
  return insertAt(ctx, send, at, value, on);
}

function deleteAt(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const value = readElement(ctx, state, array, index);
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  const there = and(compare('>=', at, int(0)), lt(at, length));
  const rest = ite(there, sub(length, int(1)), length);
  const moved = makeElementsByIndex(
    ctx,
    rest,
    i => ite(and(there, compare('>=', i, at)), select(elements, add(i, int(1))), select(elements, i)),
    elements,
  );
  return { value, state: writeContents(ctx, array, { elements: moved, length: rest }, site, state) };
}

function joinedType(a: Type, b: Type): Type {
  return nominal('Array', [makeUnionType([elementType(a), elementType(b)])]);
}

export function concatByIndex(ctx: Ctx, a: ArrayVal, b: ArrayVal, state: State) {
  const [m, n] = [lengthOf(ctx, state, a), lengthOf(ctx, state, b)];
  const [x, y] = [elementsOf(ctx, state, a), elementsOf(ctx, state, b)];
  const at = (i: Formula): Formula => ite(lt(i, m), select(x, i), select(y, sub(i, m)));
  return { length: add(m, n), at };
}

/** A new array with the elements of both. */
export function concatArrays(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out {
  const { length, at } = concatByIndex(ctx, a, b, state);
  return makeArrayByIndex(ctx, state, { type: joinedType(a.type, b.type), length, at }, site);
}

/** Elements of another type would violate the array's type: not modelled. */
function mayHoldElements(a: Type, b: Type): boolean {
  const [inner, outer] = [tagsOf(elementType(b)), tagsOf(elementType(a))];
  if (JSON.stringify(elementType(a)) === JSON.stringify(elementType(b))) return true;
  return inner !== null && outer !== null && !inner.has('ref') && [...inner].every(tag => outer.has(tag));
}

function concat(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  if (!mayHoldElements(a.type, b.type)) return null;
  const { length, at } = concatByIndex(ctx, a, b, state);
  const elements = makeElementsByIndex(ctx, length, at, elementsOf(ctx, state, a));
  return { value: a, state: writeContents(ctx, a, { elements, length }, site, markEscaped(state, b)) };
}

function replace(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  if (!mayHoldElements(a.type, b.type)) return null;
  const elements = elementsOf(ctx, state, b);
  return {
    value: a,
    state: writeContents(ctx, a, { elements, length: lengthOf(ctx, state, b) }, site, markEscaped(state, b)),
  };
}

function fill(ctx: Ctx, send: Send<ArrayVal>, value: Val, state: State): Out {
  const { receiver: array, site } = send;
  const { stored, term } = convertElement(ctx, send, value, 0, state);
  const length = lengthOf(ctx, state, array);
  const elements = makeElementsByIndex(ctx, length, () => term, elementsOf(ctx, state, array));
  return { value: array, state: writeContents(ctx, array, { elements, length }, site, markEscaped(state, stored)) };
}

/** A small number of copies in sequence. */
function repeatArray(ctx: Ctx, array: ArrayVal, times: Formula, site: Site, state: State): Out | null {
  const n = integer(times);
  if (n === null || n < 0n || n > 8n) return null;
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const copy = (k: number, i: Formula): Formula => {
    const own = select(elements, sub(i, mul(length, int(k))));
    return k + 1 >= Number(n) ? own : ite(lt(i, mul(length, int(k + 1))), own, copy(k + 1, i));
  };
  return makeArrayByIndex(ctx, state, { type: array.type, length: mul(length, int(n)), at: i => copy(0, i) }, site);
}
