/**
 * Contracts that a method inherits. A superclass annotates the method (override: accept what it accepts, guarantee what
 * it guarantees, within its frame), or a module assumes something of it (mixin guarantee). Only annotations of the
 * workspace count; a `def` at the top level is a private method of Object and no contract for a class's own method of
 * that name. Constructors inherit from modules, which call `new` on the classes that include them, but not from
 * superclasses.
 */
import { allDescendants, ancestors, singletonAncestors } from './ancestors';
import { findMethod } from './lookup';
import { isTopLevel } from './methodKey';
import type { MethodInfo, Program } from './program';
import { withBody } from './synthetic';

export interface InheritedAnnotation {
  readonly from: MethodInfo;
  readonly kind: 'mixin-guarantee' | 'override';
}

/** Nearest first: a method without an annotation is verified under the first one. */
export function findInheritedAnnotations(program: Program, method: MethodInfo): readonly InheritedAnnotation[] {
  if (method.origin !== 'workspace' || method.aliasOf !== null || !withBody(program, method).definition) return [];
  const isModule = (info: MethodInfo): boolean => program.classes.get(info.owner)?.kind === 'module';
  const found = new Set((method.singleton ? singletonOwners : instanceOwners)(program, method));
  return [...found]
    .filter(from => from !== method && (method.name !== 'initialize' || isModule(from)))
    .map(from => ({ from, kind: isModule(from) && !from.definition ? 'mixin-guarantee' : 'override' }));
}

/**
 * Classes in which this method is the one that runs, with its ancestors there. A method without an annotation is
 * checked for its own class only; its use in including classes is reported as not checked (judge/applyCaveats.ts).
 */
function instanceOwners(program: Program, method: MethodInfo): readonly MethodInfo[] {
  const heirs = method.signature ? allDescendants(program, method.owner) : [];
  const hosts = heirs.filter(
    name => findMethod(program, name, method.name) === method && program.classes.get(name)?.kind === 'class',
  );
  return [method.owner, ...hosts].flatMap(host =>
    ancestors(program, host).flatMap(name => findAnnotated(program, name, false, method.name)),
  );
}

/** `extend M`: the methods of the class object must guarantee what M assumes of them. */
function singletonOwners(program: Program, method: MethodInfo): readonly MethodInfo[] {
  return singletonAncestors(program, method.owner).flatMap(({ name, singleton }) =>
    findAnnotated(program, name, singleton, method.name),
  );
}

function findAnnotated(program: Program, owner: string, singleton: boolean, name: string): readonly MethodInfo[] {
  const info = program.classes.get(owner);
  const found = (singleton ? info?.singletonMethods : info?.methods)?.get(name);
  return found?.origin === 'workspace' && found.signature && !isTopLevel(found) ? [found] : [];
}
