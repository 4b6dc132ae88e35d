/**
 * How much of a method ran. Outcomes are counted, not feasible paths: an outcome that no call took is missing. Calls
 * that ended in an exception count as well, since their branches were taken.
 */
import type { LearnedMethod, LearnedOutcome } from '../../../../shared/src/profile';

export interface MethodCoverage {
  readonly calls: number;
  /** Different paths. */
  readonly paths: number;
  readonly seen: number;
  readonly all: number;
  readonly missing: readonly LearnedOutcome[];
}

export function coverageOf(method: LearnedMethod): MethodCoverage {
  const paths = new Set(method.calls.flatMap(call => call.path ?? []));
  let bits = 0n;
  for (const path of paths) bits |= BigInt(`0x${path}`);
  const missing = method.outcomes.filter((_, index) => ((bits >> BigInt(index)) & 1n) === 0n);
  const all = method.outcomes.length;
  const calls = method.calls.reduce((sum, call) => sum + call.count, 0);
  return { calls, paths: paths.size, seen: all - missing.length, all, missing };
}
