/**
 * Sends an obligation that the solver could neither prove nor refute once more in an easier form: restricted to small
 * values, or over reals instead of doubles. Such an answer proves nothing; if its values break the clause in Ruby, the
 * obligation is refuted. In any other case it stays undecided.
 */
import { judgeObligation, withObligations } from '../judge/judge';
import type { MethodInfo } from '../program/program';
import { isTimedOut } from '../proof/answer';
import { type Effort, sumOfEfforts } from '../proof/effort';
import type { MethodObligations } from '../proof/obligation';
import type { ObligationVerdict, Verdict } from '../proof/verdict';
import { restrictToSmallCases } from '../solve/restrictQuery';
import { answerEachObligation, type QueryContext } from './answerObligations';
import { type ReplayContext, replayOne } from './replay';

/** If a small counterexample exists, the solver usually finds it at once. */
const RETRY_RLIMIT = 400_000;
/** How many obligations of a method are tried: one broken clause says enough. */
const MAX_RETRIES = 4;

/** `easier`: the same obligations over reals, if they were over doubles; null: there is no easier form. */
export async function retryUndecided(
  ctx: QueryContext & ReplayContext,
  method: MethodInfo,
  set: MethodObligations,
  verdict: Verdict,
  easier: () => MethodObligations | null,
): Promise<Verdict> {
  const open = verdict.obligations.filter(each => each.status === 'undecided').slice(0, MAX_RETRIES);
  if (open.length === 0 || verdict.obligations.some(each => each.status === 'unsafe')) return verdict;
  const other = easier();
  const efforts = [verdict.effort];
  const found = new Map<string, ObligationVerdict>();
  let timedOut = verdict.timedOut === true;
  for (const { id } of open) {
    for (const form of [...formsOf(set, id), ...(other ? [selectObligation(other, id)] : [])]) {
      const tried = found.has(id) || ctx.signal.aborted ? null : await proveForm(ctx, method, form, efforts);
      if (tried === 'timed-out') timedOut = true;
      else if (tried?.cause === 'confirmed') found.set(id, tried);
      else timedOut ||= tried?.timedOut === true;
    }
  }
  const obligations = verdict.obligations.map(each => found.get(each.id) ?? each);
  const looked = { ...withObligations(verdict, obligations), effort: sumOfEfforts(efforts) };
  return timedOut ? { ...looked, timedOut } : looked;
}

function selectObligation(set: MethodObligations, id: string): MethodObligations {
  return { ...set, obligations: set.obligations.filter(each => each.id === id) };
}

function formsOf(set: MethodObligations, id: string): readonly MethodObligations[] {
  return selectObligation(set, id).obligations.flatMap(obligation => restrictToSmallCases(set, obligation));
}

/** Null: no values were found, or the caller cancelled. */
async function proveForm(
  ctx: QueryContext & ReplayContext,
  method: MethodInfo,
  form: MethodObligations,
  efforts: Effort[],
): Promise<ObligationVerdict | 'timed-out' | null> {
  const [obligation] = form.obligations;
  if (!obligation) return null;
  const budget = { ...ctx.budget, rlimit: Math.min(ctx.budget.rlimit, RETRY_RLIMIT) };
  const answers = await answerEachObligation({ ...ctx, budget }, form);
  if (!answers) return null;
  efforts.push(answers.effort);
  const answer = answers.byObligation.get(obligation.id);
  if (isTimedOut(answer)) return 'timed-out';
  if (answer?.kind !== 'refuted') return null;
  const verdict = judgeObligation(form.key, obligation, answer);
  return replayOne(ctx, method, { verdict, obligation, answer }, form.notModelled.length > 0);
}
