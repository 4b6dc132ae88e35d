/** The runs of one body for each class of objects that run it -> one outcome. */
import type { RunOutcome } from '../../check/transferFunction';
import { joinPaths } from '../../infer/joinPaths';
import type { Hierarchy } from '../../types/hierarchy';
import { joinAll } from '../../types/join';
import { substituteType } from '../../types/substitute';
import type { Type } from '../../types/type';

/** There is at least one. */
export function joinReceiverRuns(runs: readonly [RunOutcome, ...RunOutcome[]], hierarchy: Hierarchy): RunOutcome {
  const elements = runs.flatMap(({ element }) => element ?? []);
  return {
    ...runs[0],
    ...joinPaths(runs, hierarchy),
    insertions: runs.flatMap(({ insertions }) => insertions),
    passedBlocks: [],
    storedCalls: runs.flatMap(({ storedCalls }) => storedCalls),
    element: elements.length < runs.length ? null : joinAll(elements, hierarchy),
  };
}

/** What is written is what this object writes. */
export function substituteSelf(run: RunOutcome, self: Type): RunOutcome {
  const close = (type: Type): Type => substituteType(type, new Map(), self);
  return {
    ...run,
    writes: run.writes.map(({ allocated, ...write }) => ({
      ...write,
      type: close(write.type),
      ...(allocated && { allocated: close(allocated) }),
    })),
    insertions: run.insertions.map(found => ({ ...found, type: close(found.type) })),
  };
}
