import type { Level } from '../../../shared/src/settings';
import type { Span } from '../base/span';

/** `# loupe:ignore CODE` on a line and `# loupe: off` (or another level) at the top of a file. */
export type Directive = Ignore | LevelOfFile;

export interface Ignore {
  readonly kind: 'ignore';
  readonly codes: readonly string[];
  /** Absolute span of the comment. */
  readonly span: Span;
}

export interface LevelOfFile {
  readonly kind: 'level';
  readonly level: Level;
  readonly span: Span;
}
