/**
 * Bits of two unknown integers, under the setting `integerBits`: operands are split into that many bits; the result is
 * reassembled and exact. That operands fit is a bound of the verdict ("for integers of 8 bits"), never a wrap-around:
 * larger operands are outside the proof. Laws that hold for all integers guide the solver.
 */
import { add, compare, integer, mul, sub } from '../../../logic/arithmetic';
import { and, apply, bool, eq, FALSE, implies, int, ite, not, or, same } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { BOOL_SORT, INT_SORT } from '../../../logic/sorts';
import { addCaveat, assume, assumeAlways, type Ctx, freshSymbol, type Out } from '../../state/context';
import type { State } from '../../state/state';
import { withinWidth } from './boundedIntegers';

export function boundedBits(ctx: Ctx, a: Formula, method: string, b: Formula, state: State): Out | null {
  const width = ctx.run.input.settings.integerBits;
  if (width === 0) return null;
  const number = (term: Formula): Out => ({ value: { kind: 'int', term }, state });
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  const both = (): Formula => conjunction(ctx, a, b, width, state);
  switch (method) {
    case '&':
      return number(both());
    case '|':
      return number(sub(add(a, b), both()));
    case '^':
      return number(sub(add(a, b), mul(int(2), both())));
    case 'allbits?':
      return truth(eq(both(), b));
    case 'anybits?':
      return truth(not(eq(both(), int(0))));
    case 'nobits?':
      return truth(eq(both(), int(0)));
    case '<<':
      return number(shiftBits(ctx, a, b, width, state));
    case '>>':
      return number(shiftBits(ctx, a, sub(int(0), b), width, state));
    case '[]':
      return number(bitAt(ctx, a, b, width, state));
    default:
      return null;
  }
}

function boundOperands(ctx: Ctx, state: State, width: number, ...terms: readonly Formula[]): void {
  addCaveat(ctx.run, { type: 'bitvectors', width });
  for (const term of terms) assume(ctx, state, withinWidth(term, width));
}

/** a & b, defined once for each pair. */
function conjunction(ctx: Ctx, a: Formula, b: Formula, width: number, state: State): Formula {
  boundOperands(ctx, state, width, a, b);
  const known = ctx.run.hypotheses.conjunctions.all.find(each => same(each.a, a) && same(each.b, b));
  if (known) return known.both;
  const both = freshSymbol(ctx.run, 'both', INT_SORT);
  ctx.run.hypotheses.conjunctions.push({ a, b, both });
  const [x, y] = [bitsOf(ctx, a, width), bitsOf(ctx, b, width)];
  const sum = x.reduce<Formula>((s, bit, i) => add(s, ite(and(bit, y[i]!), int(weight(i, width)), int(0))), int(0));
  const fit = and(withinWidth(a, width), withinWidth(b, width));
  assumeAlways(ctx.run, implies(fit, eq(both, sum)), true);
  assumeAlways(ctx.run, and(...laws(a, b, both)), true);
  return both;
}

/** Laws of the bits that two integers share, at any width. */
function laws(a: Formula, b: Formula, both: Formula): readonly Formula[] {
  const natural = (x: Formula): Formula => compare('>=', x, int(0));
  const within = (x: Formula): Formula => and(natural(both), compare('<=', both, x));
  return [
    implies(natural(a), within(a)),
    implies(natural(b), within(b)),
    implies(not(or(natural(a), natural(b))), and(not(natural(both)), compare('<=', both, a), compare('<=', both, b))),
    implies(eq(a, b), eq(both, a)),
    implies(eq(a, int(-1)), eq(both, b)),
    implies(eq(b, int(-1)), eq(both, a)),
  ];
}

/** The last bit is the sign. */
function weight(index: number, width: number): bigint {
  return index === width - 1 ? -(2n ** BigInt(index)) : 2n ** BigInt(index);
}

function bitsOf(ctx: Ctx, term: Formula, width: number): readonly Formula[] {
  const value = integer(term);
  const places = Array.from({ length: width }, (_, i) => i);
  if (value !== null) return places.map(i => bool(((value >> BigInt(i)) & 1n) === 1n));
  const known = ctx.run.hypotheses.bits.all.find(each => same(each.term, term));
  if (known) return known.bits;
  const bits = places.map(() => freshSymbol(ctx.run, 'bit', BOOL_SORT));
  ctx.run.hypotheses.bits.push({ term, bits });
  const sum = bits.reduce<Formula>((s, bit, i) => add(s, ite(bit, int(weight(i, width)), int(0))), int(0));
  assumeAlways(ctx.run, implies(withinWidth(term, width), eq(term, sum)), true);
  return bits;
}

/** To the left, or to the right if the number is negative; results wider than the width are outside the bound. */
function shiftBits(ctx: Ctx, a: Formula, by: Formula, width: number, state: State): Formula {
  boundOperands(ctx, state, width, a);
  assume(ctx, state, or(compare('<', by, int(width)), eq(a, int(0))));
  let left: Formula = int(0);
  let right: Formula = ite(compare('<', a, int(0)), int(-1), int(0));
  for (let i = width - 1; i >= 0; i--) left = ite(eq(by, int(i)), mul(a, int(2n ** BigInt(i))), left);
  for (let i = width - 1; i > 0; i--)
    right = ite(eq(by, int(-i)), apply('div', [a, int(2n ** BigInt(i))], INT_SORT), right);
  return ite(compare('>=', by, int(0)), left, right);
}

/** Beyond the width the bit is the sign; before the first bit it is 0. */
function bitAt(ctx: Ctx, a: Formula, index: Formula, width: number, state: State): Formula {
  boundOperands(ctx, state, width, a);
  const bits = bitsOf(ctx, a, width);
  const sign = bits[width - 1] ?? FALSE;
  const found = bits.reduceRight<Formula>((rest, bit, i) => ite(eq(index, int(i)), bit, rest), sign);
  return ite(and(compare('>=', index, int(0)), found), int(1), int(0));
}
