/** The paths through a method and the calls that were recorded -> how many of the paths were taken. */
import type { LearnedMethod, LearnedOutcome } from '../../../../shared/src/profile';
import type { ExecutionPaths } from './enumeratePaths';

export interface PathCoverage {
  readonly seen: number;
  readonly all: number;
  /** Paths are counted, not outcomes of branches. */
  readonly exact: boolean;
  /** Outcomes that no call took and that types do not exclude. */
  readonly missing: readonly LearnedOutcome[];
  /** Every way was seen. */
  readonly isComplete: boolean;
}

type Observed = Pick<LearnedMethod, 'outcomes' | 'calls'>;

/** `ways`: null if there are too many to list, or the branches are not known. */
export function coverPaths({ outcomes, calls }: Observed, ways: ExecutionPaths | null): PathCoverage {
  const seen = calls.flatMap(({ path, result }) => (path === null ? [] : [{ bits: BigInt(`0x${path}`), result }]));
  const bits = seen.reduce((all, each) => all | each.bits, 0n);
  const possible = ways?.exact ? ~(ways.mask & ~ways.ways.reduce((all, way) => all | way.bits, 0n)) : ~0n;
  const feasible = outcomes.filter((_, index) => ((possible >> BigInt(index)) & 1n) === 1n);
  const missing = outcomes.filter((_, index) => (((possible & ~bits) >> BigInt(index)) & 1n) === 1n);
  if (ways === null || !ways.exact)
    return { seen: feasible.length - missing.length, all: feasible.length, exact: false, missing, isComplete: false };
  const seenWays = ways.ways.filter(way =>
    seen.some(call => (call.bits & ways.mask) === way.bits && (way.end === 'raise' || call.result !== null)),
  );
  const loopPaths = ways.loopPaths.filter(path => seen.some(call => (call.bits & path) === path));
  const all = ways.ways.length + ways.loopPaths.length;
  const found = seenWays.length + loopPaths.length;
  return { seen: found, all, exact: true, missing, isComplete: found === all };
}
