/**
 * Causes of uncertainty about the methods and fields of a class (`ClassInfo.dynamics`), as data, with their
 * descriptions. Code compares `kind` and never reads a description.
 */
import type { Case, Table } from './reason';

export interface DynamicCauseCases {
  'method-missing': object;
  eval: object;
  /** `class_eval` and the like with a string. */
  'eval-string': { readonly method: string };
  /** A call that defines or sets something, with a name that is not a literal. */
  'computed-name': { readonly method: string };
  /** A call that defines something while a method runs. */
  'at-run-time': { readonly method: string };
  /** A call that redefines methods of other objects: `o.extend(M)`. */
  'redefining-call': { readonly method: string };
  'singleton-class-of-object': object;
  'singleton-method-of-object': object;
  'nested-definition': object;
  'unknown-superclass': { readonly name: string };
  'unknown-module': { readonly how: 'include' | 'extend' | 'prepend'; readonly name: string };
  'unknown-alias': { readonly name: string };
  'computed-superclass': object;
  /** Some files say `class`, others `module`: they are not parts of one program. */
  'class-and-module': object;
  'computed-module': { readonly how: 'include' | 'extend' | 'prepend' };
  'computed-members': object;
  refinement: object;
  'hook-not-run': object;
}

export type DynamicCause<Kind extends keyof DynamicCauseCases = keyof DynamicCauseCases> = Case<
  DynamicCauseCases,
  Kind
>;

export const DYNAMIC_CAUSES: Table<DynamicCauseCases, string> = {
  'method-missing': () => 'method_missing',
  eval: () => 'eval',
  'eval-string': ({ method }) => `${method} of a string`,
  'computed-name': ({ method }) => `${method} with a computed name`,
  'at-run-time': ({ method }) => `${method} at run time`,
  'redefining-call': ({ method }) => method,
  'singleton-class-of-object': () => 'class << of an object',
  'singleton-method-of-object': () => 'a method of one object',
  'nested-definition': () => 'a definition inside a method',
  'unknown-superclass': ({ name }) => `superclass ${name}, which is not visible`,
  'unknown-module': ({ how, name }) => `${how} of ${name}, which is not visible`,
  'unknown-alias': ({ name }) => `alias of ${name}, which is not visible`,
  'computed-superclass': () => 'a computed superclass',
  'class-and-module': () => 'a class and a module of the same name',
  'computed-module': ({ how }) => `${how} of a computed module`,
  'computed-members': () => 'computed members',
  refinement: () => 'refine',
  'hook-not-run': () => 'a hook that did not run',
};

export function showDynamicCause<Kind extends keyof DynamicCauseCases>(cause: DynamicCause<Kind>): string {
  return DYNAMIC_CAUSES[cause.kind](cause);
}
