/**
 * Runs counterexamples: the script of each unsafe obligation runs in the host's Ruby, and the judge interprets the
 * outcome. If the model's values break nothing in Ruby, other inputs that break the same clause count as well. A last
 * run, with callees that return what the model says, shows whether a contract is too weak.
 */
import { applyReplay } from '../judge/applyReplay';
import { callResultsOf } from '../judge/counterexample';
import { withObligations } from '../judge/judge';
import { hasUnknownType } from '../judge/problems';
import { type Classified, classify, classifyWithStubs, knowsAllAnswers } from '../judge/replayClassify';
import type { ReplayRequest } from '../judge/replayRequest';
import { otherInputsScript, replayScript } from '../judge/replayScript';
import type { MethodInfo, Program } from '../program/program';
import type { Answer } from '../proof/answer';
import type { MethodObligations, Obligation } from '../proof/obligation';
import type { ReplayFile, ReplayResult, ReplayScript } from '../proof/replay';
import type { ObligationVerdict, Verdict } from '../proof/verdict';
import type { Host } from './host';

export interface ReplayContext {
  readonly host: Host;
  readonly program: Program;
  readonly signal: AbortSignal;
  /** The current sources of the workspace. */
  readonly files: () => readonly ReplayFile[];
  readonly lineOf: ReplayRequest['lineOf'];
}

export async function replayAll(
  ctx: ReplayContext,
  method: MethodInfo,
  set: MethodObligations,
  answers: ReadonlyMap<string, Answer>,
  verdict: Verdict,
): Promise<Verdict> {
  const obligations: ObligationVerdict[] = [];
  for (const each of verdict.obligations) {
    const obligation = set.obligations.find(other => other.id === each.id);
    const answer = answers.get(each.id);
    const isOpen = each.status === 'not-modelled';
    const isBroken =
      each.status === 'unsafe' || (isOpen && !obligation?.open?.some(gap => hasUnknownType(gap.construct)));
    const runnable = isBroken && each.counterexample && obligation && answer?.kind === 'refuted';
    const refutation = runnable ? { verdict: { ...each, status: 'unsafe' as const }, obligation, answer } : null;
    const after = refutation && (await replayOne(ctx, method, refutation, verdict.notModelled.length > 0));
    const stays = after === null || (isOpen && after.cause !== 'confirmed');
    obligations.push(stays ? { ...each, ...(isOpen && { counterexample: null }) } : after);
  }
  return withObligations(verdict, obligations);
}

interface Refutation {
  readonly verdict: ObligationVerdict;
  readonly obligation: Obligation;
  readonly answer: Answer & { readonly kind: 'refuted' };
}

/** `hasGaps`: some construct of the method is not modelled. */
export async function replayOne(
  ctx: ReplayContext,
  method: MethodInfo,
  { verdict, obligation, answer }: Refutation,
  hasGaps: boolean,
): Promise<ObligationVerdict> {
  const callResults = callResultsOf(obligation, answer.model);
  const request: ReplayRequest = {
    program: ctx.program,
    method,
    obligation,
    counterexample: verdict.counterexample!,
    assumptions: obligation.assumptions,
    files: ctx.files(),
    lineOf: ctx.lineOf,
    answering: callResults.map(each => each.method),
  };
  const results: ReplayResult[] = [];
  const replay: Replay = async script => {
    const result = await ctx.host.ruby.replay(script, ctx.signal);
    results.push(result);
    return result;
  };
  const run = await runs(replay, request, callResults);
  if (!run) return { ...verdict, cause: 'unconfirmed', why: 'there is no body to run' };
  if (run.mismatch && !(run.ruledOut && hasGaps)) ctx.host.log.info(`replay does not reproduce: ${run.mismatch}`);
  const after = applyReplay(verdict, run, obligation.caveats, hasGaps);
  return results.some(result => result.timedOut) ? { ...after, timedOut: true } : after;
}

type Replay = (script: ReplayScript) => Promise<ReplayResult>;

async function runs(
  replay: Replay,
  request: ReplayRequest,
  callResults: NonNullable<ReplayRequest['callResults']>,
): Promise<Classified | null> {
  const script = replayScript(request);
  if (!script) return null;
  const first = classify(request, await replay(script));
  if (first.cause === 'confirmed' || first.counterexample.ranIn === null) return first;
  const others = otherInputsScript(request);
  const other = others && classify(request, await replay(others));
  if (other?.cause === 'confirmed') return other;
  if (first.cause !== 'spec-too-weak' || callResults.length === 0) return first;
  const answering = { ...request, callResults };
  const again = knowsAllAnswers(answering) ? replayScript(answering) : null;
  return again ? classifyWithStubs(answering, first, await replay(again)) : first;
}
