/**
 * Outcomes of the runs along single paths -> one outcome: arguments must meet the constraints of every path, results, writes
 * and what blocks are given are joined.
 */
import type { Hierarchy } from '../types/hierarchy';
import { joinAll } from '../types/join';
import type { BlockUseSummary, Summary } from '../types/summary';
import type { OpenOutcome } from './summarise';

/** There is at least one. */
export function joinPaths(paths: readonly OpenOutcome[], hierarchy: Hierarchy): OpenOutcome {
  const [first] = paths;
  if (first === undefined) throw new Error('no path to join');
  if (paths.length === 1) return first;
  return {
    ...first,
    result: joinAll(
      paths.map(({ result }) => result),
      hierarchy,
    ),
    origins: paths.flatMap(({ origins }) => origins),
    constraints: paths.flatMap(({ constraints }) => constraints),
    writes: paths.flatMap(({ writes }) => writes),
    calls: paths.flatMap(({ calls }) => calls),
    block: joinBlocks(paths, hierarchy),
    passedBlocks: paths.flatMap(({ passedBlocks }) => passedBlocks),
    splits: [...new Set(paths.flatMap(({ splits }) => splits))].sort(),
    dependsOnSelf: paths.some(({ dependsOnSelf }) => dependsOnSelf),
    isTooLong: paths.some(({ isTooLong }) => isTooLong),
  };
}

function joinBlocks(paths: readonly Pick<Summary, 'block'>[], hierarchy: Hierarchy): BlockUseSummary | null {
  const used = paths.flatMap(({ block }) => block ?? []);
  const longest = Math.max(...used.map(({ args }) => args.length));
  if (used.length === 0) return null;
  const args = Array.from({ length: longest }, (_, index) =>
    joinAll(
      used.flatMap(block => block.args[index] ?? []),
      hierarchy,
    ),
  );
  return { args, must: used.length === paths.length && used.every(({ must }) => must) };
}
