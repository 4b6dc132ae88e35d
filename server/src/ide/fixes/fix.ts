/** A fix: what it does in words, the diagnostic it removes, and the edits that do it (each in terms of the text now). */
import type { Settings } from '../../../../shared/src/settings';
import type { TextEdit } from '../../base/edit';
import type { Span } from '../../base/span';
import type { FileSnapshot, Snapshot } from '../../engine/snapshot';
import type { Diagnostic } from '../diagnostics';

export interface Fix {
  readonly title: string;
  /** Null: a refactoring that removes no diagnostic. */
  readonly diagnostic: Diagnostic | null;
  readonly path: string;
  readonly edits: readonly TextEdit[];
  /** A file to be made instead, if it is not there yet. */
  readonly create?: { readonly path: string; readonly text: string };
  /** The one that most people would choose. */
  readonly preferred: boolean;
  /** Guesses at the same thing, the best first: the first that works is offered, the others are not. */
  readonly group?: string;
  /** Needs no trial: an ignore hides what stands on its line. */
  readonly certain?: boolean;
  /** Methods and fields of whom something else is said then: files that name them are tried too, also closed ones. */
  readonly about?: readonly string[];
  /** A stricter contract may put callers in the wrong: then the title says how many. */
  readonly mayBreakCallers?: boolean;
}

export interface TestHome {
  readonly folder: string;
  readonly framework: 'minitest' | 'rspec';
}

export interface FixContext {
  readonly snapshot: Snapshot;
  readonly file: FileSnapshot;
  readonly settings: Settings;
  /** All diagnostics of the file. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where the project keeps its tests; null: nowhere to put one. */
  readonly tests: TestHome | null;
}

export type Fixer = (ctx: FixContext, diagnostic: Diagnostic) => readonly Fix[];

/** Offered where the cursor is, whether or not something is reported there. */
export type Refactorer = (ctx: FixContext, span: Span) => readonly Fix[];
