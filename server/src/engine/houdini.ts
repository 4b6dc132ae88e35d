/**
 * Loops of unknown length, by Houdini: obligations are generated with every invariant candidate, candidates that fail
 * are dropped, and so on until the remaining ones are inductive. If everything is proved then, it is proved for any
 * number of iterations. Otherwise nothing is known, and the loops are unrolled instead.
 */
import { concernsFields } from '../judge/writerCaveats';
import { type Answer, isTimedOut, TIMED_OUT } from '../proof/answer';
import { type Effort, NO_EFFORT, sumOfEfforts } from '../proof/effort';
import type { LoopChoice } from '../proof/loopStrategy';
import type { MethodObligations, Obligation } from '../proof/obligation';
import { answerEachObligation, answerObligations, type QueryContext } from './answerObligations';

/** Candidates that depend on each other fail one after the other; more passes rarely help. */
const MAX_PASSES = 10;
/** Most proofs with invariants are quick; a slow one is left to the unrolled loops. */
const PROOF_RLIMIT = 400_000;
/** A candidate, like a contradiction among assumptions, gets a small budget. */
const TRY_RLIMIT = 60_000;

export interface HoudiniResult {
  /** Null: not everything is proved with invariants, so the loops are unrolled. */
  readonly proof: HoudiniProof | null;
  /** The obligations, if those that concern fields are proved with invariants and others are not. */
  readonly fields: MethodObligations | null;
  readonly effort: Effort;
}

/** Final answers, without further queries: all of them are proofs, or all of them are timeouts. */
interface HoudiniProof {
  readonly set: MethodObligations;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Null: cancelled. */
export async function runHoudini(
  ctx: QueryContext,
  first: MethodObligations,
  regenerate: (loops: LoopChoice) => MethodObligations,
): Promise<HoudiniResult | null> {
  const trying = limitBudget(ctx, TRY_RLIMIT);
  let effort = NO_EFFORT;
  const dropped = new Set<string>();
  let set = first;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (set.notModelled.length > 0) return { proof: null, fields: null, effort };
    const candidates = set.obligations.filter(obligation => obligation.candidate !== undefined);
    const tried = await answerEachObligation(trying, { ...set, obligations: candidates });
    if (!tried) return null;
    effort = sumOfEfforts([effort, tried.effort]);
    if (isAnyTimedOut(tried.byObligation)) return leaveUndecided(set, effort);
    const failed = candidates.filter(candidate => tried.byObligation.get(candidate.id)?.kind !== 'proved');
    if (failed.length === 0) return finish(ctx, set, tried.byObligation, effort);
    for (const candidate of failed) dropped.add(candidate.candidate!);
    set = regenerate({ kind: 'general', dropped: new Set(dropped) });
  }
  return { proof: null, fields: null, effort };
}

async function finish(
  ctx: QueryContext,
  set: MethodObligations,
  candidateAnswers: ReadonlyMap<string, Answer>,
  before: Effort,
): Promise<HoudiniResult | null> {
  const rest = set.obligations.filter(obligation => obligation.candidate === undefined);
  const [vacuity, required] = [rest.filter(isVacuity), rest.filter(each => !isVacuity(each))];
  const answered = await answerObligations(limitBudget(ctx, PROOF_RLIMIT), { ...set, obligations: required });
  if (!answered) return null;
  const effort = sumOfEfforts([before, answered.effort]);
  if (isAnyTimedOut(answered.byObligation)) return leaveUndecided(set, effort);
  const isProved = ({ id }: Obligation): boolean => answered.byObligation.get(id)?.kind === 'proved';
  if (!required.every(isProved))
    return { proof: null, fields: required.filter(concernsFields).every(isProved) ? set : null, effort };
  const possible = await answerEachObligation(limitBudget(ctx, TRY_RLIMIT), { ...set, obligations: vacuity });
  if (!possible) return null;
  if (isAnyTimedOut(possible.byObligation)) return leaveUndecided(set, sumOfEfforts([effort, possible.effort]));
  const holds = vacuity.every(({ id }) => {
    const answer = possible.byObligation.get(id)?.kind;
    return answer === 'refuted' || answer === 'unknown';
  });
  const answers = new Map([...answered.byObligation, ...possible.byObligation, ...candidateAnswers]);
  return { proof: holds ? { set, answers } : null, fields: null, effort: sumOfEfforts([effort, possible.effort]) };
}

function isAnyTimedOut(answers: ReadonlyMap<string, Answer>): boolean {
  return [...answers.values()].some(isTimedOut);
}

/**
 * Whether a candidate holds must not depend on the load of the machine: dropping one for lack of time could lose the
 * proof and produce another verdict. So all obligations stay undecided.
 */
function leaveUndecided(set: MethodObligations, effort: Effort): HoudiniResult {
  const answers = new Map(set.obligations.map(({ id }) => [id, TIMED_OUT]));
  return { proof: { set, answers }, fields: null, effort };
}

function isVacuity(obligation: Obligation): boolean {
  return obligation.kind === 'vacuity';
}

function limitBudget(ctx: QueryContext, rlimit: number): QueryContext {
  return { ...ctx, budget: { ...ctx.budget, rlimit: Math.min(ctx.budget.rlimit, rlimit) } };
}
