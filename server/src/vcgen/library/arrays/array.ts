/** Array: contents in the heap; see arrays.ts. Methods that depend on more than index and length use iteration. */
import { sub } from '../../../logic/arithmetic';
import { eq, int, ite } from '../../../logic/build';
import { appendElement } from '../../heap/append';
import { elementsBefore, elementsOf, isArray, lengthOf, makeArray, readElement, withContents } from '../../heap/arrays';
import { copyFrozenBit } from '../../heap/frozen';
import { touchObject } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import { type Args, type Model, positionalArgs, type Send, type Site } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { LENGTH } from '../../state/heapKey';
import type { State } from '../../state/state';
import { type ArrayVal, isNil, NIL_VAL, type Val } from '../../state/value';
import { withNumericOperand } from '../numbers/operand';
import { fetchElement, fetchElementOr, readElementAt, writeElementAt } from './elementAccess';
import { insertRemoveModel } from './insertRemove';
import { arrayIteration, isArrayIterator } from './iteration';
import { sliceModel } from './slices';
import { sort } from './sorting';
import { valuesAtModel } from './valuesAt';

/** Methods that require nilable indices to be non-nil. */
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

export const arrayModel: Model = (ctx, send, state) => {
  const { receiver, method, args } = send;
  if (!isArray(receiver) || args.irregular) return null;
  if (INDEXED.has(method) && args.positional[0]?.kind === 'boxed') {
    const index = withNumericOperand(ctx, send, args.positional[0], state, (number, s) => ({
      value: number,
      state: s,
    }));
    if (index?.value.kind !== 'int') return null;
    const known = { ...args, positional: [index.value, ...args.positional.slice(1)] };
    return arrayModel(ctx, { ...send, args: known }, index.state);
  }
  if (args.block || isArrayIterator(method)) return arrayIteration(ctx, send, state);
  const narrowed = { ...send, receiver };
  const chosen = args.keywords.size > 0 ? null : valuesAtModel(ctx, narrowed, state);
  if (chosen) return chosen;
  switch (args.positional.length) {
    case 0:
      return without(ctx, narrowed, state) ?? insertRemoveModel(ctx, send, state);
    case 1:
      return (
        withOne(ctx, narrowed, args.positional[0]!, state) ??
        sliceModel(ctx, send, state) ??
        insertRemoveModel(ctx, send, state)
      );
    default:
      return withMore(ctx, narrowed, state);
  }
};

function withMore(ctx: Ctx, send: Send<ArrayVal>, state: State): Out | null {
  const { receiver: array, method, args, site } = send;
  const [first, second] = args.positional;
  switch (method) {
    case 'dig':
      return dig(ctx, array, args, site, state);
    case '[]=':
      return args.positional.length === 2 ? writeElementAt(ctx, send, first!, second!, state) : null;
    case 'fetch':
      return args.positional.length === 2 ? fetchElementOr(ctx, send, first!, second!, state) : null;
    case 'push':
    case 'append':
      return args.positional.reduce<Out>(
        (out, value, index) => appendElement(ctx, array, value, args.sites[index] ?? site, out.state),
        { value: array, state },
      );
    case 'insert':
      return insertRemoveModel(ctx, send, state);
    default:
      return sliceModel(ctx, send, state);
  }
}

function without(ctx: Ctx, { receiver: array, method, args, site }: Send<ArrayVal>, state: State): Out | null {
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
      return { value: made, state: method === 'clone' ? copyFrozenBit(ctx, same, array.term, made.term) : same };
    }
    case 'clear':
      checkWrite(ctx, state, LENGTH, array.term, placeOf(ctx, site));
      return {
        value: array,
        state: withContents(ctx, touchObject(ctx, state, array.term), array, elementsBefore(ctx, state, array), int(0)),
      };
    default:
      return null;
  }
}

function withOne(
  ctx: Ctx,
  { receiver: array, method, args, site }: Send<ArrayVal>,
  arg: Val,
  state: State,
): Out | null {
  switch (method) {
    case '[]':
    case 'dig':
    case 'at':
      if (arg.kind !== 'int') return null;
      return readElementAt(ctx, array, arg.term, site, state);
    case 'fetch':
      return arg.kind === 'int' ? fetchElement(ctx, array, arg.term, site, state) : null;
    case '<<':
    case 'push':
    case 'append':
      return appendElement(ctx, array, arg, args.sites[0] ?? site, state);
    default:
      return null;
  }
}

/** Looks up one element, then continues with it unless it is nil. */
function dig(ctx: Ctx, array: ArrayVal, args: Args, site: Site, state: State): Out | null {
  const [index, ...rest] = args.positional;
  if (index?.kind !== 'int') return null;
  const value = readElement(ctx, state, array, index.term);
  const on = (s: State): Out =>
    ctx.run.rules.send(ctx, { receiver: value, method: 'dig', args: positionalArgs(rest), site }, s);
  return forkState(ctx, isNil(value), state, site, { yes: s => ({ value: NIL_VAL, state: s }), no: on });
}

function pop(ctx: Ctx, array: ArrayVal, _: Args, site: Site, state: State): Out {
  checkWrite(ctx, state, LENGTH, array.term, placeOf(ctx, site));
  const value = readElement(ctx, state, array, int(-1));
  const length = lengthOf(ctx, state, array);
  const rest = ite(eq(length, int(0)), int(0), sub(length, int(1)));
  return {
    value,
    state: withContents(ctx, touchObject(ctx, state, array.term), array, elementsBefore(ctx, state, array), rest),
  };
}
