/** What runs under the assumption of visible callers are given, and what fields and stored blocks need of them. */
import type { CheckInput } from '../../check/check';
import type { RunOutcome } from '../../check/transferFunction';
import type { MethodInfo, Program } from '../../program/program';
import type { Hierarchy } from '../../types/hierarchy';
import type { FieldSummary, Summary } from '../../types/summary';
import type { Type } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import type { FieldKey } from '../summaryQueries';
import type { CallerFinder } from './callers';
import type { Supply } from './supplied';

export interface ClosedInput extends CheckInput {
  readonly summaryOf: (key: MethodKey) => Summary | null;
  readonly callersOf: CallerFinder;
  readonly suppliedTo: (method: MethodInfo) => Pick<Supply, 'calls' | 'types'>;
  /** Whether visible code may create instances of the class itself. */
  readonly isCreated: (className: string) => boolean;
  /** Types of fields to take for granted. */
  readonly given?: (of: FieldKey) => FieldSummary | null;
}

/** The runs, as the files that they are made of use them. */
export interface Runs {
  readonly program: Program;
  readonly hierarchy: Hierarchy;
  readonly callersOf: CallerFinder;
  /** For proofs only. */
  readonly isGiven: boolean;
  bodyOf(method: MethodInfo): RunOutcome;
  methodOf(key: MethodKey): MethodInfo | null;
  methodAt(anchor: string): MethodInfo | null;
  solveType(name: string, find: () => Type): Type;
}
