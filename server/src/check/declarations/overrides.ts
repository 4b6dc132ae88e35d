/**
 * An override accepts at least what the inherited method accepts and returns at most what it returns: callers know only
 * the static class of the receiver.
 */

import type { Problem } from '../../base/problem';
import { ancestors, singletonAncestors } from '../../program/ancestors';
import { hasInvisibleAncestor } from '../../program/invisibleAncestor';
import { dynamicsOf, findMethod, superMethod } from '../../program/lookup';
import { isTopLevel } from '../../program/methodKey';
import type { MethodInfo, Program } from '../../program/program';
import { ATTACHED, instanceOf } from '../../types/attachedClass';
import { showMethodType } from '../../types/show';
import { substituteMethod } from '../../types/substitute';
import { isMethodSubtype } from '../../types/subtype';
import type { MethodType, Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import type { Base } from '../run/run';
import { selfTypeOf } from '../run/run';

export function checkOverride(base: Base, method: MethodInfo): readonly Problem[] {
  return [...findWrongWords(base, method), ...compareWithAbove(base, method)];
}

/** `override` of nothing, and another definition of a `final` method. */
function findWrongWords({ program }: Base, method: MethodInfo): readonly Problem[] {
  const arms = method.signature?.arms ?? [];
  const above = superMethod(program, method);
  // Without a type of its own the method has the one above, with its place.
  const isInherited = above?.signature?.arms.some(arm => arm.place === arms[0]?.place) ?? false;
  const place = (isInherited ? null : arms[0]?.place) ?? method.place;
  if (place === null) return [];
  const { owner, name } = method;
  const final = above?.signature?.arms.find(arm => arm.final);
  if (above && final) {
    const related = final.place === null ? [] : [{ place: final.place, note: 'it is final here' }];
    return [{ code: 'LP3043', place, args: { owner, above: nameOf(above) }, related }];
  }
  if (above !== null || !arms.some(arm => arm.overrides) || mayHaveMoreAbove(program, method)) return [];
  return [{ code: 'LP3044', place, args: { owner, method: name } }];
}

function nameOf({ owner, name, singleton }: MethodInfo): string {
  return `${owner}${singleton ? '.' : '#'}${name}`;
}

/**
 * A superclass or module is not visible, has methods that are not, or requires some of the classes that include it; so
 * may these.
 */
function mayHaveMoreAbove(program: Program, { owner, singleton, name: method }: MethodInfo): boolean {
  const ofClass = singleton ? singletonAncestors(program, owner).map(({ name }) => name) : [];
  const isOpen = (name: string): boolean =>
    dynamicsOf(program, name).length > 0 || program.classes.get(name)?.selfTypes.some(isAsked) === true;
  const isAsked = (type: Type): boolean => type.kind !== 'nominal' || findMethod(program, type.name, method) !== null;
  if (program.classes.get(owner)?.kind !== 'class' || hasInvisibleAncestor(program, owner)) return true;
  return [...ancestors(program, owner), ...ofClass].some(isOpen);
}

function compareWithAbove(base: Base, method: MethodInfo): readonly Problem[] {
  const own = method.signature?.arms ?? [];
  const above = method.name === 'initialize' ? null : superMethod(base.program, method);
  if (
    above === null ||
    isTopLevel(above) ||
    above.origin !== 'workspace' ||
    above.signature === null ||
    own.length === 0 ||
    own.some(arm => arm.mayDiffer)
  )
    return [];
  const self = selfTypeOf(base, method);
  for (const arm of above.signature.arms) {
    // An RBI file declares the method without a type.
    if (arm.notation === 'rbi' && arm.place === null) continue;
    const wanted = eraseTypeParameters(base, arm.type, self, above.owner);
    if (
      own.some(one => isMethodSubtype(eraseTypeParameters(base, one.type, self, method.owner), wanted, base.hierarchy))
    )
      continue;
    const place = own[0]?.place ?? method.place;
    if (place === null) return [];
    const related = arm.place === null ? [] : [{ place: arm.place, note: 'the method above' }];
    return [
      {
        code: 'LP3025',
        place,
        args: { method: method.name, above: above.owner, expected: showMethodType(arm.type) },
        related,
      },
    ];
  }
  return [];
}

/** Type parameters of the two classes are not compared: their arguments differ. */
function eraseTypeParameters(base: Base, type: MethodType, self: Type, owner: string): MethodType {
  const bindings = new Map<string, Type>(base.hierarchy.typeParams(owner).map(param => [param.name, DYNAMIC]));
  return substituteMethod(type, bindings.set(ATTACHED, instanceOf(self)), self);
}
