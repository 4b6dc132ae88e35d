/** Ranges of integers: membership, ends, size, sum, as an array. Endless ones have no size here. */
import { add, compare, integer, mul, sub, toReal } from '../../logic/arithmetic';
import { and, apply, eq, int, ite, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { INT_SORT } from '../../logic/sorts';
import { INTEGER, nominal } from '../../types/type';
import type { Args, Site } from '../arguments';
import { assume, type Ctx, caveat, fresh, type Out, placeOf } from '../context';
import { arrayBy, smallest } from '../indexed';
import { oblige } from '../obligations';
import { unionOf } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, boxed, type Val } from '../value';
import { arrayIteration } from './arrayIteration';
import { isIeee } from './float';
import { rangeIteration } from './iteration';
import type { Model } from './models';

type RangeVal = Val & { readonly kind: 'range' };

export const rangeModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'range' || args.irregular) return null;
  if (args.block)
    return (
      rangeIteration(ctx, receiver, method, args, site, state) ?? overList(ctx, receiver, method, args, site, state)
    );
  if (method === 'reduce' || method === 'inject') return overList(ctx, receiver, method, args, site, state);
  const [first] = args.positional;
  if (args.positional.length > 1) return null;
  return first ? withOne(ctx, receiver, method, first, site, state) : whole(ctx, receiver, method, site, state);
};

/** What arrays do, where the result is not the range itself. */
const LIKE_ARRAYS: ReadonlySet<string> = new Set(
  'select filter reject filter_map flat_map collect collect_concat reduce inject count find detect find_index min_by max_by minmax_by sort_by each_with_object partition group_by take_while drop_while one?'.split(
    ' ',
  ),
);

function overList(ctx: Ctx, range: RangeVal, method: string, args: Args, site: Site, state: State): Out | null {
  const count = ctx.spec || !LIKE_ARRAYS.has(method) ? null : countOf(range);
  const list = count && listed(ctx, range, count, site, state);
  return list && arrayIteration(ctx, list.value, method, args, site, list.state);
}

function withOne(ctx: Ctx, range: RangeVal, method: string, arg: Val, site: Site, state: State): Out | null {
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
      return count && from?.kind === 'int' ? summed(ctx, from.term, count, state) : null;
    case 'min':
      return count && from?.kind === 'int' ? orNil(count, from.term, state) : null;
    case 'max':
      return count && from?.kind === 'int' ? orNil(count, sub(add(from.term, count), int(1)), state) : null;
    case 'to_a':
    case 'entries':
      return count && listed(ctx, range, count, site, state);
    case 'exclude_end?':
      return {
        value: { kind: 'bool', term: { kind: 'boolean', value: range.exclusive, sort: { kind: 'bool' } } },
        state,
      };
    default:
      return null;
  }
}

/** How many integers; null: the ends are no integers, or there is none. */
function countOf(range: RangeVal): Formula | null {
  const { from, to } = range;
  if (from?.kind !== 'int' || to?.kind !== 'int') return null;
  const distance = sub(add(to.term, int(range.exclusive ? 0 : 1)), from.term);
  return ite(compare('<', distance, int(0)), int(0), distance);
}

/** Half of an even product is said as such, which the solver finds easier than a division. */
function summed(ctx: Ctx, from: Formula, count: Formula, state: State): Out {
  const term = sumOf(from, count);
  if (ctx.spec || integer(count) !== null) return { value: { kind: 'int', term }, state };
  const half = fresh(ctx.run, 'sum', INT_SORT);
  assume(ctx, state, eq(mul(int(2), half), mul(count, sub(add(mul(int(2), from), count), int(1)))));
  return { value: { kind: 'int', term: half }, state };
}

/** n numbers from a: n·a + n·(n − 1)/2, a division without remainder. */
function sumOf(from: Formula, count: Formula): Formula {
  const twice = mul(count, sub(add(mul(int(2), from), count), int(1)));
  return apply('div', [twice, int(2)], INT_SORT);
}

function orNil(count: Formula, value: Formula, state: State): Out {
  const term = ite(eq(count, int(0)), BOXED_NIL, boxed({ kind: 'int', term: value })!);
  return { value: { kind: 'boxed', term, type: unionOf([INTEGER, { kind: 'nil' }]) }, state };
}

function listed(ctx: Ctx, range: RangeVal, count: Formula, site: Site, state: State): Out | null {
  const { from } = range;
  if (from?.kind !== 'int') return null;
  const type = nominal('Array', [INTEGER]);
  return arrayBy(ctx, state, type, count, i => boxed({ kind: 'int', term: add(from.term, i) })!, site);
}

function firstOf(ctx: Ctx, range: RangeVal, n: Formula, site: Site, state: State): Out | null {
  const count = countOf(range);
  if (count === null) return null;
  const on = oblige(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', n, int(0)),
    place: placeOf(ctx, site),
    about: 'the number of elements is not negative',
    raises: 'ArgumentError',
  });
  return listed(ctx, range, smallest(n, count), site, on);
}

function within(ctx: Ctx, range: RangeVal, arg: Val & { kind: 'int' | 'real' }): Formula | null {
  const ends = [range.from, range.to].filter(end => end !== null);
  if (ends.some(end => end.kind !== 'int' && end.kind !== 'real')) return null;
  const real = arg.kind === 'real' || ends.some(end => end.kind === 'real');
  if (real && isIeee(ctx)) return null;
  if (real) caveat(ctx.run, { type: 'reals' });
  const number = (val: Val): Formula => {
    const { kind, term } = val as Val & { kind: 'int' | 'real' };
    return real && kind === 'int' ? toReal(term) : term;
  };
  const above = range.from ? compare('<=', number(range.from), number(arg)) : TRUE;
  const below = range.to ? compare(range.exclusive ? '<' : '<=', number(arg), number(range.to)) : TRUE;
  return and(above, below);
}
