/** What a snapshot is built from: the sources, the program, and what the stages found out about it. */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import type { MethodInfo, Program } from '../program/program';
import type { Checks } from './checks';
import type { InferenceReports } from './inferenceReports';
import type { Inferred } from './inferredSignatures';
import type { Learned } from './learn/learnedTypes';
import type { Proofs, Typing } from './proofs';
import type { Snapshot } from './snapshot';
import type { SourceFile } from './sources';
import type { Stages } from './stages';
import type { Fillings } from './suggest/holes';

export interface SnapshotInput {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly program: Program;
  readonly programProblems: ReadonlyMap<string, readonly Problem[]>;
  readonly methods: ReadonlyMap<string, readonly MethodInfo[]>;
  readonly settings: Settings;
  readonly checks: Checks;
  readonly inference: InferenceReports;
  readonly proofs: Proofs;
  readonly fillings: Fillings;
  readonly typing: Typing;
  readonly stages: Stages;
  readonly inferred: Inferred;
  readonly learned: Learned;
  readonly seenCalls: Snapshot['seenCalls'];
  /** There is no program, and therefore no verdict. */
  readonly hasFailed: boolean;
}
