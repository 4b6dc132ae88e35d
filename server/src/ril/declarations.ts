/**
 * The declarations of a file, in order: the output of lower/, the input of resolve/. Plain data; each declaration is an
 * anchor (base/span.ts): `at` is its current position in the file, every span inside is relative to `at`.
 */

import type { Problem } from '../base/problem';
import type { AnchorId, Span } from '../base/span';
import type { Directive } from '../syntax/directive';
import type { CommentStyle } from '../syntax/outline';
import type { Expr, Param } from './ril';

interface DeclarationBase {
  readonly anchor: AnchorId;
  /** Absolute offset in the file. */
  readonly at: number;
  readonly span: Span;
}

/**
 * `A::B` as written; `root` for a leading `::`. A dynamic path (`foo::Bar`) makes the declaration an opaque statement.
 */
export interface ConstantPath {
  readonly names: readonly string[];
  readonly root: boolean;
  readonly span: Span;
}

export interface ClassDeclaration extends DeclarationBase {
  readonly kind: 'class';
  readonly path: ConstantPath;
  readonly superclass: Expr | null;
  readonly body: readonly Declaration[];
}
export interface ModuleDeclaration extends DeclarationBase {
  readonly kind: 'module';
  readonly path: ConstantPath;
  readonly body: readonly Declaration[];
}
/** `class << target` */
export interface SingletonDeclaration extends DeclarationBase {
  readonly kind: 'singleton';
  readonly target: Expr;
  readonly body: readonly Declaration[];
}
export interface MethodDeclaration extends DeclarationBase {
  readonly kind: 'method';
  readonly name: string;
  readonly nameSpan: Span;
  /** `def self.m`, `def Foo.m`; null for an instance method. */
  readonly singleton: Expr | null;
  readonly params: readonly Param[];
  /** The same expression each time, as long as it is referenced from elsewhere. */
  readonly body: () => Expr;
  /** Where the body is parsed when it is needed: methods with the same source have the same body. */
  readonly bodySource?: BodySource;
  /** The method's own source has a syntax error, or it was cut out of a damaged file and is incomplete. */
  readonly broken: boolean;
  /** The body is the block of a `define_method`, which sees the locals around it. */
  readonly isBlock?: true;
  /** Hash of the method's source: equal source means equal RIL. */
  readonly textHash: string;
}
/** `A = value`, also `A::B = value`. */
export interface ConstantDeclaration extends DeclarationBase {
  readonly kind: 'constant';
  readonly path: ConstantPath;
  readonly value: Expr;
}
export interface AliasDeclaration extends DeclarationBase {
  readonly kind: 'alias';
  readonly newName: string;
  readonly oldName: string;
}
interface UndefDeclaration extends DeclarationBase {
  readonly kind: 'undef';
  readonly names: readonly string[];
}
/** Any other expression in a class body or at the top level: `include M`, `attr_reader :x`, `type '…'`, `private`, … */
export interface StatementDeclaration extends DeclarationBase {
  readonly kind: 'statement';
  readonly expr: Expr;
}
export interface DefinitionBelow {
  /** `attribute` only for `#:` and tags: `attr_reader :x`. */
  readonly kind: 'method' | 'class' | 'attribute';
  /** As written: `m`, `self.m`, `A::B`. */
  readonly name: string;
}
/** `##% …`, `#: …` and comments with tags, in order among the other declarations; one per block of lines. */
export interface CommentDeclaration extends DeclarationBase {
  readonly kind: 'comment';
  readonly style: CommentStyle;
  /** The comment after the marker, one entry per line, with its span. */
  readonly lines: readonly { readonly text: string; readonly span: Span }[];
  /** The definition that follows without an empty line; null if there is none. */
  readonly below: DefinitionBelow | null;
  /** It is behind the definition that follows it here. */
  readonly trailing?: true;
}

export type Declaration =
  | ClassDeclaration
  | ModuleDeclaration
  | SingletonDeclaration
  | MethodDeclaration
  | ConstantDeclaration
  | AliasDeclaration
  | UndefDeclaration
  | StatementDeclaration
  | CommentDeclaration;

export interface RilFile {
  readonly path: string;
  readonly declarations: readonly Declaration[];
  readonly directives: readonly Directive[];
  readonly problems: readonly Problem[];
  /** The number of methods that were lowered for this version, not reused from the previous one. */
  readonly lowered: number;
  /** The file starts with `# frozen_string_literal: true`. */
  readonly frozenStrings?: boolean;
}

/** Returns the same body as long as it is referenced from elsewhere. */
export interface BodySource {
  read(): Expr;
}
