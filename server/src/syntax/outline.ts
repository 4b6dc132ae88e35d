/**
 * A file as nested classes, methods and statements: the input of lower/. A healthy file is read from its tree; for a
 * damaged one the skeleton is rebuilt from indentation and each method is parsed separately, so that damage stays
 * inside one method. Items are in source order. `read` copies the item's syntax out of the tree on demand, so unchanged
 * methods cost nothing. An outline is valid until its document is edited or closed.
 */
import type { Problem } from '../base/problem';
import type { Span } from '../base/span';
import type { Directive } from './directive';
import type { SyntaxNode } from './node';

export interface NamespaceItem {
  readonly kind: 'class' | 'module' | 'singleton';
  readonly span: Span; // absolute
  /** Only the header: a `class`, `module` or `singleton_class` node without its body. */
  readonly read: () => SyntaxNode;
  readonly body: () => readonly OutlineItem[];
  readonly rebuilt: boolean; // from indentation
}
export interface MethodItem {
  readonly kind: 'method';
  readonly span: Span;
  /** A `method` or `singleton_method` node; for a damaged method perhaps only its name and parameters. */
  readonly read: () => SyntaxNode;
  /** It contains a syntax error or a misread construct, or is incomplete: not to be analysed. */
  readonly broken: boolean;
}
export interface StatementItem {
  readonly kind: 'statement';
  readonly span: Span;
  /** The bodies of heredocs that begin in the statement are the last children of its node (`heredoc_body`). */
  readonly read: () => SyntaxNode;
  readonly broken: boolean;
}
/** DRuby's, RBS inline's short form and its type arguments (`#[A]` behind a superclass or `include`), comments with tags (`# @rbs …`, `# @param …`), and refinements (`# loupe: (…)`). */
export type CommentStyle = '##%' | '#:' | '#[' | '#' | '# loupe:';

/**
 * Annotation comments on lines of their own; one item per block of such lines. A `#: …` behind a `def`, an attribute or
 * a constant comes before its definition, as if it were above.
 */
export interface CommentItem {
  readonly kind: 'comment';
  readonly style: CommentStyle;
  readonly span: Span;
  readonly lines: readonly { readonly text: string; readonly span: Span }[];
  readonly trailing?: true;
}
export type OutlineItem = NamespaceItem | MethodItem | StatementItem | CommentItem;

/** Constructs that the parser misreads and that cannot be rewritten (parse/rubyMisreads.ts). */
export type MisreadConstruct = 'lambda-local';

/** A construct that the parser is known to misread: the enclosing method or statement is not analysed. */
export interface Misread {
  readonly construct: MisreadConstruct;
  readonly span: Span;
}

export interface FileOutline {
  readonly path: string;
  readonly text: string;
  readonly items: readonly OutlineItem[];
  readonly directives: readonly Directive[];
  readonly misreads: readonly Misread[];
  readonly problems: readonly Problem[];
  /** Parts of the source could not be parsed as Ruby; `problems` says which. */
  readonly damaged: boolean;
}
