/** Ranges of integers: membership, ends, size, sum, as an array. Endless ones have no size here. */
import { add, compare, integer, mul, sub, toReal } from '../../../logic/arithmetic';
import { and, apply, bool, eq, int, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { INT_SORT } from '../../../logic/sorts';
import { INTEGER, nominal } from '../../../types/type';
import { makeArrayByIndex, minOf } from '../../heap/indexedArrays';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import type { Model } from '../../state/context';
import { addCaveat, assume, type Ctx, freshSymbol, type Out, placeOf } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { arrayIteration } from '../arrays/iteration';
import { isIeee } from '../numbers/float';
import { boolResult, integerResult, MANY, type ModelOf, type ModelRow, modelOf } from '../rows/rows';
import { iterateRange } from './rangeIteration';

type RangeVal = Val & { readonly kind: 'range' };

const row = (names: string, arity: ModelRow['arity'], model: ModelOf<RangeVal>): ModelRow<RangeVal> => ({
  class: 'Range',
  names,
  arity,
  model,
});

/** Ranges of Integers with both ends. */
const counted = (names: string, model: Counted): ModelRow<RangeVal> =>
  row(names, 0, (ctx, send, state) => {
    const count = countOf(send.receiver);
    return count && send.receiver.from?.kind === 'int'
      ? model(ctx, { ...send, from: send.receiver.from.term, count }, state)
      : null;
  });

interface CountedRange extends Send<RangeVal> {
  readonly from: Formula;
  readonly count: Formula;
}

type Counted = (ctx: Ctx, range: CountedRange, state: State) => Out | null;

export const RANGES: readonly ModelRow<RangeVal>[] = [
  row('begin first', 0, (_, { receiver: { from } }, state) => from && { value: from, state }),
  row('end last', 0, (_, { receiver: { to } }, state) => to && { value: to, state }),
  counted('size count', (_, { count }, state) => integerResult(count, state)),
  counted('sum', (ctx, { from, count }, state) => sumRange(ctx, from, count, state)),
  counted('min', (_, { from, count }, state) => orNil(count, from, state)),
  counted('max', (_, { from, count }, state) => orNil(count, sub(add(from, count), int(1)), state)),
  counted('to_a entries', (ctx, { receiver, count, site }, state) => listRange(ctx, receiver, count, site, state)),
  row('exclude_end?', 0, (_, { receiver }, state) => boolResult(bool(receiver.exclusive), state)),
  row('include? member? cover? ===', 1, (ctx, { receiver, args }, state) => {
    const [arg] = args.positional;
    const member = arg?.kind === 'int' || arg?.kind === 'real' ? isWithinRange(ctx, receiver, arg) : null;
    return member && boolResult(member, state);
  }),
  row('first', 1, (ctx, { receiver, args, site }, state) => {
    const [count] = args.positional;
    return count?.kind === 'int' ? firstOf(ctx, receiver, count.term, site, state) : null;
  }),
  { class: 'Range', names: 'each all? any? none? map sum', arity: [0, MANY], block: 'required', model: iterateRange },
  // As on an array; the result is not the range itself.
  {
    class: 'Range',
    names:
      'select filter reject filter_map flat_map collect collect_concat count find detect find_index min_by max_by minmax_by ' +
      'sort_by each_with_object partition group_by take_while drop_while one?',
    arity: [0, MANY],
    block: 'required',
    model: iterateAsList,
  },
  { class: 'Range', names: 'reduce inject', arity: [0, MANY], block: 'allowed', model: iterateAsList },
];

const find = modelOf(RANGES);

export const rangeModel: Model = (ctx, send, state) => {
  const { receiver, args } = send;
  return receiver.kind !== 'range' || args.irregular ? null : find(ctx, { ...send, receiver }, state);
};

function iterateAsList(ctx: Ctx, send: Send<RangeVal>, state: State): Out | null {
  const { receiver: range, site } = send;
  const count = ctx.spec ? null : countOf(range);
  const list = count && listRange(ctx, range, count, site, state);
  return list && arrayIteration(ctx, { ...send, receiver: list.value }, list.state);
}

/** The number of integers; null: the ends are not integers, or one is missing. */
function countOf(range: RangeVal): Formula | null {
  const { from, to } = range;
  if (from?.kind !== 'int' || to?.kind !== 'int') return null;
  const distance = sub(add(to.term, int(range.exclusive ? 0 : 1)), from.term);
  return ite(compare('<', distance, int(0)), int(0), distance);
}

/** Half of an even product is a fresh symbol with its law, which the solver handles better than a division. */
function sumRange(ctx: Ctx, from: Formula, count: Formula, state: State): Out {
  const term = sumOf(from, count);
  if (ctx.spec || integer(count) !== null) return { value: { kind: 'int', term }, state };
  const half = freshSymbol(ctx.run, 'sum', INT_SORT);
  assume(ctx, state, eq(mul(int(2), half), mul(count, sub(add(mul(int(2), from), count), int(1)))));
  return { value: { kind: 'int', term: half }, state };
}

/** n numbers from a: n·a + n·(n − 1)/2, a division without remainder. */
function sumOf(from: Formula, count: Formula): Formula {
  const twice = mul(count, sub(add(mul(int(2), from), count), int(1)));
  return apply('div', [twice, int(2)], INT_SORT);
}

function orNil(count: Formula, value: Formula, state: State): Out {
  const term = ite(eq(count, int(0)), BOXED_NIL, boxValue({ kind: 'int', term: value })!);
  return { value: { kind: 'boxed', term, type: makeUnionType([INTEGER, { kind: 'nil' }]) }, state };
}

function listRange(ctx: Ctx, range: RangeVal, count: Formula, site: Site, state: State): Out | null {
  const { from } = range;
  if (from?.kind !== 'int') return null;
  const type = nominal('Array', [INTEGER]);
  return makeArrayByIndex(
    ctx,
    state,
    { type, length: count, at: i => boxValue({ kind: 'int', term: add(from.term, i) })! },
    site,
  );
}

function firstOf(ctx: Ctx, range: RangeVal, n: Formula, site: Site, state: State): Out | null {
  const count = countOf(range);
  if (count === null) return null;
  const on = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', n, int(0)),
    place: placeOf(ctx, site),
    reason: { kind: 'nonnegative-count' },
    raises: 'ArgumentError',
  });
  return listRange(ctx, range, minOf(n, count), site, on);
}

function isWithinRange(ctx: Ctx, range: RangeVal, arg: Val & { kind: 'int' | 'real' }): Formula | null {
  const ends = [range.from, range.to].filter(end => end !== null);
  if (ends.some(end => end.kind !== 'int' && end.kind !== 'real')) return null;
  const real = arg.kind === 'real' || ends.some(end => end.kind === 'real');
  if (real && isIeee(ctx)) return null;
  if (real) addCaveat(ctx.run, { type: 'reals' });
  const number = (val: Val): Formula => {
    const { kind, term } = val as Val & { kind: 'int' | 'real' };
    return real && kind === 'int' ? toReal(term) : term;
  };
  const above = range.from ? compare('<=', number(range.from), number(arg)) : TRUE;
  const below = range.to ? compare(range.exclusive ? '<' : '<=', number(arg), number(range.to)) : TRUE;
  return and(above, below);
}
