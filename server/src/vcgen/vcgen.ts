/**
 * TypedMethod + Program -> obligations (T-Def): symbolic self and parameters that meet the precondition, the body read
 * once, and at its exits everything that the annotation promises. Each arm of an overloaded signature is a run of its own.
 */
import type { MethodInfo, SignatureArm } from '../program/program';
import { printLambda } from '../proof/lambda';
import type { MethodObligations, Obligation } from '../proof/obligation';
import type { Run, VcgenInput } from './context';
import { enter } from './entry';
import { evaluate } from './evaluate';
import { atExits } from './exits';
import { newRun } from './run';
import { signatureOf } from './signature';

export type { VcgenInput } from './context';

export function vcgen(input: VcgenInput): MethodObligations {
  const arms = input.method.signature?.arms ?? [];
  const runs = (arms.length > 0 ? arms : [null]).map((arm, index) => runArm(input, arm, index));
  return merged(input.method, runs, arms.length > 1);
}

function runArm(input: VcgenInput, arm: SignatureArm | null, index: number): Run {
  const run = newRun(input);
  const definition = input.method.definition;
  if (!definition) return run;
  const { ctx, state } = enter(run, arm, index);
  run.entry = state;
  const end = evaluate(ctx, definition.body, state);
  atExits(ctx, arm, index, state, end);
  return run;
}

function merged(method: MethodInfo, runs: readonly Run[], several: boolean): MethodObligations {
  const obligations = runs.flatMap((run, index) => run.obligations.map(each => numbered(each, several ? index : null)));
  return {
    key: method.key,
    signature: signatureOf(runs),
    obligations,
    notModelled: runs.flatMap(run => run.notModelled),
    lambda: runs.map(run => printLambda(method.key, run.lambda)).join('\n\n'),
    inlined: [...new Set(runs.flatMap(run => [...run.inlined]))],
    contracts: [...new Set(runs.flatMap(run => [...run.contracts]))],
    mayRaise: [...new Set(runs.flatMap(run => [...run.mayRaise]))],
  };
}

function numbered(obligation: Obligation, arm: number | null): Obligation {
  return arm === null ? obligation : { ...obligation, id: `${obligation.id}@${arm}` };
}
