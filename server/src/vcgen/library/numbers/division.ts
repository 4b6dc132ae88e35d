/**
 * Ruby's floored division. A constant divisor uses the solver's own div and mod (Euclidean: they differ for negative
 * divisors); a symbolic one gets a fresh quotient and remainder per pair, with their ground law. Division by zero is
 * excluded by an obligation before.
 */
import { add, compare, integer, mul, neg } from '../../../logic/arithmetic';
import { and, apply, eq, implies, int, not, same } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { INT_SORT } from '../../../logic/sorts';
import { assumeAlways, freshSymbol, type Run } from '../../state/context';

export interface Division {
  readonly quotient: Formula;
  readonly remainder: Formula;
}

export function divide(run: Run, a: Formula, b: Formula): Division {
  const divisor = integer(b);
  if (divisor !== null && divisor > 0n)
    return { quotient: divideEuclidean('div', a, b), remainder: divideEuclidean('mod', a, b) };
  if (divisor !== null && divisor < 0n) return divideByNegative(a, int(-divisor));
  return divideBySymbol(run, a, b);
}

function divideEuclidean(operator: 'div' | 'mod', a: Formula, b: Formula): Formula {
  const [x, y] = [integer(a), integer(b)];
  if (x !== null && y !== null && y > 0n) {
    const r = ((x % y) + y) % y;
    return int(operator === 'mod' ? r : (x - r) / y);
  }
  return apply(operator, [a, b], INT_SORT);
}

/** a / -n = floor(-a / n), a % -n = -(-a mod n). */
function divideByNegative(a: Formula, n: Formula): Division {
  return { quotient: divideEuclidean('div', neg(a), n), remainder: neg(divideEuclidean('mod', neg(a), n)) };
}

function divideBySymbol(run: Run, a: Formula, b: Formula): Division {
  const known = run.hypotheses.divisions.all.find(each => same(each.a, a) && same(each.b, b));
  if (known) return { quotient: known.q, remainder: known.r };
  const [q, r] = [freshSymbol(run, 'quotient', INT_SORT), freshSymbol(run, 'remainder', INT_SORT)];
  run.hypotheses.divisions.push({ a, b, q, r });
  const law = and(
    eq(a, add(mul(b, q), r)),
    implies(compare('>', b, int(0)), and(compare('<=', int(0), r), compare('<', r, b))),
    implies(compare('<', b, int(0)), and(compare('<', b, r), compare('<=', r, int(0)))),
  );
  assumeAlways(run, implies(not(eq(b, int(0))), law), true);
  return { quotient: q, remainder: r };
}
