/** Arithmetic over Int and Real. Folds constants and drops neutral elements; rearranges nothing else. */
import { apply, bool, int, isApply, real, same } from './build';
import type { Formula } from './formula';
import { BOOL_SORT, INT_SORT, REAL_SORT } from './sorts';

export function add(a: Formula, b: Formula): Formula {
  const [x, y] = [integer(a), integer(b)];
  if (x !== null && y !== null) return int(x + y);
  if (x === 0n) return b;
  if (y === 0n) return a;
  if (y !== null && isApply(a, '+') && a.args.length === 2) {
    const inner = integer(a.args[1]!);
    if (inner !== null) return add(a.args[0]!, int(inner + y));
  }
  return apply('+', [a, b], a.sort);
}

export function sub(a: Formula, b: Formula): Formula {
  const [x, y] = [integer(a), integer(b)];
  if (x !== null && y !== null) return int(x - y);
  if (y === 0n) return a;
  return apply('-', [a, b], a.sort);
}

export function mul(a: Formula, b: Formula): Formula {
  const [x, y] = [integer(a), integer(b)];
  if (x !== null && y !== null) return int(x * y);
  if (x === 1n) return b;
  if (y === 1n) return a;
  return apply('*', [a, b], a.sort);
}

export function neg(a: Formula): Formula {
  const x = integer(a);
  if (x !== null) return int(-x);
  return apply('-', [a], a.sort);
}

export type Comparison = '<' | '<=' | '>' | '>=';

export function compare(operator: Comparison, a: Formula, b: Formula): Formula {
  const [x, y] = [integer(a), integer(b)];
  if (x !== null && y !== null) return bool(holds(operator, x, y));
  if (same(a, b)) return bool(operator === '<=' || operator === '>=');
  return apply(operator, [a, b], BOOL_SORT);
}

export function le(a: Formula, b: Formula): Formula {
  return compare('<=', a, b);
}

export function lt(a: Formula, b: Formula): Formula {
  return compare('<', a, b);
}

export function toReal(a: Formula): Formula {
  return a.kind === 'numeral' && a.sort.kind === 'int' ? real(a.value) : apply('to_real', [a], REAL_SORT);
}

/** The greatest integer not above a Real. */
export function floor(a: Formula): Formula {
  return apply('to_int', [a], INT_SORT);
}

/** The value of an Int numeral; null for everything else. */
export function integer(a: Formula): bigint | null {
  return a.kind === 'numeral' && a.sort.kind === 'int' ? BigInt(a.value) : null;
}

function holds(operator: Comparison, x: bigint, y: bigint): boolean {
  switch (operator) {
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '>':
      return x > y;
    case '>=':
      return x >= y;
  }
}
