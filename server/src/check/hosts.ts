/**
 * What a module assumes of its hosts (it annotates a method and has no body for it) must be there where it is mixed in. A
 * class from which others inherit may leave it to them; one of which a part is hidden proves nothing.
 */
import type { Problem } from '../base/problem';
import { allDescendants, ancestors, singletonAncestors } from '../program/ancestors';
import { dynamicsOf } from '../program/lookup';
import type { ClassInfo, MethodInfo, MixinSite, Program } from '../program/program';

export function hasMixins(info: ClassInfo): boolean {
  return info.kind === 'class' && info.origin === 'workspace' && info.mixins.length > 0;
}

export function missingInHosts(info: ClassInfo, program: Program): readonly Problem[] {
  if (!hasMixins(info)) return [];
  const last = [info.name, ...allDescendants(program, info.name)].filter(name => isLast(program, name));
  return info.mixins.flatMap(site =>
    assumedBy(program, site.module).flatMap((assumed): Problem[] => {
      const host = last.find(name => lacks(program, name, site, assumed));
      return host === undefined || site.place === null ? [] : [problem(site, site.place, assumed, host)];
    }),
  );
}

function problem(site: MixinSite, place: NonNullable<MixinSite['place']>, assumed: MethodInfo, host: string): Problem {
  const shown = site.how === 'extend' ? `${host}.${assumed.name}` : `${host}#${assumed.name}`;
  const note = { place: assumed.place, note: `${assumed.owner} assumes it here` };
  return {
    code: 'LP3037',
    place,
    args: { module: assumed.owner, method: shown },
    ...(note.place && { related: [{ place: note.place, note: note.note }] }),
  };
}

/** Nobody inherits from it. */
function isLast(program: Program, name: string): boolean {
  return (program.descendants.get(name) ?? []).length === 0 && dynamicsOf(program, name).length === 0;
}

/** Also by the modules that this one is made of. */
function assumedBy(program: Program, module: string): readonly MethodInfo[] {
  return ancestors(program, module).flatMap(name => {
    const info = program.classes.get(name);
    if (info?.kind !== 'module' || info.origin !== 'workspace') return [];
    return [...info.methods.values()].filter(isAssumed);
  });
}

function isAssumed({ origin, definition, synthetic, signature, name }: MethodInfo): boolean {
  const made = signature?.arms.some(arm => arm.origin !== null) ?? true;
  return origin === 'workspace' && !definition && !synthetic && !made && name !== 'initialize';
}

/** Modules' words are all there is. */
function lacks(program: Program, host: string, site: MixinSite, { name }: MethodInfo): boolean {
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
