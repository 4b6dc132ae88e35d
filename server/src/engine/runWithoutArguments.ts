/**
 * Runs a method without arguments that is proved over reals: Ruby's floats decide. If the run breaks a clause, the
 * method is unsafe, whatever holds over reals. If it passes and there is no other execution
 * (vcgen/analysis/uniqueExecution.ts), the proof no longer depends on reals; if state allows another execution, the
 * caveat stays.
 */
import { counterexampleOf } from '../judge/counterexample';
import { withObligations } from '../judge/judge';
import { classify } from '../judge/replayClassify';
import type { ReplayRequest } from '../judge/replayRequest';
import { replayScript } from '../judge/replayScript';
import type { MethodInfo } from '../program/program';
import type { MethodObligations, Obligation } from '../proof/obligation';
import type { ReplayResult } from '../proof/replay';
import type { Counterexample, ObligationVerdict, Verdict } from '../proof/verdict';
import type { ReplayContext } from './replay';

export async function runWithoutArguments(
  ctx: ReplayContext,
  method: MethodInfo,
  set: MethodObligations,
  verdict: Verdict,
): Promise<Verdict> {
  if (!isOverReals(verdict) || (method.definition?.params.length ?? 1) > 0) return verdict;
  const results: ReplayResult[] = [];
  const obligations: ObligationVerdict[] = [];
  for (const each of verdict.obligations) {
    const obligation = set.obligations.find(({ id, kind }) => id === each.id && kind !== 'vacuity');
    obligations.push(obligation ? await runObligation(ctx, method, each, obligation, results) : each);
  }
  const ran = withObligations(verdict, obligations);
  const found: Verdict = results.some(result => result.timedOut) ? { ...ran, timedOut: true } : ran;
  const isDecided = set.hasSoleExecution && results.length > 0 && results.every(hasPassed);
  return isDecided ? { ...found, caveats: found.caveats.filter(({ type }) => type !== 'reals') } : found;
}

function isOverReals({ status, caveats }: Verdict): boolean {
  return status === 'safe' && caveats.some(({ type }) => type === 'reals');
}

async function runObligation(
  ctx: ReplayContext,
  method: MethodInfo,
  verdict: ObligationVerdict,
  obligation: Obligation,
  results: ReplayResult[],
): Promise<ObligationVerdict> {
  const request: ReplayRequest = {
    program: ctx.program,
    method,
    obligation,
    counterexample: callOf(method, obligation),
    assumptions: obligation.assumptions,
    files: ctx.files(),
    lineOf: ctx.lineOf,
  };
  const script = replayScript(request);
  if (!script) return verdict;
  const result = await ctx.host.ruby.replay({ source: script.source, files: script.files }, ctx.signal);
  results.push(result);
  const { cause, counterexample } = classify(request, result);
  return cause === 'confirmed' ? { ...verdict, status: 'unsafe', cause, counterexample } : verdict;
}

/** The only possible call, on an object as its class creates it. */
function callOf(method: MethodInfo, obligation: Obligation): Counterexample {
  const call = counterexampleOf(method.key, obligation, new Map());
  if (call.receiver === null || method.singleton) return call;
  return { ...call, receiver: { kind: 'object', id: 'self', className: method.owner, fields: [] } };
}

/** It returned, and every clause was evaluated and held. */
function hasPassed(result: ReplayResult): boolean {
  if (result.kind !== 'ran' || result.timedOut || !result.preconditionHeld) return false;
  return result.outcome.type === 'returned' && result.violations.length === 0 && result.unevaluated.length === 0;
}
