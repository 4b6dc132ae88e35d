/**
 * The syntax tree of an RBS file, with names as written. Types are already ours; `instance` is the nominal type of that
 * name; rbsProgram.ts resolves class and alias names when it merges files.
 */
import type { Span } from '../base/span';
import type { MethodType, Type, TypeParam } from '../types/type';

export interface RbsNamespace {
  readonly kind: 'class' | 'module' | 'interface';
  readonly name: string; // `A::B`, perhaps with a leading `::`
  readonly typeParams: readonly TypeParam[];
  readonly superclass: RbsReference | null;
  readonly selfTypes: readonly Type[];
  readonly members: readonly RbsMember[];
  readonly span: Span;
}
/** A class, module or interface with arguments, in a header or `include`. */
export interface RbsReference {
  readonly name: string;
  readonly args: readonly Type[];
}
export interface RbsTypeAlias {
  readonly kind: 'typeAlias';
  readonly name: string;
  readonly typeParams: readonly TypeParam[];
  readonly type: Type;
  readonly span: Span;
}
interface RbsConstant {
  readonly kind: 'constant';
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
}
interface RbsGlobal {
  readonly kind: 'global';
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
}
/** `class Foo = Bar`, `module Foo = Bar`. */
interface RbsClassAlias {
  readonly kind: 'classAlias';
  readonly name: string;
  readonly target: string;
  readonly span: Span;
}
/** `%a{…}`: what is in the braces. */
export interface RbsAnnotation {
  readonly text: string;
  readonly span: Span;
}
export interface RbsMethod {
  readonly kind: 'method';
  readonly name: string;
  /** `both`: `self?.m`, a module function. */
  readonly on: 'instance' | 'singleton' | 'both';
  readonly visibility: 'public' | 'private';
  readonly overloads: readonly MethodType[];
  /** Ends in `| ...`: adds to the overloads declared elsewhere. */
  readonly overloading: boolean;
  readonly annotations: readonly RbsAnnotation[];
  readonly span: Span;
}
export interface RbsAttribute {
  readonly kind: 'attribute';
  readonly access: 'reader' | 'writer' | 'accessor';
  readonly name: string;
  readonly on: 'instance' | 'singleton';
  readonly visibility: 'public' | 'private';
  /** `@name` by default; null for `()`, which has no variable. */
  readonly variable: string | null;
  readonly type: Type;
  readonly span: Span;
}
export interface RbsMixin {
  readonly kind: 'mixin';
  readonly how: 'include' | 'extend' | 'prepend';
  readonly reference: RbsReference;
  readonly span: Span;
}
interface RbsMethodAlias {
  readonly kind: 'methodAlias';
  readonly newName: string;
  readonly oldName: string;
  readonly on: 'instance' | 'singleton';
  readonly span: Span;
}
interface RbsVariable {
  readonly kind: 'variable';
  readonly name: string; // '@x', '@@x'
  readonly on: 'instance' | 'singleton';
  readonly type: Type;
  readonly span: Span;
}

export type RbsDeclaration = RbsNamespace | RbsTypeAlias | RbsConstant | RbsGlobal | RbsClassAlias;
export type RbsMember = RbsDeclaration | RbsMethod | RbsAttribute | RbsMixin | RbsMethodAlias | RbsVariable;

/** `use A::B`, `use A::B as C`, `use A::*`. */
export interface RbsUse {
  readonly path: string;
  /** The local name; null for every name below `path`. */
  readonly as: string | null;
}

export interface RbsFile {
  readonly path: string;
  readonly uses: readonly RbsUse[];
  readonly declarations: readonly RbsDeclaration[];
}
