/**
 * A module assumes the methods that it annotates without defining them; each class that mixes it in must have them. A
 * class with subclasses may leave them to its subclasses; a class that is only partly visible is not reported.
 */
import type { Problem } from '../../base/problem';
import { anchorPath, type Place } from '../../base/span';
import { allDescendants, ancestors, singletonAncestors } from '../../program/ancestors';
import { dynamicsOf, findMethod } from '../../program/lookup';
import type { ClassInfo, MethodInfo, MixinSite, Program } from '../../program/program';

/** A class without subclasses that leaves methods of an abstract superclass without a body. */
export function findOpenMethods(info: ClassInfo, program: Program): readonly Problem[] {
  const place = info.places[0] ?? null;
  if (info.kind !== 'class' || info.origin !== 'workspace' || info.superclass === null || place === null) return [];
  if (!isLeaf(program, info.name) || info.restrictions?.includes('abstract')) return [];
  const above = ancestors(program, info.superclass).filter(name => program.classes.get(name)?.kind === 'class');
  return above.flatMap(name =>
    [...(program.classes.get(name)?.methods.values() ?? [])].flatMap((method): Problem[] => {
      const found = isAbstract(method) ? findMethod(program, info.name, method.name) : null;
      if (found === null || found.owner === info.name || !isAbstract(found)) return [];
      return [missingMethodProblem(place, method, `${info.name}#${method.name}`)];
    }),
  );
}

function isAbstract({ origin, signature }: MethodInfo): boolean {
  return origin === 'workspace' && signature?.arms.some(arm => arm.abstract) === true;
}

function hasMixins(info: ClassInfo): boolean {
  return info.kind === 'class' && info.origin === 'workspace' && info.mixins.length > 0;
}

export function findMissingInIncludingClasses(info: ClassInfo, program: Program): readonly Problem[] {
  if (!hasMixins(info)) return [];
  const last = [info.name, ...allDescendants(program, info.name)].filter(name => isLeaf(program, name));
  return info.mixins.flatMap(site =>
    methodsAssumedBy(program, site.module).flatMap((assumed): Problem[] => {
      const host = last.find(name => isMissing(program, name, site, assumed));
      if (host === undefined || site.place === null) return [];
      const shown = site.how === 'extend' ? `${host}.${assumed.name}` : `${host}#${assumed.name}`;
      return [missingMethodProblem(site.place, assumed, shown)];
    }),
  );
}

/** `shown`: the method that the including class should have. */
function missingMethodProblem(place: Place, assumed: MethodInfo, shown: string): Problem {
  const note = { place: assumed.place, note: `${assumed.owner} assumes it here` };
  return {
    code: 'LP3037',
    place,
    args: { module: assumed.owner, method: shown },
    ...(note.place && { related: [{ place: note.place, note: note.note }] }),
  };
}

/** The class has no subclasses. */
function isLeaf(program: Program, name: string): boolean {
  return (program.descendants.get(name) ?? []).length === 0 && dynamicsOf(program, name).length === 0;
}

/** Includes what the module's own mixins assume. */
function methodsAssumedBy(program: Program, module: string): readonly MethodInfo[] {
  return ancestors(program, module).flatMap(name => {
    const info = program.classes.get(name);
    if (info?.kind !== 'module' || info.origin !== 'workspace') return [];
    return [...info.methods.values()].filter(isAssumed);
  });
}

function isAssumed(method: MethodInfo): boolean {
  const { origin, definition, synthetic, signature, name, place } = method;
  const made = signature?.arms.some(arm => arm.origin !== null) ?? true;
  // Methods in an RBI file have a body elsewhere.
  if (place !== null && anchorPath(place.anchor).endsWith('.rbi') && !isAbstract(method)) return false;
  return origin === 'workspace' && !definition && !synthetic && !made && name !== 'initialize';
}

/** No class among the ancestors of the including class defines the method; modules only declare it. */
function isMissing(program: Program, host: string, site: MixinSite, { name }: MethodInfo): boolean {
  const owners =
    site.how === 'extend'
      ? singletonAncestors(program, host)
      : ancestors(program, host).map(each => ({ name: each, singleton: false }));
  return owners.every(owner => {
    const info = program.classes.get(owner.name);
    const found = (owner.singleton ? info?.singletonMethods : info?.methods)?.get(name);
    return !found || (info?.kind === 'module' && isAssumed(found));
  });
}
