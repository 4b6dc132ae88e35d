/**
 * New arrays built from the elements of another one: `map`, `select`, `take_while` and the like; each iteration
 * appends.
 */
import { compare, integer } from '../../../logic/arithmetic';
import { and, FALSE, not, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { ANY, nominal, type Type } from '../../../types/type';
import { appendElement } from '../../heap/append';
import { elementInRange, elementsOf, elementType, lengthOf, makeArray, withContents } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { makeArrayByIndex, makeElementsByIndex } from '../../heap/indexedArrays';
import { touchObject } from '../../heap/objects';
import { summarizeMap } from '../../loops/mapSummary';
import type { Send, Site } from '../../state/call';
import { type Ctx, checkedType, makeUnmodelled, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import {
  classNameOf,
  isDynamic,
  makeUnionType,
  mayBeNil,
  unionMembers,
  withoutAnnotations,
  withoutNil,
} from '../../state/representation';
import { type State, withLocal, withPath } from '../../state/state';
import { tagsOf, valueFromTerm } from '../../state/typeGuards';
import { type ArrayVal, isNil, isTruthy, type Val } from '../../state/value';
import { alwaysReturn, type CallBlock, forEachElement, newTemporary } from './forEachElement';
import { concatByIndex } from './insertRemove';

export function mapFilterModel(
  ctx: Ctx,
  { receiver: array, method, site }: Send<ArrayVal>,
  state: State,
  call: CallBlock,
): Out | null {
  switch (method) {
    case 'map':
    case 'collect':
      return mapWithIndex(ctx, array, site, state, { call: (element, _, s, breaks) => call([element], s, breaks) });
    case 'select':
    case 'filter':
      return keepElements(ctx, array, site, state, (element, s, breaks) => yes(call([element], s, breaks)));
    case 'reject':
      return keepElements(ctx, array, site, state, (element, s, breaks) => no(call([element], s, breaks)));
    case 'filter_map':
      return mappedTruths(ctx, array, site, state, call);
    case 'flat_map':
    case 'collect_concat':
      return flatMapElements(ctx, array, site, state, call);
    case 'take_while':
      return takeWhile(ctx, array, site, state, call);
    case 'drop_while':
      return dropWhile(ctx, array, site, state, call);
    default:
      return null;
  }
}

/** The elements that satisfy the block, or those that do not. */
export function filterElements(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  rejects: boolean,
  state: State,
  call: CallBlock,
): Out {
  return keepElements(ctx, array, site, state, (element, s, breaks) =>
    (rejects ? no : yes)(call([element], s, breaks)),
  );
}

/** `map` into an array of this type. */
export function mapElementsInto(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  type: Type,
  state: State,
  call: CallBlock,
): Out {
  return mapWithIndex(ctx, array, site, state, { call: (element, _, s, breaks) => call([element], s, breaks), type });
}

interface Tested {
  readonly keep: Formula;
  readonly state: State;
}

const yes = (out: Out): Tested => ({ keep: isTruthy(out.value), state: out.state });
const no = (out: Out): Tested => ({ keep: not(isTruthy(out.value)), state: out.state });

/** A new array of the elements that pass. */
function keepElements(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  test: (element: Val, state: State, breaks: ExitList) => Tested,
): Out {
  const made = makeArray(ctx, state, [], nominal('Array', [elementType(array.type)]), site);
  const result = made.value as ArrayVal;
  return forEachElement(ctx, array, site, made.state, {
    visit: (element, _, s, breaks) => {
      const tested = test(element, s, breaks);
      const kept = (more: State): Out => appendElement(ctx, result, element, site, more);
      return forkState(ctx, tested.keep, tested.state, site, { yes: kept, no: alwaysReturn(result) }).state;
    },
    result: alwaysReturn(result),
  });
}

/** Without nils: all elements if none can be nil. */
export function compactElements(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out | null {
  const type = elementType(array.type);
  const bare = withoutNil(withoutAnnotations(type));
  if (!mayBeNil(type)) {
    const elements = elementsOf(ctx, state, array);
    return makeArrayByIndex(
      ctx,
      state,
      { type: array.type, length: lengthOf(ctx, state, array), at: i => select(elements, i) },
      site,
    );
  }
  if (bare.kind === 'nil') return makeArray(ctx, state, [], nominal('Array', [ANY]), site);
  if (mayBeNil(bare)) return null;
  const made = makeArray(ctx, state, [], nominal('Array', [bare]), site);
  const result = made.value as ArrayVal;
  return forEachElement(ctx, array, site, made.state, {
    visit: (element, _, s) => {
      const kept = (more: State): Out => appendElement(ctx, result, unboxAs(element, bare), site, more);
      return forkState(ctx, isNil(element), s, site, { yes: alwaysReturn(result), no: kept }).state;
    },
    result: alwaysReturn(result),
  });
}

function unboxAs(val: Val, type: Type): Val {
  return val.kind === 'boxed' ? valueFromTerm(val.term, type) : val;
}

function mappedTruths(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const made = makeArray(ctx, state, [], mappedType(ctx, site), site);
  const result = made.value as ArrayVal;
  return forEachElement(ctx, array, site, made.state, {
    visit: (element, _, s, breaks) => {
      const out = call([element], s, breaks);
      const kept = (more: State): Out => appendElement(ctx, result, out.value, site, more);
      return forkState(ctx, isTruthy(out.value), out.state, site, { yes: kept, no: alwaysReturn(result) }).state;
    },
    result: alwaysReturn(result),
  });
}

/** The elements up to the first that fails, which ends the loop. */
function takeWhile(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const made = makeArray(ctx, state, [], nominal('Array', [elementType(array.type)]), site);
  const result = made.value as ArrayVal;
  const ended: ExitList = ctx.run.trail.list();
  const out = forEachElement(ctx, array, site, made.state, {
    visit: (element, _, s, breaks) => {
      const tested = call([element], s, breaks);
      const goesOn = isTruthy(tested.value);
      ended.push({
        value: result,
        state: withPath(tested.state, and(tested.state.path, not(goesOn))),
        place: placeOf(ctx, site),
        exception: null,
      });
      return appendElement(ctx, result, element, site, withPath(tested.state, and(tested.state.path, goesOn))).state;
    },
    result: alwaysReturn(result),
    gathers: [ended],
  });
  return joinExits(ctx, [...ended, out], site, out.state);
}

/** The elements from the first that fails; the block is not called again. */
function dropWhile(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const flag = newTemporary(ctx, 'dropping');
  const start = withLocal(state, flag, { kind: 'bool', term: TRUE });
  return keepElements(ctx, array, site, start, (element, s, breaks) => {
    const dropping = isTruthy(s.locals.get(flag)!);
    const test = (on: State): Out => call([element], on, breaks);
    const out = forkState(ctx, dropping, s, site, { yes: test, no: alwaysReturn({ kind: 'bool', term: FALSE }) });
    const still = isTruthy(out.value);
    return { keep: not(still), state: withLocal(out.state, flag, { kind: 'bool', term: still }) };
  });
}

/** Concatenates the elements of the arrays: one level only, so these must not contain arrays. */
export function flattenElements(
  ctx: Ctx,
  array: ArrayVal,
  given: readonly Val[],
  site: Site,
  state: State,
): Out | null {
  const [depth] = given;
  const once = depth?.kind === 'int' && integer(depth.term) === 1n;
  if (given.length > 1 || (depth && !once)) return null;
  const inner = elementType(array.type);
  if (!unionMembers(inner).every(member => classNameOf(member) === 'Array')) return null;
  const type = nominal('Array', [makeUnionType(unionMembers(inner).map(member => elementType(member)))]);
  if (!once && !holdsNoArrays(type)) return null;
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const visit = (element: Val, _: Formula, s: State): State =>
    element.kind === 'ref' ? appendElements(ctx, result, element, s) : s;
  return forEachElement(ctx, array, site, made.state, { visit, result: alwaysReturn(result) });
}

/** Whether `flatten` leaves elements of this type as they are. */
function holdsNoArrays(type: Type): boolean {
  const tags = tagsOf(elementType(type));
  if (tags === null) return false;
  return (
    !tags.has('ref') || unionMembers(elementType(type)).every(each => !isRef(each) || classNameOf(each) === 'String')
  );
}

function isRef(type: Type): boolean {
  return tagsOf(type)?.has('ref') ?? true;
}

function flatMapElements(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const made = makeArray(ctx, state, [], mappedType(ctx, site), site);
  const result = made.value as ArrayVal;
  return forEachElement(ctx, array, site, made.state, {
    visit: (element, _, s, breaks) => {
      const out = call([element], s, breaks);
      const part = asArray(out.value);
      if (part) return appendElements(ctx, result, part, out.state);
      const plainValue = out.value.kind !== 'ref' && out.value.kind !== 'boxed';
      const value = plainValue ? out.value : makeUnmodelled(ctx, { kind: 'flat-map-array' }, site);
      return appendElement(ctx, result, value, site, out.state).state;
    },
    result: alwaysReturn(result),
  });
}

/** Including a value of several types: `x ? [x] : []`. */
function asArray(val: Val): ArrayVal | null {
  return val.kind === 'ref' && unionMembers(val.type).every(member => classNameOf(member) === 'Array') ? val : null;
}

/** Appends the elements of another array to an array under construction. */
function appendElements(ctx: Ctx, array: ArrayVal, other: ArrayVal, state: State): State {
  const { length, at } = concatByIndex(ctx, array, other, state);
  const elements = makeElementsByIndex(ctx, length, at, elementsOf(ctx, state, array));
  return withContents(ctx, touchObject(ctx, markEscaped(state, other), array.term), array, elements, length);
}

/** The function that maps each element, and the type of the resulting array. */
export interface IndexedMap {
  readonly call: (element: Val, index: Formula, state: State, breaks: ExitList) => Out;
  readonly type?: Type;
}

/** `map`; `call` also receives the index. */
export function mapWithIndex(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  { call, type = mappedType(ctx, site) }: IndexedMap,
): Out {
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const { settings } = ctx.run.input;
  const breaks: ExitList = ctx.run.trail.list();
  const end = summarizeMap(ctx, made.state, site, {
    array: result,
    count: s => lengthOf(ctx, s, array),
    element: (k, s) => call(elementInRange(ctx, s, array, k), k, s, breaks),
    iterations: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [breaks],
      counted: true,
    },
  });
  return joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
}

export function mappedType(ctx: Ctx, site: Site): Type {
  const checked = checkedType(ctx, site);
  const useful =
    checked?.kind === 'nominal' &&
    checked.name === 'Array' &&
    checked.args.length === 1 &&
    !isDynamic(checked.args[0]!);
  return useful ? checked : nominal('Array', [ANY]);
}
