/**
 * `n.digits(base)`: the least significant digit first. A constant is expanded; for other numbers the model knows the
 * digits up to MOST, their number as far as powers of the base determine it, and that the last is not zero.
 */
import { compare, integer } from '../../../logic/arithmetic';
import { and, bound, eq, forall, implies, int, not, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { arraySort, INT_SORT } from '../../../logic/sorts';
import { INTEGER, nominal } from '../../../types/type';
import { makeArrayByIndex } from '../../heap/indexedArrays';
import { addObligation } from '../../obligations/obligations';
import type { Site } from '../../state/call';
import { assume, type Ctx, freshSymbol, type Out, placeOf } from '../../state/context';
import type { State } from '../../state/state';
import { boxValue } from '../../state/value';
import { divide } from './division';

const MOST = 4;

export function digits(ctx: Ctx, n: Formula, base: Formula, site: Site, before: State): Out | null {
  if (ctx.spec) return null;
  const place = placeOf(ctx, site);
  const natural = addObligation(ctx, before, {
    kind: 'core-precondition',
    goal: compare('>=', n, int(0)),
    place,
    reason: { kind: 'nonnegative-receiver', method: 'digits' },
    raises: 'Math::DomainError',
  });
  const state = addObligation(ctx, natural, {
    kind: 'core-precondition',
    goal: compare('>=', base, int(2)),
    place,
    reason: { kind: 'digits-base' },
    raises: 'ArgumentError',
  });
  const type = nominal('Array', [INTEGER]);
  const [number, radix] = [integer(n), integer(base)];
  if (number !== null && radix !== null && number >= 0n && radix >= 2n) {
    const known = digitsOfConstant(number, radix);
    const at = (i: Formula): Formula => boxValue({ kind: 'int', term: int(known[Number(integer(i))] ?? 0n) })!;
    if (known.length <= 12) return makeArrayByIndex(ctx, state, { type, length: int(known.length), at }, site);
  }
  const count = freshSymbol(ctx.run, 'digits', INT_SORT);
  const all = freshSymbol(ctx.run, 'digits', arraySort(INT_SORT, INT_SORT));
  const digit = (i: Formula): Formula => select(all, i);
  const name = `i${ctx.run.names.quantifiers++}`;
  const i = bound(name, INT_SORT);
  const within = and(compare('<=', int(0), i), compare('<', i, count));
  const isDigit = and(compare('<=', int(0), digit(i)), compare('<', digit(i), base));
  assume(ctx, state, forall([{ name, sort: INT_SORT }], implies(within, isDigit), [[digit(i)]]));
  assume(ctx, state, compare('>=', count, int(1)));
  assume(ctx, state, eq(eq(count, int(1)), compare('<', n, base)));
  const last = select(all, { kind: 'apply', operator: '-', args: [count, int(1)], sort: INT_SORT });
  assume(ctx, state, or(eq(n, int(0)), not(eq(last, int(0)))));
  if (radix === null) assume(ctx, state, eq(digit(int(0)), divide(ctx.run, n, base).remainder));
  else assumeDigitsByPowers(ctx, state, { n, radix, count, digit });
  return makeArrayByIndex(
    ctx,
    state,
    { type, length: count, at: index => boxValue({ kind: 'int', term: digit(index) })! },
    site,
  );
}

interface Digits {
  readonly n: Formula;
  readonly radix: bigint;
  readonly count: Formula;
  readonly digit: (index: Formula) => Formula;
}

function assumeDigitsByPowers(ctx: Ctx, state: State, { n, radix, count, digit }: Digits): void {
  for (let k = 0, unit = 1n; k <= MOST; k++, unit *= radix) {
    const there = compare('<', int(k), count);
    if (k > 0) assume(ctx, state, eq(there, compare('>=', n, int(unit))));
    if (k === MOST) continue;
    const own = divide(ctx.run, divide(ctx.run, n, int(unit)).quotient, int(radix)).remainder;
    assume(ctx, state, implies(there, eq(digit(int(k)), own)));
  }
}

function digitsOfConstant(number: bigint, radix: bigint): readonly bigint[] {
  const found: bigint[] = [];
  let rest = number;
  do {
    found.push(rest % radix);
    rest /= radix;
  } while (rest > 0n);
  return found;
}
