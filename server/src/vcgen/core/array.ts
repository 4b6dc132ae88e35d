/** Array: contents in the heap; see arrays.ts. What depends on more than index and length goes through iteration. */
import { sub } from '../../logic/arithmetic';
import { eq, int, ite } from '../../logic/build';
import { append } from '../append';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementsOf, isArray, lengthOf, makeArray, readElement, withContents } from '../arrays';
import { fork } from '../branch';
import { type Ctx, type Out, placeOf } from '../context';
import { frozenLike } from '../frozen';
import { mayWrite } from '../mayWrite';
import { touched } from '../objects';
import type { State } from '../state';
import { isNil, NIL_VAL, type Val } from '../value';
import { assignAt, fetch, fetchOr, readAt } from './arrayCells';
import { arrayIteration, goesThrough } from './arrayIteration';
import { movedModel } from './arrayMoves';
import { picked } from './arrayPicks';
import { sliceModel } from './arraySlices';
import { sort } from './arraySorting';
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
  if (args.block || goesThrough(method)) return arrayIteration(ctx, receiver, method, args, site, state);
  const chosen = args.keywords.size > 0 ? null : picked(ctx, receiver, method, args, site, state);
  if (chosen) return chosen;
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
    case 'sort':
    case 'sort!':
      return sort(ctx, array, method, site, state);
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
