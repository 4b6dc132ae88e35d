/**
 * Loops of unknown length, in general: the obligations are made with every guess at an invariant, the guesses that fail
 * are dropped, and so on until the rest holds together (Houdini). If then everything is proved, it is proved for any
 * number of rounds. Anything else says nothing: the loops are unrolled instead.
 */
import type { Answer } from '../proof/answer';
import { type Effort, NO_EFFORT, sumOfEfforts } from '../proof/effort';
import type { LoopChoice } from '../proof/loopChoice';
import type { MethodObligations, Obligation } from '../proof/obligation';
import { type AskContext, ask, askEach } from './ask';

/** Guesses that need each other fall one after the other; more laps than this are not worth the wait. */
const MOST_LAPS = 10;
/** Most proofs of this kind are quick; one that is not is left to the unrolled loops. */
const PROOF_RLIMIT = 400_000;
/** A guess is worth a try, not a search; so is a contradiction among what was assumed. */
const TRY_RLIMIT = 60_000;

export interface GeneralProof {
  readonly set: MethodObligations;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Null in `proof`: not proved in general. Null: cancelled. */
export async function proveInGeneral(
  ctx: AskContext,
  first: MethodObligations,
  again: (loops: LoopChoice) => MethodObligations,
): Promise<{ readonly proof: GeneralProof | null; readonly effort: Effort } | null> {
  const trying = within(ctx, TRY_RLIMIT);
  let effort = NO_EFFORT;
  const dropped = new Set<string>();
  let set = first;
  for (let lap = 0; lap < MOST_LAPS; lap++) {
    if (set.notModelled.length > 0) return { proof: null, effort };
    const guesses = set.obligations.filter(obligation => obligation.guess !== undefined);
    const tried = await askEach(trying, { ...set, obligations: guesses });
    if (!tried) return null;
    effort = sumOfEfforts([effort, tried.effort]);
    const failed = guesses.filter(guess => tried.byObligation.get(guess.id)?.kind !== 'proved');
    if (failed.length === 0) return finish(ctx, set, tried.byObligation, effort);
    for (const guess of failed) dropped.add(guess.guess!);
    set = again({ kind: 'general', dropped: new Set(dropped) });
  }
  return { proof: null, effort };
}

async function finish(
  ctx: AskContext,
  set: MethodObligations,
  guessed: ReadonlyMap<string, Answer>,
  before: Effort,
): Promise<{ readonly proof: GeneralProof | null; readonly effort: Effort } | null> {
  const rest = set.obligations.filter(obligation => obligation.guess === undefined);
  const [vacuity, demands] = [rest.filter(isVacuity), rest.filter(each => !isVacuity(each))];
  const asked = await ask(within(ctx, PROOF_RLIMIT), { ...set, obligations: demands });
  if (!asked) return null;
  const effort = sumOfEfforts([before, asked.effort]);
  if (!demands.every(({ id }) => asked.byObligation.get(id)?.kind === 'proved')) return { proof: null, effort };
  const possible = await askEach(within(ctx, TRY_RLIMIT), { ...set, obligations: vacuity });
  if (!possible) return null;
  const holds = vacuity.every(({ id }) => {
    const answer = possible.byObligation.get(id)?.kind;
    return answer === 'refuted' || answer === 'unknown';
  });
  const answers = new Map([...asked.byObligation, ...possible.byObligation, ...guessed]);
  return { proof: holds ? { set, answers } : null, effort: sumOfEfforts([effort, possible.effort]) };
}

function isVacuity(obligation: Obligation): boolean {
  return obligation.kind === 'vacuity';
}

function within(ctx: AskContext, rlimit: number): AskContext {
  return { ...ctx, budget: { ...ctx.budget, rlimit: Math.min(ctx.budget.rlimit, rlimit) } };
}
