/**
 * Counterexamples are run: each unsafe obligation's script goes through the host's Ruby, and the judge says what the
 * run means. Where the model's values break nothing in Ruby, others may: the same clause, broken by another input, is as
 * good. A last run, with callees answering as the model does, shows whether a contract is too weak.
 */
import { afterReplay } from '../judge/afterReplay';
import { callResultsOf } from '../judge/counterexample';
import { withObligations } from '../judge/judge';
import { answersOfAll, type Classified, classify, classifyWithStubs } from '../judge/replayClassify';
import { otherInputsScript, type ReplayRequest, replayScript } from '../judge/replayScript';
import type { MethodInfo, Program } from '../program/program';
import type { Answer } from '../proof/answer';
import type { MethodObligations, Obligation } from '../proof/obligation';
import type { ReplayFile } from '../proof/replay';
import type { ObligationVerdict, Verdict } from '../proof/verdict';
import type { Host } from './host';

export interface ReplayContext {
  readonly host: Host;
  readonly program: Program;
  readonly signal: AbortSignal;
  /** The workspace's texts as they are now. */
  readonly files: () => readonly ReplayFile[];
  readonly lineOf: ReplayRequest['lineOf'];
}

export async function replayAll(
  ctx: ReplayContext,
  method: MethodInfo,
  asked: MethodObligations,
  answers: ReadonlyMap<string, Answer>,
  verdict: Verdict,
): Promise<Verdict> {
  const obligations: ObligationVerdict[] = [];
  for (const each of verdict.obligations) {
    const obligation = asked.obligations.find(other => other.id === each.id);
    const answer = answers.get(each.id);
    const runnable = each.status === 'unsafe' && each.counterexample && obligation && answer?.kind === 'refuted';
    obligations.push(
      runnable ? await replayOne(ctx, method, each, obligation, answer, verdict.notModelled.length > 0) : each,
    );
  }
  return withObligations(verdict, obligations);
}

export async function replayOne(
  ctx: ReplayContext,
  method: MethodInfo,
  verdict: ObligationVerdict,
  obligation: Obligation,
  answer: Answer & { readonly kind: 'refuted' },
  gaps: boolean,
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
  const run = await runs(ctx, request, callResults);
  if (!run) return { ...verdict, cause: 'unconfirmed', reason: 'there is no body to run' };
  if (run.mismatch && !(run.ruledOut && gaps)) ctx.host.log.info(`replay does not reproduce: ${run.mismatch}`);
  return afterReplay(verdict, run, obligation.caveats, gaps);
}

async function runs(
  ctx: ReplayContext,
  request: ReplayRequest,
  callResults: NonNullable<ReplayRequest['callResults']>,
): Promise<Classified | null> {
  const script = replayScript(request);
  if (!script) return null;
  const first = classify(request, await ctx.host.ruby.replay(script, ctx.signal));
  if (first.cause === 'confirmed' || first.counterexample.ranIn === null) return first;
  const others = otherInputsScript(request);
  const other = others && classify(request, await ctx.host.ruby.replay(others, ctx.signal));
  if (other?.cause === 'confirmed') return other;
  if (first.cause !== 'spec-too-weak' || callResults.length === 0) return first;
  const answering = { ...request, callResults };
  const again = answersOfAll(answering) ? replayScript(answering) : null;
  return again ? classifyWithStubs(answering, first, await ctx.host.ruby.replay(again, ctx.signal)) : first;
}
