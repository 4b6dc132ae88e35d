/** The state of reading one class body: what `self` is, pending annotations, the visibility of new methods. */

import type { AnchorId, Span } from '../base/span';
import type { DynamicCause } from '../problems/dynamicCauses';
import { constantName, findConstant, resolveClassName } from '../program/constants';
import { ALWAYS_PRIVATE } from '../program/lookup';
import { methodKey, topLevelKey } from '../program/methodKey';
import type { MethodInfo, Nesting, Visibility } from '../program/program';
import type { Expr } from '../ril/ril';
import type { ContractAnnotation, MethodAnnotation } from '../types/annotation';
import type { Type } from '../types/type';
import { attachMethod, defineMethod, draftOf, markGlobalEffect, type ResolveContext, useField, viewOf } from './draft';
import type { WrittenRedefinition } from './redefinitions';

export interface Scope {
  readonly ctx: ResolveContext;
  readonly className: string;
  /** In `class << self`: definitions are the class's own. */
  readonly singleton: boolean;
  /** Top-level definitions are private methods of Object, named `#m`. */
  readonly topLevel: boolean;
  readonly nesting: Nesting;
  visibility: Visibility;
  moduleFunction: boolean;
  /** Annotations for the next definition of this body. */
  pending: (MethodAnnotation | ContractAnnotation)[];
  /** Type arguments for the next `include`, `extend` or `prepend`. */
  mixinArgs: readonly Type[];
}

export function scopeOf(
  ctx: ResolveContext,
  className: string,
  nesting: Nesting,
  options: { readonly singleton?: boolean; readonly topLevel?: boolean } = {},
): Scope {
  const topLevel = options.topLevel ?? false;
  return {
    ctx,
    className,
    singleton: options.singleton ?? false,
    topLevel,
    nesting,
    visibility: topLevel ? 'private' : 'public',
    moduleFunction: false,
    pending: [],
    mixinArgs: [],
  };
}

/** A method of this body with default properties; callers override what they know better. */
export function newMethodIn(scope: Scope, name: string, singleton: boolean, anchor: AnchorId, span: Span): MethodInfo {
  const isSingleton = (singleton || scope.singleton) && !scope.topLevel;
  const hidden = !isSingleton && ALWAYS_PRIVATE.has(name);
  return {
    key: scope.topLevel ? topLevelKey(name) : methodKey(scope.className, name, isSingleton),
    owner: scope.className,
    name,
    singleton: isSingleton,
    visibility: hidden ? 'private' : singleton && !scope.singleton ? 'public' : scope.visibility,
    definition: null,
    synthetic: null,
    aliasOf: null,
    signature: null,
    place: { anchor, span },
    origin: 'workspace',
    nesting: scope.nesting,
    redefinitions: [],
  };
}

/** Defines the method; under `module_function` also its public copy on the module itself. */
export function defineHere(scope: Scope, method: MethodInfo, pending: Scope['pending'] = []): void {
  const both = scope.moduleFunction && !method.singleton && !scope.topLevel;
  defineMethod(scope.ctx, both ? { ...method, visibility: 'private' } : method);
  attachPending(scope, method, pending);
  if (!both) return;
  const copy = singletonCopy(method);
  defineMethod(scope.ctx, copy);
  attachPending(scope, copy, pending);
}

export function singletonCopy(method: MethodInfo): MethodInfo {
  return { ...method, key: methodKey(method.owner, method.name, true), singleton: true, visibility: 'public' };
}

export function takePending(scope: Scope): Scope['pending'] {
  const pending = scope.pending;
  scope.pending = [];
  return pending;
}

export function noteDynamic(
  scope: Scope,
  cause: DynamicCause,
  anchor: AnchorId,
  span: Span,
  redefines?: WrittenRedefinition,
): void {
  const place = { anchor, span };
  if (!redefines) {
    draftOf(scope.ctx, scope.className).dynamics.push({ cause, place });
    return;
  }
  const of = redefines.of === 'self' ? scope.className : redefines.of && classOfName(scope, redefines.of);
  draftOf(scope.ctx, of ?? scope.className).dynamics.push({ cause, place, redefines: { ...redefines, of } });
}

function classOfName(scope: Scope, name: string): string | null {
  markGlobalEffect(scope.ctx);
  return resolveClassName(viewOf(scope.ctx), scope.nesting, name);
}

/** The class that an expression names here, if superclasses are not needed to look it up. */
export function classNamed(scope: Scope, expr: Expr): string | null {
  if (expr.kind === 'self') return scope.className;
  const name = constantName(expr);
  if (name === null) return null;
  const view = viewOf(scope.ctx);
  // Files that are not yet read may change the meaning of the name.
  if (name.includes('::') || findConstant(view, scope.nesting, name)?.constant) markGlobalEffect(scope.ctx);
  return resolveClassName(view, scope.nesting, name);
}

export function undefine(scope: Scope, name: string, how: 'surely' | 'maybe' = 'maybe'): void {
  const draft = draftOf(scope.ctx, scope.className);
  (scope.singleton ? draft.singletonMethods : draft.methods).delete(name);
  draft.undefined.set(`${scope.singleton ? '.' : '#'}${name}`, how);
}

/** Records variables used here. `@x` in a class body is a field of the class itself; at the top level, of main. */
export function useNames(scope: Scope, names: readonly string[], ofClass: boolean): void {
  if (names.length === 0) return;
  const draft = draftOf(scope.ctx, scope.className);
  const own = ofClass && !scope.topLevel ? draft.singletonFields : draft.fields;
  for (const name of names) {
    if (name.startsWith('$')) {
      markGlobalEffect(scope.ctx);
      useField(scope.ctx.globals, name, []);
    } else useField(name.startsWith('@@') ? draft.fields : own, name, scope.nesting);
  }
}

function attachPending(scope: Scope, method: MethodInfo, pending: Scope['pending']): void {
  for (const annotation of pending) {
    attachMethod(scope.ctx, method.owner, method.name, method.singleton, {
      annotation,
      nesting: scope.nesting,
      definition: method.definition?.anchor ?? method.place?.anchor ?? null,
    });
  }
}
