/** Array: contents in the heap; see arrays.ts. What depends on more than index and length goes through iteration. */
import { add, compare, lt, sub } from '../../logic/arithmetic';
import { and, eq, int, ite } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { store } from '../../logic/maps';
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
import { leak, mayWrite, touched } from '../heap';
import { oblige } from '../obligations';
import { mayBeNil } from '../shape';
import type { State } from '../state';
import { boxed, isNil, NIL_VAL, type Val } from '../value';
import { arrayIteration } from './arrayIteration';
import type { Model } from './models';

export const arrayModel: Model = (ctx, receiver, method, args, site, state) => {
  if (!isArray(receiver) || args.irregular) return null;
  if (args.block || method === 'include?' || method === 'sum' || method === 'min' || method === 'max')
    return arrayIteration(ctx, receiver, method, args, site, state);
  switch (args.positional.length) {
    case 0:
      return without(ctx, receiver, method, args, site, state);
    case 1:
      return withOne(ctx, receiver, method, args.positional[0]!, args, site, state);
    case 2:
      if (method === 'dig') return dig(ctx, receiver, args, site, state);
      return method === '[]='
        ? assignAt(ctx, receiver, args.positional[0]!, args.positional[1]!, args, site, state)
        : null;
    default:
      return null;
  }
};

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
      return arg.kind === 'int' ? { value: readElement(ctx, state, array, arg.term), state } : null;
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
  askNoGap(ctx, state, at, length, mayBeNil(type), site);
  const stored = flowInto(ctx, state, value, type, placeOf(ctx, args.sites[1] ?? site), 'the new element');
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} in an array`, site))!;
  const elements = store(elementsOf(ctx, state, array), at, term);
  const longer = ite(lt(at, length), length, add(at, int(1)));
  return {
    value: stored,
    state: withContents(ctx, touched(ctx, leak(state, stored), array.term), array, elements, longer),
  };
}

function askNoGap(ctx: Ctx, state: State, at: Formula, length: Formula, nilable: boolean, site: Site): void {
  const noGap = compare('<=', at, length);
  if (noGap.kind === 'boolean' && noGap.value) return;
  oblige(ctx, state, {
    kind: nilable ? 'core-precondition' : 'non-nil',
    goal: noGap,
    place: placeOf(ctx, site),
    about: 'the index leaves no gap of nils',
  });
}
