/** Array: contents in the heap; see arrays.ts. Methods that depend on more than index and length use iteration. */
import { sub } from '../../../logic/arithmetic';
import { eq, int, ite } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { appendElement } from '../../heap/append';
import { elementsBefore, elementsOf, isArray, lengthOf, makeArray, readElement, withContents } from '../../heap/arrays';
import { copyFrozenBit } from '../../heap/frozen';
import { touchObject } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import { type Args, positionalArgs, type Send, type Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { LENGTH } from '../../state/heapKey';
import type { State } from '../../state/state';
import { type ArrayVal, isNil, NIL_VAL } from '../../state/value';
import { withNumericOperand } from '../numbers/operand';
import {
  argumentAt,
  boolResult,
  integerResult,
  MANY,
  type ModelOf,
  type ModelRow,
  modelOf,
  namesIn,
} from '../rows/rows';
import { fetchElement, fetchElementOr, readElementAt, writeElementAt } from './elementAccess';
import { insertRemoveModel } from './insertRemove';
import { arrayIteration } from './iteration';
import { sliceModel } from './slices';
import { sort } from './sorting';
import { testTruthiness } from './truthyElements';
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

const row = (names: string, arity: ModelRow['arity'], model: ModelOf<ArrayVal>): ModelRow<ArrayVal> => ({
  class: 'Array',
  names,
  arity,
  model,
});

/** Not with keywords. */
const plain = (names: string, arity: ModelRow['arity'], model: ModelOf<ArrayVal>): ModelRow<ArrayVal> =>
  row(names, arity, (ctx, send, state) => (send.args.keywords.size > 0 ? null : model(ctx, send, state)));

/** Its first argument is an Integer. */
const byIndex = (names: string, arity: number, model: IndexModel): ModelRow<ArrayVal> =>
  row(names, arity, (ctx, send, state) => {
    const [index] = send.args.positional;
    return index?.kind === 'int' ? model(ctx, send, index.term, state) : null;
  });

type IndexModel = (ctx: Ctx, send: Send<ArrayVal>, index: Formula, state: State) => Out | null;

/** Methods that look at all elements. */
const ITERATING: readonly ModelRow<ArrayVal>[] = [
  {
    class: 'Array',
    names:
      'each each_entry each_with_index each_index each_with_object each_slice each_cons cycle reverse_each reduce inject all? any? none? one? ' +
      'sum count zip map collect select filter reject filter_map flat_map collect_concat take_while drop_while find detect find_index index ' +
      'min_by max_by minmax_by sort sort! sort_by sort_by! map! collect! select! filter! keep_if reject! delete_if partition group_by uniq',
    arity: [0, MANY],
    block: 'required',
    model: arrayIteration,
  },
  row('sum reduce inject flatten zip', [0, MANY], arrayIteration),
  row('min max uniq compact tally to_set', 0, arrayIteration),
  row('include? member? index find_index - | & union difference intersection intersect?', 1, arrayIteration),
];

const SEVERAL: readonly ModelRow<ArrayVal>[] = [
  plain('values_at', [0, MANY], valuesAtModel),
  plain('rotate', [0, 1], valuesAtModel),
  plain('minmax', 0, valuesAtModel),
  plain('count pop shift', 1, valuesAtModel),
];

const DIRECT: readonly ModelRow<ArrayVal>[] = [
  row('size length count', 0, (ctx, { receiver }, state) => integerResult(lengthOf(ctx, state, receiver), state)),
  row('any? none? all?', 0, testTruthiness),
  row('empty?', 0, (ctx, { receiver }, state) => boolResult(eq(lengthOf(ctx, state, receiver), int(0)), state)),
  row('first', 0, (ctx, { receiver }, state) => ({ value: readElement(ctx, state, receiver, int(0)), state })),
  row('last', 0, (ctx, { receiver }, state) => ({ value: readElement(ctx, state, receiver, int(-1)), state })),
  row('sort', 0, (ctx, { receiver, site }, state) => sort(ctx, receiver, 'sort', site, state)),
  row('sort!', 0, (ctx, { receiver, site }, state) => sort(ctx, receiver, 'sort!', site, state)),
  row('pop', 0, pop),
  row('to_a', 0, (_, { receiver }, state) => ({ value: receiver, state })),
  row('dup', 0, copy),
  row('clone', 0, (ctx, send, state) => {
    const made = copy(ctx, send, state);
    return { ...made, state: copyFrozenBit(ctx, made.state, send.receiver.term, made.value.term) };
  }),
  row('clear', 0, (ctx, { receiver, site }, state) => {
    checkWrite(ctx, state, LENGTH, receiver.term, placeOf(ctx, site));
    const elements = elementsBefore(ctx, state, receiver);
    const touched = touchObject(ctx, state, receiver.term);
    return { value: receiver, state: withContents(ctx, touched, receiver, elements, int(0)) };
  }),
  row('shift reverse', 0, insertRemoveModel),
  byIndex('[] dig at', 1, (ctx, { receiver, site }, index, state) => readElementAt(ctx, receiver, index, site, state)),
  byIndex('fetch', 1, (ctx, { receiver, site }, index, state) => fetchElement(ctx, receiver, index, site, state)),
  row('<<', 1, append),
  row('push append', [1, MANY], append),
  row('first take last drop', 1, sliceModel),
  row('[] slice', [1, 2], sliceModel),
  row('unshift prepend delete_at + concat replace fill *', 1, insertRemoveModel),
  row('insert', 2, insertRemoveModel),
  row('dig', [2, MANY], (ctx, { receiver, args, site }, state) => dig(ctx, receiver, args, site, state)),
  row('[]=', 2, (ctx, send, state) => writeElementAt(ctx, send, argumentAt(send, 0), argumentAt(send, 1), state)),
  row('fetch', 2, (ctx, send, state) => fetchElementOr(ctx, send, argumentAt(send, 0), argumentAt(send, 1), state)),
];

export const ARRAYS: readonly ModelRow<ArrayVal>[] = [...ITERATING, ...SEVERAL, ...DIRECT];

const ITERATORS: ReadonlySet<string> = new Set(ITERATING.flatMap(row => (row.block ? [] : namesIn(row))));

const findIterating = modelOf(ITERATING);
const findSeveral = modelOf(SEVERAL);
const findDirect = modelOf(DIRECT);

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
  const narrowed = { ...send, receiver };
  if (args.block || ITERATORS.has(method)) return findIterating(ctx, narrowed, state);
  const several = findSeveral(ctx, narrowed, state);
  if (several) return several;
  // That no length is negative helps where there is no model, too.
  if (args.positional.length === 0) lengthOf(ctx, state, receiver);
  const direct = findDirect(ctx, narrowed, state);
  if (!direct) lengthOf(ctx, state, receiver);
  return direct;
};

function append(ctx: Ctx, { receiver, args, site }: Send<ArrayVal>, state: State): Out {
  return args.positional.reduce<Out>(
    (out, value, index) => appendElement(ctx, receiver, value, args.sites[index] ?? site, out.state),
    { value: receiver, state },
  );
}

function copy(ctx: Ctx, { receiver: array, site }: Send<ArrayVal>, state: State) {
  const made = makeArray(ctx, state, [], array.type, site);
  const value = made.value as ArrayVal;
  const elements = elementsOf(ctx, state, array);
  return { value, state: withContents(ctx, made.state, value, elements, lengthOf(ctx, state, array)) };
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

function pop(ctx: Ctx, { receiver: array, site }: Send<ArrayVal>, state: State): Out {
  checkWrite(ctx, state, LENGTH, array.term, placeOf(ctx, site));
  const value = readElement(ctx, state, array, int(-1));
  const length = lengthOf(ctx, state, array);
  const rest = ite(eq(length, int(0)), int(0), sub(length, int(1)));
  return {
    value,
    state: withContents(ctx, touchObject(ctx, state, array.term), array, elementsBefore(ctx, state, array), rest),
  };
}
