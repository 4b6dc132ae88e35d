/** How much of a class is visible: if a part is hidden, a method that is not found may still exist. */
import { singletonAncestors, superclassChain } from '../program/ancestors';
import { dynamicsOf } from '../program/lookup';
import type { Dynamic } from '../program/program';
import type { Type } from '../types/type';
import type { TypingContext } from './context';

/**
 * A missing method proves nothing without the core library, or with method_missing, computed definitions or ancestors
 * that are not visible.
 */
export function mayHaveUnknownMethods(
  ctx: Pick<TypingContext, 'program' | 'hierarchy'>,
  name: string,
  ignoring: (dynamic: Dynamic) => boolean = () => false,
): boolean {
  if (ctx.program.classes.get('Integer')?.methods.size === 0) return true;
  if (dynamicsOf(ctx.program, name).some(dynamic => !ignoring(dynamic))) return true;
  if (hasDefiningExtension(ctx, name)) return true;
  const isUnknown = (one: string | null): boolean => one !== null && !ctx.program.classes.has(one);
  return ctx.hierarchy.ancestors(name).some(ancestor => {
    const info = ctx.program.classes.get(ancestor);
    return info === undefined || isUnknown(info.superclass) || info.mixins.some(mixin => isUnknown(mixin.module));
  });
}

/** `extend M`: methods of M may define methods of the class (`def field(name) = attr_accessor(name)`). */
function hasDefiningExtension({ program }: Pick<TypingContext, 'program'>, name: string): boolean {
  return singletonAncestors(program, name).some(owner => {
    const info = program.classes.get(owner.name);
    if (owner.singleton || info?.kind !== 'module' || info.origin !== 'workspace') return false;
    return info.dynamics.some(mayDefineMethods);
  });
}

const DEFINERS = /^(attr_\w+|define_method|alias_method)$/;

function mayDefineMethods({ cause }: Dynamic): boolean {
  switch (cause.kind) {
    case 'computed-name':
    case 'at-run-time':
      return DEFINERS.test(cause.method);
    case 'eval':
    case 'eval-string':
    case 'nested-definition':
      return true;
    default:
      return false;
  }
}

/** `include Singleton`: the hook of a library's module may define methods of the class. Core modules have no such hooks. */
export function mayBeExtendedByLibrary({ program, hierarchy }: TypingContext, name: string): boolean {
  const ofAll = new Set(hierarchy.ancestors('Object'));
  return hierarchy.ancestors(name).some(ancestor => {
    const info = program.classes.get(ancestor);
    return info?.kind === 'module' && info.origin !== 'workspace' && info.origin !== 'core' && !ofAll.has(ancestor);
  });
}

/** Signatures of libraries are rarely complete: a method that they do not mention may exist. */
export function isPartlyKnown(ctx: TypingContext, name: string): boolean {
  return superclassChain(ctx.program, name).some(one => {
    const info = ctx.program.classes.get(one);
    if (info === undefined || info.origin === 'workspace') return false;
    const isEmpty = one === name && info.methods.size + info.singletonMethods.size === 0;
    return info.origin !== 'core' || isEmpty;
  });
}

/** A class with an ancestor that is not visible may be a subtype of anything. */
export function isNotVisible(ctx: TypingContext, type: Type): boolean {
  if (type.kind !== 'nominal' && type.kind !== 'classOf') return false;
  return ctx.hierarchy.ancestors(type.name).some(name => {
    const info = ctx.program.classes.get(name);
    return info === undefined || (info.superclass !== null && !ctx.program.classes.has(info.superclass));
  });
}
