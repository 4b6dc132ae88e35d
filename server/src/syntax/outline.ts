/**
 * A file as nested classes, methods and statements: what lower/ reads. For a healthy file it is read off the tree; for
 * a damaged one the skeleton is rebuilt from indentation and each method's slice is parsed on its own, so that damage
 * stays inside one method. Items come in source order. `read` copies the item's syntax out of the tree when asked, so
 * methods whose text has not changed cost nothing. An outline is valid until its document is edited or closed.
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
  readonly body: readonly OutlineItem[];
  readonly rebuilt: boolean; // from indentation
}
export interface MethodItem {
  readonly kind: 'method';
  readonly span: Span;
  /** A `method` or `singleton_method` node; of a method in pieces only name and parameters may be there. */
  readonly read: () => SyntaxNode;
  /** It has a syntax error or a misread construct inside, or is not whole: not to be analysed. */
  readonly broken: boolean;
}
export interface StatementItem {
  readonly kind: 'statement';
  readonly span: Span;
  /** Bodies of heredocs that the statement begins hang on its node as last children (`heredoc_body`). */
  readonly read: () => SyntaxNode;
  readonly broken: boolean;
}
/** Annotation comments that have their lines for themselves; one item per block of such lines. */
export interface CommentItem {
  readonly kind: 'comment';
  readonly style: '##%' | '#:';
  readonly span: Span;
  readonly lines: readonly { readonly text: string; readonly span: Span }[];
}
export type OutlineItem = NamespaceItem | MethodItem | StatementItem | CommentItem;

/** A construct that the parser is known to misread: the method or statement around `span` is not analysed. */
export interface Misread {
  readonly construct: string;
  readonly span: Span;
}

export interface FileOutline {
  readonly path: string;
  readonly text: string;
  readonly items: readonly OutlineItem[];
  readonly directives: readonly Directive[];
  readonly misreads: readonly Misread[];
  readonly problems: readonly Problem[];
  /** Parts of the text could not be read as Ruby; `problems` says which. */
  readonly damaged: boolean;
}
