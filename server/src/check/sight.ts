/** How much of a class is in sight: what is not found on it proves nothing where a part of it is hidden. */
import { singletonAncestors, superclassChain } from '../program/ancestors';
import { dynamicsOf } from '../program/lookup';
import type { Type } from '../types/type';
import type { Ctx } from './context';

/** No library, method_missing, computed definitions, an ancestor out of sight: a missing method proves nothing. */
export function isUncertain(ctx: Ctx, name: string): boolean {
  if (ctx.program.classes.get('Integer')?.methods.size === 0 || dynamicsOf(ctx.program, name).length > 0) return true;
  if (isDefinedFor(ctx, name)) return true;
  const unknown = (one: string | null): boolean => one !== null && !ctx.program.classes.has(one);
  return ctx.hierarchy.ancestors(name).some(ancestor => {
    const info = ctx.program.classes.get(ancestor);
    return info === undefined || unknown(info.superclass) || info.mixins.some(mixin => unknown(mixin.module));
  });
}

/** `extend M`: methods of M may define methods of the class (`def field(name) = attr_accessor(name)`). */
function isDefinedFor({ program }: Ctx, name: string): boolean {
  return singletonAncestors(program, name).some(owner => {
    const info = program.classes.get(owner.name);
    if (owner.singleton || info?.kind !== 'module' || info.origin !== 'workspace') return false;
    return info.dynamics.some(({ what }) => DEFINES.test(what));
  });
}

const DEFINES =
  /^(attr_\w+|define_method|alias_method|eval|(class|module|instance)_(eval|exec)) |^eval$|inside a method$/;

/** Signatures of libraries are rarely whole: a method that they do not mention may be there. */
export function isHalfKnown(ctx: Ctx, name: string): boolean {
  return superclassChain(ctx.program, name).some(one => {
    const info = ctx.program.classes.get(one);
    if (info === undefined || info.origin === 'workspace') return false;
    const isEmpty = one === name && info.methods.size + info.singletonMethods.size === 0;
    return info.origin !== 'core' || isEmpty;
  });
}

/** A class with an ancestor that is not in sight may be anything that is asked for. */
export function isOutOfSight(ctx: Ctx, type: Type): boolean {
  if (type.kind !== 'nominal' && type.kind !== 'classOf') return false;
  return ctx.hierarchy.ancestors(type.name).some(name => {
    const info = ctx.program.classes.get(name);
    return info === undefined || (info.superclass !== null && !ctx.program.classes.has(info.superclass));
  });
}
