/** `alias new old`, `alias_method :new, :old`: the new name keeps the current body of the old one. */
import { type AnchorId, anchorPath, type Span } from '../base/span';
import { findMethod, findSingletonMethod, superMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { Annotation } from '../types/annotation';
import { draftOf, markGlobalEffect, viewOf } from './draft';
import { defineHere, newMethodIn, noteDynamic, type Scope, takePending } from './scope';

export function aliasMethod(scope: Scope, newName: string, oldName: string, anchor: AnchorId, span: Span): void {
  const draft = draftOf(scope.ctx, scope.className);
  const own = (scope.singleton ? draft.singletonMethods : draft.methods).get(oldName);
  const pending = takePending(scope);
  const alias = newMethodIn(scope, newName, false, anchor, span);
  if (own) {
    defineHere(scope, copyAsAlias(alias, own), pending);
    return;
  }
  defineHere(scope, alias, pending);
  // Superclasses and modules are not known yet.
  scope.ctx.makers.inherited.add(oldName);
  markGlobalEffect(scope.ctx);
  scope.ctx.later.push(() => captureInherited(scope, alias, oldName, anchor, span));
}

function captureInherited(scope: Scope, alias: MethodInfo, oldName: string, anchor: AnchorId, span: Span): void {
  const view = viewOf(scope.ctx);
  const find = scope.singleton ? findSingletonMethod : findMethod;
  const found = find(view, scope.className, oldName);
  // A definition further down in the file does not count: `alias old_m m` above `def m`. If nothing above has the method,
  // code that is not visible defines it.
  const isLater = found?.owner === scope.className && found.place !== null && isInFile(found.place.anchor, anchor);
  const old = isLater ? superMethod(view, { ...alias, name: oldName, aliasOf: null }) : found;
  const draft = draftOf(scope.ctx, scope.className);
  const methods = scope.singleton ? draft.singletonMethods : draft.methods;
  const now = methods.get(alias.name);
  if (now?.place?.anchor !== anchor || now.definition) return;
  if (old) methods.set(alias.name, copyAsAlias(now, old));
  else if (!isLater) noteDynamic(scope, { kind: 'unknown-alias', name: oldName }, anchor, span);
}

function isInFile(one: AnchorId, other: AnchorId): boolean {
  return anchorPath(one) === anchorPath(other);
}

/** `alias new old` in RBS: a method that the class has, whether or not its code is visible. */
export function declareAlias(
  scope: Scope,
  { newName, oldName, singleton, anchor, place }: Extract<Annotation, { kind: 'methodAlias' }>,
): void {
  const draft = draftOf(scope.ctx, scope.className);
  const methods = singleton ? draft.singletonMethods : draft.methods;
  if (methods.has(newName)) return;
  const find = singleton ? findSingletonMethod : findMethod;
  const old = methods.get(oldName) ?? find(viewOf(scope.ctx), scope.className, oldName);
  if (old) methods.set(newName, copyAsAlias(newMethodIn(scope, newName, singleton, anchor, place.span), old));
  else noteDynamic(scope, { kind: 'unknown-alias', name: oldName }, anchor, place.span);
}

function copyAsAlias(alias: MethodInfo, old: MethodInfo): MethodInfo {
  return {
    ...alias,
    visibility: old.visibility,
    definition: old.definition,
    synthetic: old.synthetic,
    aliasOf: old.aliasOf ?? old.key,
    signature: old.signature,
    nesting: old.nesting,
  };
}
