/**
 * Comparable's methods lean on `<=>` of the class that includes it: what they compare with is what an annotated `<=>`
 * takes. `==` takes anything, as everywhere.
 */
import { findMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import { substituteMethod } from '../types/substitute';
import type { MethodType, Type } from '../types/type';
import { makeUnion } from '../types/union';
import type { Ctx } from './context';
import { use } from './context';

const COMPARED: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', 'between?', 'clamp']);

/** The signatures of a method of Comparable, its untyped arguments as `<=>` of this class has them. */
export function comparedTypes(
  ctx: Ctx,
  info: MethodInfo,
  className: string,
  arms: readonly MethodType[],
): readonly MethodType[] {
  if (info.owner !== 'Comparable' || !COMPARED.has(info.name)) return arms;
  const other = comparedWith(ctx, className);
  return other === null ? arms : arms.map(arm => comparing(arm, other));
}

/** Null: there is no `<=>` of one's own with a type. */
function comparedWith(ctx: Ctx, className: string): Type | null {
  const compare = findMethod(ctx.program, className, '<=>');
  use(ctx, { kind: 'method', key: compare?.key ?? `${className}#<=>` });
  if (compare?.origin !== 'workspace' || compare.signature === null) return null;
  const taken = compare.signature.arms.map(arm => arm.type.params[0]?.type);
  const known = taken.filter(type => type !== undefined);
  return known.length === 0 || known.length < taken.length ? null : makeUnion(known);
}

/** A Range (of `clamp`) and whatever else is spelled out stays as it is; a variable is what is compared with. */
function comparing(arm: MethodType, other: Type): MethodType {
  const bindings = new Map(
    arm.params.flatMap(({ type }) => (type.kind === 'variable' ? [[type.name, other] as const] : [])),
  );
  const params = arm.params.map(param =>
    param.type.kind === 'dynamic' || param.type.kind === 'any' ? { ...param, type: other } : param,
  );
  return substituteMethod({ ...arm, typeParams: [], params }, bindings);
}
