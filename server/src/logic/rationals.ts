/** Exact fractions: arithmetic of the sort Rational. Folds constants; rearranges nothing else. */

import type { Comparison } from './arithmetic';
import { apply, bool, same } from './build';
import type { Formula } from './formula';
import { BOOL_SORT, INT_SORT, RATIONAL_SORT, REAL_SORT } from './sorts';

type Fraction = readonly [numerator: bigint, denominator: bigint];

/** In lowest terms; the denominator is not zero. */
export function ratio(numerator: bigint, denominator: bigint): Formula {
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = sign * gcd(numerator, denominator);
  const [p, q] = [numerator / divisor, denominator / divisor];
  return { kind: 'numeral', value: q === 1n ? String(p) : `${p}/${q}`, sort: RATIONAL_SORT };
}

/** The value of a constant; null for everything else. */
export function fractionOf(a: Formula): Fraction | null {
  if (a.kind !== 'numeral' || a.sort.kind !== 'rational') return null;
  const [p, q = '1'] = a.value.split('/') as [string, string?];
  return [BigInt(p), BigInt(q)];
}

export function wholeRatio(a: Formula): Formula {
  return a.kind === 'numeral' && a.sort.kind === 'int'
    ? ratio(BigInt(a.value), 1n)
    : apply('to_real', [a], RATIONAL_SORT);
}

/** The same number as a Real. */
export function ratioAsReal(a: Formula): Formula {
  return { ...a, sort: REAL_SORT };
}

export type RatioOperator = '+' | '-' | '*' | '/';

export function ratioOf(operator: RatioOperator, a: Formula, b: Formula): Formula {
  const [x, y] = [fractionOf(a), fractionOf(b)];
  const known = x && y ? computeRatio(operator, x, y) : null;
  return known ? ratio(...known) : apply(operator, [a, b], RATIONAL_SORT);
}

export function negateRatio(a: Formula): Formula {
  const x = fractionOf(a);
  return x ? ratio(-x[0], x[1]) : apply('-', [a], RATIONAL_SORT);
}

export function ratioCompared(operator: Comparison, a: Formula, b: Formula): Formula {
  const [x, y] = [fractionOf(a), fractionOf(b)];
  if (same(a, b)) return bool(operator === '<=' || operator === '>=');
  return x && y ? bool(holds(operator, x[0] * y[1] - y[0] * x[1])) : apply(operator, [a, b], BOOL_SORT);
}

/** The greatest integer that is not above it. */
export function ratioFloor(a: Formula): Formula {
  const x = fractionOf(a);
  if (!x) return apply('to_int', [a], INT_SORT);
  const [p, q] = x;
  return { kind: 'numeral', value: String((p - (((p % q) + q) % q)) / q), sort: INT_SORT };
}

function computeRatio(operator: RatioOperator, [a, b]: Fraction, [c, d]: Fraction): Fraction | null {
  switch (operator) {
    case '+':
      return [a * d + c * b, b * d];
    case '-':
      return [a * d - c * b, b * d];
    case '*':
      return [a * c, b * d];
    case '/':
      return c === 0n ? null : [a * d, b * c];
  }
}

function holds(operator: Comparison, difference: bigint): boolean {
  switch (operator) {
    case '<':
      return difference < 0n;
    case '<=':
      return difference <= 0n;
    case '>':
      return difference > 0n;
    case '>=':
      return difference >= 0n;
  }
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
