/** `alias new old`, `alias_method :new, :old`: the new name keeps the body that the old one has at that moment. */
import type { AnchorId, Span } from '../base/span';
import { findMethod, findSingletonMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import { draftOf, reachFurther, viewOf } from './draft';
import { defineHere, methodHere, noteDynamic, type Scope, takePending } from './scope';

export function aliasMethod(scope: Scope, newName: string, oldName: string, anchor: AnchorId, span: Span): void {
  const draft = draftOf(scope.ctx, scope.className);
  const own = (scope.singleton ? draft.singletonMethods : draft.methods).get(oldName);
  const pending = takePending(scope);
  const alias = methodHere(scope, newName, false, anchor, span);
  if (own) {
    defineHere(scope, captured(alias, own), pending);
    return;
  }
  defineHere(scope, alias, pending);
  // Superclasses and modules are not known yet.
  scope.ctx.makers.inherited.add(oldName);
  reachFurther(scope.ctx);
  scope.ctx.later.push(() => captureInherited(scope, alias, oldName, anchor, span));
}

function captureInherited(scope: Scope, alias: MethodInfo, oldName: string, anchor: AnchorId, span: Span): void {
  const view = viewOf(scope.ctx);
  const find = scope.singleton ? findSingletonMethod : findMethod;
  const old = find(view, scope.className, oldName);
  const draft = draftOf(scope.ctx, scope.className);
  const methods = scope.singleton ? draft.singletonMethods : draft.methods;
  const now = methods.get(alias.name);
  if (now?.place?.anchor !== anchor || now.definition) return;
  if (old) methods.set(alias.name, captured(now, old));
  else noteDynamic(scope, `alias of ${oldName}, which is not in sight`, anchor, span);
}

function captured(alias: MethodInfo, old: MethodInfo): MethodInfo {
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
