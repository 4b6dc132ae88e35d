/** The expressions whose value may be the result of a body; a wrong result is reported there. */
import type { Expr } from '../../ril/ril';

export function findTailExpressions(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'seq': {
      const last = expr.body[expr.body.length - 1];
      return last === undefined ? [expr] : findTailExpressions(last);
    }
    case 'if': {
      const branches = [expr.then, expr.else].filter(branch => branch.span.end > branch.span.start);
      return branches.length < 2
        ? [...branches.flatMap(findTailExpressions), ...(branches.length === 0 ? [expr] : [])]
        : branches.flatMap(findTailExpressions);
    }
    case 'rescue':
      return [
        ...findTailExpressions(expr.else ?? expr.body),
        ...expr.clauses.flatMap(clause => findTailExpressions(clause.body)),
      ];
    case 'ensure':
      return findTailExpressions(expr.body);
    default:
      return [expr];
  }
}
