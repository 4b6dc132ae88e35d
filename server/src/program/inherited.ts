/**
 * What a method owes to those who see it through a superclass or a module: the nearest annotation above it. Only the
 * workspace's own annotations bind; constructors are bound by modules (which call `new` on their hosts), not by
 * superclasses.
 */
import { ancestors, singletonAncestors } from './ancestors';
import type { MethodInfo, MixinSite, Program } from './program';
import { withBody } from './synthetic';

export interface InheritedContract {
  readonly from: MethodInfo;
  readonly how: 'override' | 'mixin';
  /** Where the module is mixed in; null for a superclass, or when a superclass did it. */
  readonly site: MixinSite | null;
}

export function inheritedContract(program: Program, method: MethodInfo): InheritedContract | null {
  if (method.origin !== 'workspace' || !withBody(method).definition || method.aliasOf !== null) return null;
  for (const above of methodsAbove(program, method)) {
    if (above.origin !== 'workspace') return null;
    const how = program.classes.get(above.owner)?.kind === 'module' ? 'mixin' : 'override';
    if (how === 'override' && method.name === 'initialize') return null;
    if (above.signature) return { from: above, how, site: siteOf(program, method, above) };
    if (above.definition) return null; // an unannotated method in between is what callers of it see
  }
  return null;
}

function methodsAbove(program: Program, method: MethodInfo): readonly MethodInfo[] {
  const owners = method.singleton
    ? singletonAncestors(program, method.owner)
    : ancestors(program, method.owner).map(name => ({ name, singleton: false }));
  const own = owners.findIndex(owner => owner.name === method.owner && owner.singleton === method.singleton);
  return owners.slice(own + 1).flatMap(owner => {
    const info = program.classes.get(owner.name);
    const found = (owner.singleton ? info?.singletonMethods : info?.methods)?.get(method.name);
    return found ? [found] : [];
  });
}

function siteOf(program: Program, method: MethodInfo, above: MethodInfo): MixinSite | null {
  return program.classes.get(method.owner)?.mixins.find(site => site.module === above.owner) ?? null;
}
