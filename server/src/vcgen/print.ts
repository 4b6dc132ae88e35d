/** Obligations as text, for `loupe print obligations`. */
import { printFormula } from '../logic/print';
import { cone } from '../logic/symbols';
import type { MethodObligations, Obligation } from '../proof/obligation';

export function printObligations(method: MethodObligations): string {
  const asked = method.obligations.map(printObligation);
  const skipped = method.notModelled.map(
    each => `not modelled: ${each.construct}${each.affects.length ? ` (${each.affects.join(', ')})` : ''}`,
  );
  return [`${method.key}`, ...asked, ...skipped].join('\n');
}

function printObligation(obligation: Obligation): string {
  const hypotheses = cone([obligation.goal, ...obligation.hypotheses.slice(-1)], obligation.hypotheses);
  return [
    `  ${obligation.id}: ${obligation.about}${obligation.clause ? `  { ${obligation.clause.text} }` : ''}`,
    ...hypotheses.map(each => `    assume ${indented(printFormula(each))}`),
    `    prove  ${indented(printFormula(obligation.goal))}${isTrue(obligation) ? '  (by simplification)' : ''}`,
  ].join('\n');
}

function isTrue({ goal }: Obligation): boolean {
  return goal.kind === 'boolean' && goal.value;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n           ');
}
