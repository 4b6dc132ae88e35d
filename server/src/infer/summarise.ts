/** The outcome of a run -> Summary: types within their limits, constraints of one kind once, causes of what is unknown. */
import type { UnknownCause } from '../problems/unknownCauses';
import type { Hierarchy } from '../types/hierarchy';
import type { PlacedConstraint, Summary } from '../types/summary';
import { DYNAMIC } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import { printScheme } from './printSummary';
import { limitType } from './typeLimits';

/** What the checker found in an open run. */
export type OpenOutcome = Omit<Summary, 'key' | 'unknown'> & {
  readonly isTooLong: boolean;
  /** For shown signatures only. */
  readonly passedBlocks: unknown;
  readonly insertions: unknown;
  readonly storedCalls: unknown;
};

export function summarise(
  key: MethodKey,
  { isTooLong, passedBlocks: _, insertions: __, storedCalls: ___, ...outcome }: OpenOutcome,
  hierarchy: Hierarchy,
  mostSteps: number,
): Summary {
  if (isTooLong) return unknownSummary(key, outcome.params, { kind: 'too-long', steps: mostSteps });
  const result = limitType(hierarchy, outcome.result);
  const writes = outcome.writes.map(write => ({ ...write, type: limitType(hierarchy, write.type).type }));
  return {
    ...outcome,
    key,
    result: result.type,
    writes,
    constraints: mergeConstraints(outcome.constraints),
    unknown: result.causes,
  };
}

/** Of a method about which nothing can be said. */
export function unknownSummary(key: MethodKey, params: Summary['params'], cause: UnknownCause): Summary {
  return {
    key,
    params,
    constraints: [],
    result: DYNAMIC,
    origins: [],
    block: null,
    element: null,
    effect: null,
    writes: [],
    calls: [],
    splits: [],
    dependsOnSelf: false,
    unknown: [cause],
  };
}

/** The first of equal constraints, and `must` if one of them is. */
function mergeConstraints(constraints: readonly PlacedConstraint[]): readonly PlacedConstraint[] {
  const merged = new Map<string, PlacedConstraint>();
  for (const constraint of constraints) {
    const { requires } = constraint;
    const text = JSON.stringify(
      requires.kind === 'bound'
        ? [requires.on, printScheme(requires.type)]
        : [requires.on, requires.name, requires.args],
    );
    const known = merged.get(text);
    merged.set(text, known ? { ...known, must: known.must || constraint.must } : constraint);
  }
  return [...merged.values()];
}
