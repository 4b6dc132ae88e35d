/** A fix: its title, the diagnostic it removes, and its edits (all in terms of the current source). */
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
  /** A file to create instead, unless it exists. */
  readonly create?: { readonly path: string; readonly text: string };
  /** The fix that most users would choose. */
  readonly preferred: boolean;
  /** Alternatives for the same purpose, best first. Only the first that works is offered. */
  readonly group?: string;
  /** Needs no trial: an ignore comment always hides the problems of its line. */
  readonly certain?: boolean;
  /** Methods and fields whose contract changes. Files that mention them are verified as well, including closed ones. */
  readonly about?: readonly string[];
  /** Types methods that had no type. */
  readonly isFirstType?: true;
  /** A stricter contract may break callers; the title then says how many. */
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
  /** The test folder of the project; null: there is none. */
  readonly tests: TestHome | null;
}

export type Fixer = (ctx: FixContext, diagnostic: Diagnostic) => readonly Fix[];

/** Offered at the cursor, whether or not there is a diagnostic. */
export type Refactorer = (ctx: FixContext, span: Span) => readonly Fix[];
