import type { Span } from '../base/span';

/** `# loupe:ignore CODE` on a line and `# loupe: off` at the top of a file. */
export interface Directive {
  readonly kind: 'ignore' | 'off';
  readonly codes: readonly string[];
  /** Absolute span of the comment. */
  readonly span: Span;
}
