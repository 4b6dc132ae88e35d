/**
 * What a method owes to others: a module that it is mixed with assumed something of it (mixin guarantee), a superclass
 * promised something in its name (override: accept what the parent accepts, promise what it promises, within its frame).
 */
import { allDescendants, ancestors, singletonAncestors } from '../program/ancestors';
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../program/program';

export interface Owed {
  readonly arm: SignatureArm;
  readonly from: MethodInfo;
  readonly kind: 'mixin-guarantee' | 'override';
}

export function owedBy(program: Program, method: MethodInfo): readonly Owed[] {
  if (method.name === 'initialize' || method.key.startsWith('#')) return [];
  const found = new Set((method.singleton ? singletonOwners : instanceOwners)(program, method));
  found.delete(method);
  return [...found].flatMap(from =>
    (from.signature?.arms ?? []).map(arm => ({ arm, from, kind: kindOf(program, from) })),
  );
}

function kindOf(program: Program, from: MethodInfo): Owed['kind'] {
  const module = program.classes.get(from.owner)?.kind === 'module';
  return module && !from.definition ? 'mixin-guarantee' : 'override';
}

/** Classes where this very method is the one that runs, and what stands above it (or beside it, in modules) there. */
function instanceOwners(program: Program, method: MethodInfo): readonly MethodInfo[] {
  const hosts = [method.owner, ...allDescendants(program, method.owner)].filter(
    name => findMethod(program, name, method.name) === method && program.classes.get(name)?.kind === 'class',
  );
  return hosts.flatMap(host => ancestors(program, host).flatMap(name => ofWorkspace(program, name, method.name)));
}

function ofWorkspace(program: Program, owner: string, method: string): readonly MethodInfo[] {
  const found = program.classes.get(owner)?.methods.get(method);
  return found?.origin === 'workspace' && found.signature ? [found] : [];
}

/** `extend M`: the class object's own methods meet what M assumed of them. */
function singletonOwners(program: Program, method: MethodInfo): readonly MethodInfo[] {
  return singletonAncestors(program, method.owner).flatMap(owner => {
    const info = program.classes.get(owner.name);
    const found = (owner.singleton ? info?.singletonMethods : info?.methods)?.get(method.name);
    return found?.origin === 'workspace' && found.signature ? [found] : [];
  });
}
