/**
 * The expressions that every call of a body evaluates: no branch, block, handler or jump lies between the start of the
 * body and them. `must` constraints are among these.
 */
import type { Expr } from './ril';
import { children } from './walk';

export function findUnconditional(body: Expr): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  visit(body, found);
  return found;
}

/** Returns whether the expression certainly completes normally, so that what follows is evaluated too. */
function visit(expr: Expr, found: Set<Expr>): boolean {
  switch (expr.kind) {
    case 'if':
      visit(expr.condition, found);
      return false;
    case 'and':
    case 'or':
      visit(expr.left, found);
      return !mayJump(expr.right);
    case 'while':
      if (!expr.bodyFirst) visit(expr.condition, found);
      return false;
    case 'rescue':
    case 'ensure':
    case 'lambda':
    case 'define':
    case 'opaque':
    case 'match':
    case 'defined':
      return expr.kind === 'lambda' || expr.kind === 'define';
    case 'jump':
      if (expr.value) visit(expr.value, found);
      return false;
    case 'call': {
      if (expr.receiver && !visit(expr.receiver, found)) return false;
      if (expr.safe) return true;
      for (const arg of expr.args) if ('value' in arg && arg.value && !visit(arg.value, found)) return false;
      found.add(expr);
      return expr.block?.type !== 'block' || !mayJump(expr);
    }
    default: {
      for (const child of children(expr)) if (!visit(child, found)) return false;
      found.add(expr);
      return true;
    }
  }
}

function mayJump(expr: Expr): boolean {
  return expr.kind === 'jump' || children(expr).some(mayJump);
}
