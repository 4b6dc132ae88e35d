/**
 * What the solver could neither prove nor refute is asked once more in an easier way: about small cases only, or of reals
 * instead of doubles. Such an answer proves nothing; if running its values in Ruby breaks the clause, it is broken.
 * Anything else leaves the obligation undecided, as it was.
 */
import { judgeObligation, withObligations } from '../judge/judge';
import type { MethodInfo } from '../program/program';
import { type Effort, sumOfEfforts } from '../proof/effort';
import type { MethodObligations } from '../proof/obligation';
import type { ObligationVerdict, Verdict } from '../proof/verdict';
import { easierForms } from '../solve/narrowed';
import { type AskContext, askEach } from './ask';
import { type ReplayContext, replayOne } from './replay';

/** A counterexample that is there at all is mostly found at once. */
const LOOK_RLIMIT = 400_000;
/** Obligations of one method that are worth it: one broken clause says enough. */
const MOST_LOOKS = 4;

/** `easier`: the same method's obligations over reals, where it was asked of doubles; null: there is no such thing. */
export async function lookAgain(
  ctx: AskContext & ReplayContext,
  method: MethodInfo,
  set: MethodObligations,
  verdict: Verdict,
  easier: () => MethodObligations | null,
): Promise<Verdict> {
  const open = verdict.obligations.filter(each => each.status === 'undecided').slice(0, MOST_LOOKS);
  if (open.length === 0 || verdict.obligations.some(each => each.status === 'unsafe')) return verdict;
  const other = easier();
  const efforts = [verdict.effort];
  const found = new Map<string, ObligationVerdict>();
  for (const { id } of open) {
    for (const form of [...formsOf(set, id), ...(other ? [only(other, id)] : [])]) {
      const tried = found.has(id) || ctx.signal.aborted ? null : await tryOut(ctx, method, form, efforts);
      if (tried?.cause === 'confirmed') found.set(id, tried);
    }
  }
  const obligations = verdict.obligations.map(each => found.get(each.id) ?? each);
  return { ...withObligations(verdict, obligations), effort: sumOfEfforts(efforts) };
}

function only(set: MethodObligations, id: string): MethodObligations {
  return { ...set, obligations: set.obligations.filter(each => each.id === id) };
}

function formsOf(set: MethodObligations, id: string): readonly MethodObligations[] {
  return only(set, id).obligations.flatMap(obligation => easierForms(set, obligation));
}

async function tryOut(
  ctx: AskContext & ReplayContext,
  method: MethodInfo,
  form: MethodObligations,
  efforts: Effort[],
): Promise<ObligationVerdict | null> {
  const [obligation] = form.obligations;
  if (!obligation) return null;
  const budget = { ...ctx.budget, rlimit: Math.min(ctx.budget.rlimit, LOOK_RLIMIT) };
  const answers = await askEach({ ...ctx, budget }, form);
  if (!answers) return null;
  efforts.push(answers.effort);
  const answer = answers.byObligation.get(obligation.id);
  if (answer?.kind !== 'refuted') return null;
  return replayOne(
    ctx,
    method,
    judgeObligation(form.key, obligation, answer),
    obligation,
    answer,
    form.notModelled.length > 0,
  );
}
