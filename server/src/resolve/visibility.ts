/** `private`, `public`, `protected`, `module_function`, `private_class_method`: alone, with names, or with a `def`. */
import type { Visibility } from '../program/program';
import { draftOf } from './draft';
import { type Scope, singletonCopy } from './scope';

export function setDefault(scope: Scope, how: Visibility | 'module_function'): void {
  scope.moduleFunction = how === 'module_function';
  scope.visibility = how === 'module_function' ? 'public' : how;
}

/** Changes the visibility of own methods; for inherited ones the class records the change. */
export function setVisibility(scope: Scope, names: readonly string[], visibility: Visibility, ofClass: boolean): void {
  const draft = draftOf(scope.ctx, scope.className);
  const singleton = ofClass || scope.singleton;
  const methods = singleton ? draft.singletonMethods : draft.methods;
  for (const name of names) {
    const method = methods.get(name);
    if (method) methods.set(name, { ...method, visibility });
    else draft.visibilities.set(`${singleton ? '.' : '#'}${name}`, visibility);
  }
}

/** `module_function :a, :b`: public copies on the module, private instance methods; both keep their types. */
export function makeModuleFunctions(scope: Scope, names: readonly string[]): void {
  const draft = draftOf(scope.ctx, scope.className);
  for (const name of names) {
    const method = draft.methods.get(name);
    if (!method) continue;
    draft.singletonMethods.set(name, singletonCopy(method));
    draft.methods.set(name, { ...method, visibility: 'private' });
    const attached = scope.ctx.attached.get(`${scope.className}#${name}`);
    if (attached) scope.ctx.attached.set(`${scope.className}.${name}`, [...attached]);
  }
}
