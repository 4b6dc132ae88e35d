/** Array: contents in the heap; see arrays.ts. What depends on more than index and length goes through iteration. */
import { add, compare, lt, sub } from '../../logic/arithmetic';
import { and, eq, int, ite, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { append } from '../append';
import type { Args, Site } from '../arguments';
import {
  type ArrayVal,
  elementInRange,
  elementsOf,
  elementType,
  isArray,
  lengthOf,
  makeArray,
  readElement,
  withContents,
} from '../arrays';
import { fork } from '../branch';
import { type Ctx, notModelled, type Out, placeOf } from '../context';
import { flowInto } from '../flow';
import { frozenLike } from '../frozen';
import { takes } from '../handlers';
import { leak, mayWrite, touched } from '../heap';
import { elementsBy } from '../indexed';
import { oblige } from '../obligations';
import { mayBeNil } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, boxed, isNil, NIL_VAL, type Val } from '../value';
import { arrayIteration } from './arrayIteration';
import { movedModel } from './arrayMoves';
import { sliceModel } from './arraySlices';
import type { Model } from './models';
import { numeric } from './numeric';

/** An index that may be nil is asked not to be. */
const INDEXED: ReadonlySet<string> = new Set([
  '[]',
  'at',
  'fetch',
  '[]=',
  'first',
  'last',
  'take',
  'drop',
  'delete_at',
]);

export const arrayModel: Model = (ctx, receiver, method, args, site, state) => {
  if (!isArray(receiver) || args.irregular) return null;
  if (INDEXED.has(method) && args.positional[0]?.kind === 'boxed') {
    const index = numeric(ctx, args.positional[0], method, site, state, (number, s) => ({ value: number, state: s }));
    if (index?.value.kind !== 'int') return null;
    const known = { ...args, positional: [index.value, ...args.positional.slice(1)] };
    return arrayModel(ctx, receiver, method, known, site, index.state);
  }
  if (args.block || method === 'include?' || method === 'sum' || method === 'min' || method === 'max')
    return arrayIteration(ctx, receiver, method, args, site, state);
  switch (args.positional.length) {
    case 0:
      return without(ctx, receiver, method, args, site, state) ?? movedModel(ctx, receiver, method, args, site, state);
    case 1:
      return (
        withOne(ctx, receiver, method, args.positional[0]!, args, site, state) ??
        sliceModel(ctx, receiver, method, args, site, state) ??
        movedModel(ctx, receiver, method, args, site, state)
      );
    default:
      return withMore(ctx, receiver, method, args, site, state);
  }
};

function withMore(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  const [first, second] = args.positional;
  switch (method) {
    case 'dig':
      return dig(ctx, array, args, site, state);
    case '[]=':
      return args.positional.length === 2 ? assignAt(ctx, array, first!, second!, args, site, state) : null;
    case 'fetch':
      return args.positional.length === 2 ? fetchOr(ctx, array, first!, second!, site, state) : null;
    case 'push':
    case 'append':
      return args.positional.reduce<Out>(
        (out, value, index) => append(ctx, array, value, args.sites[index] ?? site, out.state),
        { value: array, state },
      );
    case 'insert':
      return movedModel(ctx, array, method, args, site, state);
    default:
      return sliceModel(ctx, array, method, args, site, state);
  }
}

/** `a.fetch(i, x)`: x out of range. */
function fetchOr(ctx: Ctx, array: ArrayVal, index: Val, otherwise: Val, site: Site, state: State): Out | null {
  if (index.kind !== 'int') return null;
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index.term, int(0)), add(index.term, length), index.term);
  const inRange = and(compare('>=', at, int(0)), lt(at, length));
  return fork(
    ctx,
    inRange,
    state,
    site,
    s => ({ value: elementInRange(ctx, s, array, at), state: s }),
    s => ({ value: otherwise, state: s }),
  );
}

function without(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  const length = lengthOf(ctx, state, array);
  switch (method) {
    case 'size':
    case 'length':
    case 'count':
      return { value: { kind: 'int', term: length }, state };
    case 'empty?':
      return { value: { kind: 'bool', term: eq(length, int(0)) }, state };
    case 'first':
      return { value: readElement(ctx, state, array, int(0)), state };
    case 'last':
      return { value: readElement(ctx, state, array, int(-1)), state };
    case 'pop':
      return pop(ctx, array, args, site, state);
    case 'to_a':
      return { value: array, state };
    case 'dup':
    case 'clone': {
      const copy = makeArray(ctx, state, [], array.type, site);
      const made = copy.value as ArrayVal;
      const same = withContents(ctx, copy.state, made, elementsOf(ctx, state, array), length);
      return { value: made, state: method === 'clone' ? frozenLike(ctx, same, array.term, made.term) : same };
    }
    case 'clear':
      mayWrite(ctx, state, '#length', array.term, placeOf(ctx, site));
      return {
        value: array,
        state: withContents(ctx, touched(ctx, state, array.term), array, elementsOf(ctx, state, array), int(0)),
      };
    default:
      return null;
  }
}

function withOne(
  ctx: Ctx,
  array: ArrayVal,
  method: string,
  arg: Val,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  switch (method) {
    case '[]':
    case 'dig':
    case 'at':
      if (arg.kind !== 'int') return null;
      return readAt(ctx, array, arg.term, site, state);
    case 'fetch':
      return arg.kind === 'int' ? fetch(ctx, array, arg.term, site, state) : null;
    case '<<':
    case 'push':
    case 'append':
      return append(ctx, array, arg, args.sites[0] ?? site, state);
    default:
      return null;
  }
}

/** One step, then on from there unless it is nil. */
function dig(ctx: Ctx, array: ArrayVal, args: Args, site: Site, state: State): Out | null {
  const [index, ...rest] = args.positional;
  if (index?.kind !== 'int') return null;
  const value = readElement(ctx, state, array, index.term);
  const on = (s: State): Out => ctx.run.rules.send(ctx, value, 'dig', rest, site, s);
  return fork(ctx, isNil(value), state, site, s => ({ value: NIL_VAL, state: s }), on);
}

function readAt(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const on = withinWord(ctx, state, index, site);
  return { value: readElement(ctx, on, array, index), state: on };
}

function fetch(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  oblige(ctx, state, {
    kind: 'core-precondition',
    goal: and(compare('>=', at, int(0)), lt(at, length)),
    place: placeOf(ctx, site),
    about: 'the index of fetch is in range',
    raises: 'IndexError',
  });
  return { value: elementInRange(ctx, state, array, at), state };
}

function pop(ctx: Ctx, array: ArrayVal, _: Args, site: Site, state: State): Out {
  mayWrite(ctx, state, '#length', array.term, placeOf(ctx, site));
  const value = readElement(ctx, state, array, int(-1));
  const length = lengthOf(ctx, state, array);
  const rest = ite(eq(length, int(0)), int(0), sub(length, int(1)));
  return {
    value,
    state: withContents(ctx, touched(ctx, state, array.term), array, elementsOf(ctx, state, array), rest),
  };
}

/** `a[i] = x`: too far to the left raises, beyond the end fills up with nil. */
function assignAt(ctx: Ctx, array: ArrayVal, index: Val, value: Val, args: Args, site: Site, state: State): Out | null {
  if (index.kind !== 'int') return null;
  const place = placeOf(ctx, site);
  mayWrite(ctx, state, '#elements', array.term, place);
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index.term, int(0)), add(index.term, length), index.term);
  oblige(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', at, int(0)),
    place,
    about: 'the index is not too far to the left',
    raises: 'IndexError',
  });
  const type = elementType(array.type);
  const nilable = mayBeNil(type);
  if (!nilable) askNoGap(ctx, state, at, length, site);
  const stored = flowInto(ctx, state, value, type, placeOf(ctx, args.sites[1] ?? site), 'the new element');
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} in an array`, site))!;
  const before = elementsOf(ctx, state, array);
  const elements = nilable ? withGap(ctx, before, length, at, term) : store(before, at, term);
  const longer = ite(lt(at, length), length, add(at, int(1)));
  return {
    value: stored,
    state: withContents(ctx, touched(ctx, leak(state, stored), array.term), array, elements, longer),
  };
}

/** Beyond the end: a gap of nils, which only an element type with nil allows. */
function askNoGap(ctx: Ctx, state: State, at: Formula, length: Formula, site: Site): void {
  const noGap = compare('<=', at, length);
  if (noGap === TRUE) return;
  const about = 'the index leaves no gap of nils';
  oblige(ctx, state, { kind: 'non-nil', goal: noGap, place: placeOf(ctx, site), about });
}

function withGap(ctx: Ctx, elements: Formula, length: Formula, at: Formula, term: Formula): Formula {
  if (compare('<=', at, length) === TRUE) return store(elements, at, term);
  const longer = ite(lt(at, length), length, add(at, int(1)));
  return elementsBy(
    ctx,
    longer,
    i => ite(eq(i, at), term, ite(lt(i, length), select(elements, i), BOXED_NIL)),
    elements,
  );
}

/** An index that no machine word holds raises RangeError: an edge where a rescue takes that, and no question elsewhere. */
function withinWord(ctx: Ctx, state: State, index: Formula, site: Site): State {
  if (ctx.spec || takes(ctx, 'RangeError', ctx.sinks.caught) !== true) return state;
  const [low, high] = [int(-(2n ** 63n)), int(2n ** 63n)];
  return oblige(ctx, state, {
    kind: 'core-precondition',
    goal: and(compare('<=', low, index), lt(index, high)),
    place: placeOf(ctx, site),
    about: 'the index fits into a machine word',
    raises: 'RangeError',
  });
}
