/**
 * What a file declares, in order: the output of lower/, the input of resolve/. Plain data; each declaration is an
 * anchor (base/span.ts): `at` is where it stands in the file now, every span inside is relative to `at`.
 */

import type { Problem } from '../base/problem';
import type { AnchorId, Span } from '../base/span';
import type { Directive } from '../syntax/directive';
import type { Expr, Param } from './ril';

interface DeclarationBase {
  readonly anchor: AnchorId;
  /** Absolute offset in the file. */
  readonly at: number;
  readonly span: Span;
}

/** `A::B` as written; `root` for a leading `::`. A dynamic path (`foo::Bar`) makes the declaration an opaque statement. */
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
  /** `def self.m`, `def Foo.m`; null: an instance method. */
  readonly singleton: Expr | null;
  readonly params: readonly Param[];
  readonly body: Expr;
  /** The method's own text has a syntax error inside, or it was cut out of a damaged file and is not whole. */
  readonly broken: boolean;
  /** hash of the method's source text: equal text, equal RIL. */
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
export interface UndefDeclaration extends DeclarationBase {
  readonly kind: 'undef';
  readonly names: readonly string[];
}
/** Any other expression in a class body or at the top level: `include M`, `attr_reader :x`, `type '…'`, `private`, … */
export interface StatementDeclaration extends DeclarationBase {
  readonly kind: 'statement';
  readonly expr: Expr;
}
/** `##% …` and `#: …` comments, in the order in which they stand among the other declarations; one per block of lines. */
export interface CommentDeclaration extends DeclarationBase {
  readonly kind: 'comment';
  readonly style: '##%' | '#:';
  /** The text after the marker, one entry per comment line; `span` is where that text stands. */
  readonly lines: readonly { readonly text: string; readonly span: Span }[];
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
  /** How many methods were lowered (not taken from the file's previous version) to make this. */
  readonly lowered: number;
  /** `# frozen_string_literal: true` stands at its top. */
  readonly frozenStrings?: boolean;
}
