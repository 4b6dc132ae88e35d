/** The intermediate forms of a method as listings: what is inferred about it, and its verification. */
import type { Workspace } from '../engine/workspace';
import { printSummary } from '../infer/printSummary';
import { printLambda } from '../proof/lambda';
import type { MethodObligations } from '../proof/obligation';
import { encodePortably } from '../solve/solve';
import type { MethodKey } from '../types/typedMethod';
import { printObligations } from '../vcgen/print';

/** Null: the method has no body. */
export function printSummaryOf(workspace: Pick<Workspace, 'summaryOf'>, key: MethodKey): string | null {
  const summary = workspace.summaryOf(key);
  return summary && printSummary(summary);
}

export const PROOF_FORMS = ['lambda', 'obligations', 'smt'] as const;
export type ProofForm = (typeof PROOF_FORMS)[number];

/** Null: the method is not checked, or has a type error. */
export function printProofForm(
  workspace: Pick<Workspace, 'obligationsOf'>,
  key: MethodKey,
  form: ProofForm,
): string | null {
  const sets = workspace.obligationsOf(key);
  return sets?.map(set => printSet(form, set)).join('\n') ?? null;
}

function printSet(form: ProofForm, set: MethodObligations): string {
  if (form === 'lambda') return set.lambda.map(lines => printLambda(set.key, lines)).join('\n\n');
  if (form === 'obligations') return printObligations(set);
  return encodePortably(set)
    .map(({ id, text, tooLarge }) =>
      tooLarge ? `; ${id} is too large` : `; ${id}\n(reset)\n(set-logic ALL)\n${text}\n(check-sat)\n`,
    )
    .join('\n');
}
