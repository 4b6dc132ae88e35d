/** New arrays made of the elements of another: `map`, `select`, `take_while` and their like, filled as the rounds go. */
import { compare, integer } from '../../logic/arithmetic';
import { and, FALSE, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { ANY, nominal, type Type } from '../../types/type';
import { append } from '../append';
import type { Site } from '../arguments';
import { type ArrayVal, elementInRange, elementsOf, elementType, lengthOf, makeArray, withContents } from '../arrays';
import { fork } from '../branch';
import { type Ctx, type Exit, notModelled, type Out, placeOf } from '../context';
import { collect } from '../general/collected';
import { arrayBy, elementsBy } from '../indexed';
import { joinExits } from '../join';
import { leak } from '../leak';
import { touched } from '../objects';
import { classNameOf, isDynamic, mayBeNil, members, plain, unionOf, withoutNil } from '../shape';
import { type State, withLocal, withPath } from '../state';
import { fromTerm, tagsOf } from '../typing';
import { isNil, truthy, type Val } from '../value';
import { followed } from './arrayMoves';
import { type CallBlock, each, giving, hidden } from './arrayRounds';

export function building(
  ctx: Ctx,
  array: ArrayVal,
  method: string,
  site: Site,
  state: State,
  call: CallBlock,
): Out | null {
  switch (method) {
    case 'map':
    case 'collect':
      return indexed(ctx, array, site, state, (element, _, s, breaks) => call([element], s, breaks));
    case 'select':
    case 'filter':
      return keeping(ctx, array, site, state, (element, s, breaks) => yes(call([element], s, breaks)));
    case 'reject':
      return keeping(ctx, array, site, state, (element, s, breaks) => no(call([element], s, breaks)));
    case 'filter_map':
      return mappedTruths(ctx, array, site, state, call);
    case 'flat_map':
    case 'collect_concat':
      return flatMapped(ctx, array, site, state, call);
    case 'take_while':
      return takingWhile(ctx, array, site, state, call);
    case 'drop_while':
      return droppingWhile(ctx, array, site, state, call);
    default:
      return null;
  }
}

/** Those for which the block holds, or does not. */
export function kept(ctx: Ctx, array: ArrayVal, rejects: boolean, site: Site, state: State, call: CallBlock): Out {
  return keeping(ctx, array, site, state, (element, s, breaks) => (rejects ? no : yes)(call([element], s, breaks)));
}

/** `map` into an array of this type. */
export function mappedInto(ctx: Ctx, array: ArrayVal, type: Type, site: Site, state: State, call: CallBlock): Out {
  return indexed(ctx, array, site, state, (element, _, s, breaks) => call([element], s, breaks), type);
}

interface Tested {
  readonly keep: Formula;
  readonly state: State;
}

const yes = (out: Out): Tested => ({ keep: truthy(out.value), state: out.state });
const no = (out: Out): Tested => ({ keep: not(truthy(out.value)), state: out.state });

/** A new array of those elements that pass. */
function keeping(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  test: (element: Val, state: State, breaks: Exit[]) => Tested,
): Out {
  const made = makeArray(ctx, state, [], nominal('Array', [elementType(array.type)]), site);
  const result = made.value as ArrayVal;
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s, breaks) => {
      const tested = test(element, s, breaks);
      const kept = (more: State): Out => append(ctx, result, element, site, more);
      return fork(ctx, tested.keep, tested.state, site, kept, giving(result)).state;
    },
    giving(result),
  );
}

/** Without nils: all of them, where none can be nil. */
export function compacted(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out | null {
  const type = elementType(array.type);
  const bare = withoutNil(plain(type));
  if (!mayBeNil(type)) {
    const elements = elementsOf(ctx, state, array);
    return arrayBy(ctx, state, array.type, lengthOf(ctx, state, array), i => select(elements, i), site);
  }
  if (bare.kind === 'nil') return makeArray(ctx, state, [], nominal('Array', [ANY]), site);
  if (mayBeNil(bare)) return null;
  const made = makeArray(ctx, state, [], nominal('Array', [bare]), site);
  const result = made.value as ArrayVal;
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s) => {
      const kept = (more: State): Out => append(ctx, result, sureOf(element, bare), site, more);
      return fork(ctx, isNil(element), s, site, giving(result), kept).state;
    },
    giving(result),
  );
}

function sureOf(val: Val, type: Type): Val {
  return val.kind === 'boxed' ? fromTerm(val.term, type) : val;
}

function mappedTruths(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const made = makeArray(ctx, state, [], mappedType(ctx, site), site);
  const result = made.value as ArrayVal;
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s, breaks) => {
      const out = call([element], s, breaks);
      const kept = (more: State): Out => append(ctx, result, out.value, site, more);
      return fork(ctx, truthy(out.value), out.state, site, kept, giving(result)).state;
    },
    giving(result),
  );
}

/** Up to the first element that fails, which ends the rounds. */
function takingWhile(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const made = makeArray(ctx, state, [], nominal('Array', [elementType(array.type)]), site);
  const result = made.value as ArrayVal;
  const ended: Exit[] = [];
  const out = each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s, breaks) => {
      const tested = call([element], s, breaks);
      const goesOn = truthy(tested.value);
      ended.push({
        value: result,
        state: withPath(tested.state, and(tested.state.path, not(goesOn))),
        place: placeOf(ctx, site),
        exception: null,
      });
      return append(ctx, result, element, site, withPath(tested.state, and(tested.state.path, goesOn))).state;
    },
    giving(result),
    undefined,
    [ended],
  );
  return joinExits(ctx, [...ended, out], site, out.state);
}

/** From the first element that fails; the block is not asked again. */
function droppingWhile(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const flag = hidden(ctx, 'dropping');
  const start = withLocal(state, flag, { kind: 'bool', term: TRUE });
  return keeping(ctx, array, site, start, (element, s, breaks) => {
    const dropping = truthy(s.locals.get(flag)!);
    const test = (on: State): Out => call([element], on, breaks);
    const out = fork(ctx, dropping, s, site, test, giving({ kind: 'bool', term: FALSE }));
    const still = truthy(out.value);
    return { keep: not(still), state: withLocal(out.state, flag, { kind: 'bool', term: still }) };
  });
}

/** What stands in the arrays, one after the other: a level only, so what they hold must be no arrays. */
export function flattened(ctx: Ctx, array: ArrayVal, given: readonly Val[], site: Site, state: State): Out | null {
  const [depth] = given;
  const once = depth?.kind === 'int' && integer(depth.term) === 1n;
  if (given.length > 1 || (depth && !once)) return null;
  const inner = elementType(array.type);
  if (!members(inner).every(member => classNameOf(member) === 'Array')) return null;
  const type = nominal('Array', [unionOf(members(inner).map(member => elementType(member)))]);
  if (!once && !holdsNoArrays(type)) return null;
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const visit = (element: Val, _: Formula, s: State): State =>
    element.kind === 'ref' ? joinedOnto(ctx, result, element, s) : s;
  return each(ctx, array, site, made.state, visit, giving(result));
}

/** Elements that `flatten` leaves as they are. */
function holdsNoArrays(type: Type): boolean {
  const tags = tagsOf(elementType(type));
  if (tags === null) return false;
  return !tags.has('ref') || members(elementType(type)).every(each => !isRef(each) || classNameOf(each) === 'String');
}

function isRef(type: Type): boolean {
  return tagsOf(type)?.has('ref') ?? true;
}

function flatMapped(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const made = makeArray(ctx, state, [], mappedType(ctx, site), site);
  const result = made.value as ArrayVal;
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s, breaks) => {
      const out = call([element], s, breaks);
      const part = someArray(out.value);
      if (part) return joinedOnto(ctx, result, part, out.state);
      const plainValue = out.value.kind !== 'ref' && out.value.kind !== 'boxed';
      const value = plainValue ? out.value : notModelled(ctx, 'what may be an array in flat_map', site);
      return append(ctx, result, value, site, out.state).state;
    },
    giving(result),
  );
}

/** Also one of several types: `x ? [x] : []`. */
function someArray(val: Val): ArrayVal | null {
  return val.kind === 'ref' && members(val.type).every(member => classNameOf(member) === 'Array') ? val : null;
}

/** The elements of another at the end of an array that is being made. */
function joinedOnto(ctx: Ctx, array: ArrayVal, other: ArrayVal, state: State): State {
  const { length, at } = followed(ctx, array, other, state);
  const elements = elementsBy(ctx, length, at, elementsOf(ctx, state, array));
  return withContents(ctx, touched(ctx, leak(state, other), array.term), array, elements, length);
}

/** `map`; `call` is told which element it is. */
export function indexed(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  call: (element: Val, index: Formula, state: State, breaks: Exit[]) => Out,
  type = mappedType(ctx, site),
): Out {
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  const { settings } = ctx.run.input;
  const breaks: Exit[] = [];
  const end = collect(ctx, made.state, site, {
    array: result,
    count: s => lengthOf(ctx, s, array),
    element: (k, s) => call(elementInRange(ctx, s, array, k), k, s, breaks),
    rounds: {
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
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const useful =
    checked?.kind === 'nominal' &&
    checked.name === 'Array' &&
    checked.args.length === 1 &&
    !isDynamic(checked.args[0]!);
  return useful ? checked : nominal('Array', [ANY]);
}
