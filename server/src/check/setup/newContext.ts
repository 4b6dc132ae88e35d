/** The initial context of one check. */
import type { Settings } from '../../../../shared/src/settings';
import { hierarchyOf } from '../../program/hierarchy';
import type { Program } from '../../program/program';
import type { UntakenBranches } from '../../ril/branchOutcomes';
import { withoutFields } from '../../types/allocatedTypes';
import type { FieldSummary } from '../../types/summary';
import type { SummaryReader } from '../../typing/summaryReader';
import type { Base } from '../run/run';
import type { Inference, TypeReader } from '../state/context';
import { newMemory } from '../state/context';
import { inferElements } from './enumerableElements';
import { RULES } from './rules';

/** What a check reads besides the method itself. */
export interface CheckInput {
  readonly program: Program;
  readonly settings: Settings;
  readonly readType: TypeReader | null;
  readonly summaries: SummaryReader;
  /** Present while a unit without annotation is checked. */
  readonly inference?: Inference;
  /** Present in a run along one observed path. */
  readonly notTaken?: UntakenBranches;
}

/** `steps`: how many expressions a run of inference may check. */
export function newContext(input: CheckInput, steps: number | null = null): Base {
  const { program, settings, readType, summaries, inference = null, notTaken = null } = input;
  const memory = newMemory(steps ?? Number.POSITIVE_INFINITY);
  const infers = steps !== null;
  const isInference = infers || inference !== null;
  const reader = isInference ? summaries : withoutAllocations(summaries);
  const hierarchy = isInference ? inferElements(hierarchyOf(program), program, summaries) : hierarchyOf(program);
  return {
    program,
    hierarchy,
    settings,
    rules: RULES,
    memory,
    infers,
    notTaken,
    readType,
    summaries: reader,
    inference,
  };
}

/** Annotations know classes only: what is inferred about one instance would not fit invariant type arguments. */
function withoutAllocations(summaries: SummaryReader): SummaryReader {
  const plain = (field: FieldSummary): FieldSummary => ({
    ...field,
    type: withoutFields(field.type),
    shown: withoutFields(field.shown),
    written: withoutFields(field.written),
  });
  return {
    ...summaries,
    resultOf: (call, depth) => withoutFields(summaries.resultOf(call, depth)),
    constantOf: (path, depth) => withoutFields(summaries.constantOf(path, depth)),
    fieldOf: (className, field, singleton, depth) => {
      const found = summaries.fieldOf(className, field, singleton, depth);
      return found && plain(found);
    },
  };
}
