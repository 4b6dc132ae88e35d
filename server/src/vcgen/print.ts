/** Obligations as text, for `loupe print obligations`. */

import { printFormula } from '../logic/print';
import { coneOfInfluence } from '../logic/symbols';
import { showConstruct } from '../problems/constructs';
import { showReason } from '../problems/obligations';
import type { MethodObligations, Obligation } from '../proof/obligation';

export function printObligations(method: MethodObligations): string {
  const obligations = method.obligations.map(printObligation);
  const skipped = method.notModelled.map(
    each =>
      `not modelled: ${showConstruct(each.construct)}${each.affects.length ? ` (${each.affects.join(', ')})` : ''}`,
  );
  return [`${method.key}`, ...obligations, ...skipped].join('\n');
}

function printObligation(obligation: Obligation): string {
  const hypotheses = coneOfInfluence([obligation.goal, ...obligation.hypotheses.slice(-1)], obligation.hypotheses);
  return [
    `  ${obligation.id}: ${showReason(obligation.reason).required}${obligation.clause ? `  { ${obligation.clause.text} }` : ''}`,
    ...hypotheses.map(each => `    assume ${indent(printFormula(each))}`),
    `    prove  ${indent(printFormula(obligation.goal))}${isTrue(obligation) ? '  (by simplification)' : ''}`,
  ].join('\n');
}

function isTrue({ goal }: Obligation): boolean {
  return goal.kind === 'boolean' && goal.value;
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n           ');
}
