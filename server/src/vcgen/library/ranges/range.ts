/** Ranges of integers: membership, ends, size, sum, as an array. Endless ones have no size here. */
import { add, compare, integer, mul, sub, toReal } from '../../../logic/arithmetic';
import { and, apply, eq, int, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { INT_SORT } from '../../../logic/sorts';
import { INTEGER, nominal } from '../../../types/type';
import { makeArrayByIndex, minOf } from '../../heap/indexedArrays';
import { addObligation } from '../../obligations/obligations';
import type { Model, Send, Site } from '../../state/call';
import { addCaveat, assume, type Ctx, freshSymbol, type Out, placeOf } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { arrayIteration } from '../arrays/iteration';
import { isIeee } from '../numbers/float';
import { iterateRange } from './counting';

type RangeVal = Val & { readonly kind: 'range' };

export const rangeModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (receiver.kind !== 'range' || args.irregular) return null;
  const narrowed = { ...send, receiver };
  if (args.block) return iterateRange(ctx, narrowed, state) ?? overList(ctx, narrowed, state);
  if (method === 'reduce' || method === 'inject') return overList(ctx, narrowed, state);
  const [first] = args.positional;
  if (args.positional.length > 1) return null;
  return first ? withOne(ctx, narrowed, first, state) : whole(ctx, receiver, method, site, state);
};

/** Methods that behave as on an array, if the result is not the range itself. */
const LIKE_ARRAYS: ReadonlySet<string> = new Set(
  'select filter reject filter_map flat_map collect collect_concat reduce inject count find detect find_index min_by max_by minmax_by sort_by each_with_object partition group_by take_while drop_while one?'.split(
    ' ',
  ),
);

function overList(ctx: Ctx, send: Send<RangeVal>, state: State): Out | null {
  const { receiver: range, method, site } = send;
  const count = ctx.spec || !LIKE_ARRAYS.has(method) ? null : countOf(range);
  const list = count && listRange(ctx, range, count, site, state);
  return list && arrayIteration(ctx, { ...send, receiver: list.value }, list.state);
}

function withOne(ctx: Ctx, { receiver: range, method, site }: Send<RangeVal>, arg: Val, state: State): Out | null {
  switch (method) {
    case 'include?':
    case 'member?':
    case 'cover?':
    case '===': {
      const member = arg.kind === 'int' || arg.kind === 'real' ? within(ctx, range, arg) : null;
      return member && { value: { kind: 'bool', term: member }, state };
    }
    case 'first':
      return arg.kind === 'int' ? firstOf(ctx, range, arg.term, site, state) : null;
    default:
      return null;
  }
}

function whole(ctx: Ctx, range: RangeVal, method: string, site: Site, state: State): Out | null {
  const { from, to } = range;
  const count = countOf(range);
  switch (method) {
    case 'begin':
    case 'first':
      return from && { value: from, state };
    case 'end':
    case 'last':
      return to && { value: to, state };
    case 'size':
    case 'count':
      return count && { value: { kind: 'int', term: count }, state };
    case 'sum':
      return count && from?.kind === 'int' ? sumRange(ctx, from.term, count, state) : null;
    case 'min':
      return count && from?.kind === 'int' ? orNil(count, from.term, state) : null;
    case 'max':
      return count && from?.kind === 'int' ? orNil(count, sub(add(from.term, count), int(1)), state) : null;
    case 'to_a':
    case 'entries':
      return count && listRange(ctx, range, count, site, state);
    case 'exclude_end?':
      return {
        value: { kind: 'bool', term: { kind: 'boolean', value: range.exclusive, sort: { kind: 'bool' } } },
        state,
      };
    default:
      return null;
  }
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

function within(ctx: Ctx, range: RangeVal, arg: Val & { kind: 'int' | 'real' }): Formula | null {
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
