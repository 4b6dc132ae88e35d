/**
 * What a method owes to those who see it through somebody else: a superclass promised something in its name (override:
 * accept what the parent accepts, promise what it promises, within its frame), or a module assumed something of it (mixin
 * guarantee). Only the workspace's own annotations bind; constructors are bound by modules (which call `new` on their
 * hosts), not by superclasses.
 */
import { allDescendants, ancestors, singletonAncestors } from './ancestors';
import { findMethod } from './lookup';
import type { MethodInfo, Program } from './program';
import { withBody } from './synthetic';

export interface Debt {
  readonly from: MethodInfo;
  readonly kind: 'mixin-guarantee' | 'override';
}

/** The nearest first: a method without an annotation of its own is read under that one. */
export function debtsOf(program: Program, method: MethodInfo): readonly Debt[] {
  if (method.origin !== 'workspace' || method.aliasOf !== null || !withBody(method).definition) return [];
  const isModule = (info: MethodInfo): boolean => program.classes.get(info.owner)?.kind === 'module';
  const found = new Set((method.singleton ? singletonOwners : instanceOwners)(program, method));
  return [...found]
    .filter(from => from !== method && (method.name !== 'initialize' || isModule(from)))
    .map(from => ({ from, kind: isModule(from) && !from.definition ? 'mixin-guarantee' : 'override' }));
}

/**
 * Classes where this very method is the one that runs, and what stands above it (or beside it, in modules) there. A method
 * that nobody annotated answers for its own class alone; what hosts make of it is named as not checked (judge/settle.ts).
 */
function instanceOwners(program: Program, method: MethodInfo): readonly MethodInfo[] {
  const heirs = method.signature ? allDescendants(program, method.owner) : [];
  const hosts = heirs.filter(
    name => findMethod(program, name, method.name) === method && program.classes.get(name)?.kind === 'class',
  );
  return [method.owner, ...hosts].flatMap(host =>
    ancestors(program, host).flatMap(name => annotated(program, name, false, method.name)),
  );
}

/** `extend M`: the class object's own methods meet what M assumed of them. */
function singletonOwners(program: Program, method: MethodInfo): readonly MethodInfo[] {
  return singletonAncestors(program, method.owner).flatMap(({ name, singleton }) =>
    annotated(program, name, singleton, method.name),
  );
}

function annotated(program: Program, owner: string, singleton: boolean, name: string): readonly MethodInfo[] {
  const info = program.classes.get(owner);
  const found = (singleton ? info?.singletonMethods : info?.methods)?.get(name);
  return found?.origin === 'workspace' && found.signature ? [found] : [];
}
