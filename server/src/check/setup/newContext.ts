/** The initial context of one check. */
import type { Settings } from '../../../../shared/src/settings';
import { hierarchyOf } from '../../program/hierarchy';
import type { Program } from '../../program/program';
import type { SummaryReader } from '../../typing/summaryReader';
import type { Base } from '../run/run';
import type { Inference, TypeReader } from '../state/context';
import { newMemory } from '../state/context';
import { RULES } from './rules';

/** What a check reads besides the method itself. */
export interface CheckInput {
  readonly program: Program;
  readonly settings: Settings;
  readonly readType: TypeReader | null;
  readonly summaries: SummaryReader;
  /** Present while a unit without annotation is checked. */
  readonly inference?: Inference;
}

/** `steps`: how many expressions a run of inference may check. */
export function newContext(input: CheckInput, steps: number | null = null): Base {
  const { program, settings, readType, summaries, inference = null } = input;
  const hierarchy = hierarchyOf(program);
  const memory = newMemory(steps ?? Number.POSITIVE_INFINITY);
  const infers = steps !== null;
  return { program, hierarchy, settings, rules: RULES, memory, infers, readType, summaries, inference };
}
