/**
 * Comparable's methods use `<=>` of the class that includes it: an annotated `<=>` determines what they accept. `==`
 * accepts anything, as everywhere.
 */
import { findMethod } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { substituteMethod } from '../../types/substitute';
import type { MethodType, Type } from '../../types/type';
import { makeUnion } from '../../types/union';
import type { Ctx } from '../state/context';

/** The signatures of a method of Comparable, with untyped parameters replaced by that of this class's `<=>`. */
export function typesOfComparable(
  ctx: Ctx,
  info: MethodInfo,
  className: string,
  arms: readonly MethodType[],
): readonly MethodType[] {
  if (info.owner !== 'Comparable' || info.name === '==') return arms;
  const other = parameterOfSpaceship(ctx, className);
  return other === null ? arms : arms.map(arm => replaceUntypedParams(arm, other));
}

/** Returns null if the class has no annotated `<=>`. */
function parameterOfSpaceship(ctx: Ctx, className: string): Type | null {
  const compare = findMethod(ctx.program, className, '<=>');
  if (compare?.origin !== 'workspace' || compare.signature === null) return null;
  const taken = compare.signature.arms.map(arm => arm.type.params[0]?.type);
  const known = taken.filter(type => type !== undefined);
  return known.length === 0 || known.length < taken.length ? null : makeUnion(known);
}

/** A Range (of `clamp`) and other explicit types stay as they are; a type variable becomes the compared type. */
function replaceUntypedParams(arm: MethodType, other: Type): MethodType {
  const bindings = new Map(
    arm.params.flatMap(({ type }) => (type.kind === 'variable' ? [[type.name, other] as const] : [])),
  );
  const params = arm.params.map(param =>
    param.type.kind === 'dynamic' || param.type.kind === 'any' ? { ...param, type: other } : param,
  );
  return substituteMethod({ ...arm, typeParams: [], params }, bindings);
}
