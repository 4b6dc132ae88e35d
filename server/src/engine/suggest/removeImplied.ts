/** Drops proved clauses that others imply in an obvious way: a reader cannot use a suggestion of twelve bounds. */
import type { Expr } from '../../ril/ril';
import { showExpr } from '../../types/showExpr';
import { hasBranches } from './preconditions';

interface Comparison {
  readonly clause: Expr;
  readonly left: string;
  readonly sign: string;
  readonly right: string;
  /** The right side, if it is an integer. */
  readonly bound: bigint | null;
}

/** Signs that each sign implies. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  '==': ['>=', '<='],
  '>': ['>=', '!='],
  '<': ['<=', '!='],
};

/**
 * `result`: the name of the result. If it equals a plain expression, nothing else needs to be said of it; an expression
 * with branches only repeats the body, and bounds say more to a reader.
 */
export function removeImplied(clauses: readonly Expr[], result: string): readonly Expr[] {
  const compared = clauses.map(comparisonOf);
  const equal = compared.find(each => each?.left === result && each.sign === '==' && !hasBranches(each.clause));
  if (equal) return [equal.clause];
  return clauses.filter((_, i) => {
    const each = compared[i];
    return (
      !each ||
      !compared.some((other, j) => other && i !== j && implies(other, each) && !(implies(each, other) && i < j))
    );
  });
}

function comparisonOf(clause: Expr): Comparison | null {
  if (clause.kind !== 'call' || clause.receiver === null) return null;
  const [arg] = clause.args;
  if (clause.method === '!') return emptiness(clause);
  if (clause.args.length !== 1 || arg?.type !== 'positional') return null;
  const right = showExpr(arg.value);
  const bound = /^-?\d+$/.test(right) ? BigInt(right) : null;
  return { clause, left: showExpr(clause.receiver), sign: clause.method, right, bound };
}

/** `!r.empty?` is `r.size > 0`. */
function emptiness(clause: Expr & { readonly kind: 'call' }): Comparison | null {
  const { receiver } = clause;
  if (receiver?.kind !== 'call' || receiver.method !== 'empty?' || receiver.receiver === null) return null;
  return { clause, left: `${showExpr(receiver.receiver)}.size`, sign: '>', right: '0', bound: 0n };
}

function implies(a: Comparison, b: Comparison): boolean {
  if (a.left !== b.left) return false;
  if (a.right === b.right) return a.sign === b.sign || (IMPLIED[a.sign]?.includes(b.sign) ?? false);
  if (a.bound === null || b.bound === null) return false;
  if (a.sign === '==') return holds(a.bound, b.sign, b.bound);
  const isLower = (sign: string): boolean => sign === '>' || sign === '>=';
  const isUpper = (sign: string): boolean => sign === '<' || sign === '<=';
  if (isLower(a.sign)) {
    if (b.sign === '!=') return b.bound < a.bound;
    return isLower(b.sign) && b.bound < a.bound;
  }
  if (!isUpper(a.sign)) return false;
  if (b.sign === '!=') return b.bound > a.bound;
  return isUpper(b.sign) && b.bound > a.bound;
}

function holds(left: bigint, sign: string, right: bigint): boolean {
  switch (sign) {
    case '>':
      return left > right;
    case '<':
      return left < right;
    case '>=':
      return left >= right;
    case '<=':
      return left <= right;
    case '!=':
      return left !== right;
    default:
      return false;
  }
}
