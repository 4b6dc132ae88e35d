/** The expressions whose value a body may end with: where a wrong result is underlined. */
import type { Expr } from '../ril/ril';

export function tailsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'seq': {
      const last = expr.body[expr.body.length - 1];
      return last === undefined ? [expr] : tailsOf(last);
    }
    case 'if': {
      const branches = [expr.then, expr.else].filter(branch => branch.span.end > branch.span.start);
      return branches.length < 2
        ? [...branches.flatMap(tailsOf), ...(branches.length === 0 ? [expr] : [])]
        : branches.flatMap(tailsOf);
    }
    case 'rescue':
      return [...tailsOf(expr.else ?? expr.body), ...expr.clauses.flatMap(clause => tailsOf(clause.body))];
    case 'ensure':
      return tailsOf(expr.body);
    default:
      return [expr];
  }
}
