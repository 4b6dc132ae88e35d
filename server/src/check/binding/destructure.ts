/**
 * Multiple assignment and destructured parameters: binds the targets to the elements of an array; a splat takes those
 * in between.
 */
import type { Expr, MultiAssign, MultiTarget } from '../../ril/ril';
import type { Type } from '../../types/type';
import { DYNAMIC, NIL, nominal } from '../../types/type';
import { generaliseType, joinAllTypes, joinTwoTypes, membersOf, resolveType } from '../../typing/typeOps';
import { argumentsAs } from '../../typing/unify';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { assignTo } from './assign';

export function checkMultiAssign(ctx: Ctx, env: Env, assign: MultiAssign): Typed {
  const value = ctx.rules.expr(ctx, env, assign.value, null);
  return { type: value.type, env: bindTargets(ctx, value.env, assign.targets, value.type, findFreshParts(assign)) };
}

/** `yes, no = [], []`: each local gets a container of its own, without aliases. */
function findFreshParts({ targets, value }: MultiAssign): readonly (Expr | null)[] {
  if (value.kind !== 'array' || targets.some(target => target.type !== 'one')) return [];
  if (value.elements.some(arg => arg.type !== 'positional')) return [];
  return value.elements.map(arg => (arg.type === 'positional' && isFreshContainer(arg.value) ? arg.value : null));
}

function isFreshContainer(expr: Expr): boolean {
  return expr.kind === 'array' || expr.kind === 'hash' || (expr.kind === 'call' && expr.method === 'new');
}

export function bindTargets(
  ctx: Ctx,
  env: Env,
  targets: readonly MultiTarget[],
  type: Type,
  made: readonly (Expr | null)[] = [],
): Env {
  const splatAt = targets.findIndex(target => target.type === 'splat');
  const alternatives = membersOf(ctx, type).map(member => partsOfOne(ctx, resolveType(ctx, member)));
  let now = env;
  targets.forEach((target, i) => {
    const parts = alternatives.map(items => partFor(ctx, items, targets.length, splatAt, i));
    const part = i === splatAt ? joinIntoArray(ctx, parts) : joinAllTypes(ctx, parts);
    now = bindTarget(ctx, now, target, part, made[i] ?? null);
  });
  return now;
}

/** Joins what a splat takes from each alternative into one array type; a single one keeps its shape. */
function joinIntoArray(ctx: Ctx, parts: readonly Type[]): Type {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const elements = parts.flatMap(part => (part.kind === 'nominal' ? part.args : []));
  return nominal('Array', [joinAllTypes(ctx, elements)]);
}

function bindTarget(ctx: Ctx, env: Env, target: MultiTarget, type: Type, made: Expr | null): Env {
  switch (target.type) {
    case 'one':
      return assignTo(ctx, env, target.target, { type, span: target.span, value: made });
    case 'splat':
      return target.target === null ? env : assignTo(ctx, env, target.target, { type, span: target.span, value: null });
    case 'list':
      return bindTargets(ctx, env, target.items, type);
  }
}

/** The elements of an array: each with its own type, or all of one type and some possibly missing. */
type Parts = { readonly each: readonly Type[] } | { readonly element: Type };

function partsOf(ctx: Ctx, type: Type): Parts {
  const members = membersOf(ctx, type);
  const [only] = members;
  if (members.length === 1 && only !== undefined) return partsOfOne(ctx, resolveType(ctx, only));
  const parts = members.map(member => partsOfOne(ctx, resolveType(ctx, member)));
  return {
    element: joinAllTypes(
      ctx,
      parts.map(part => ('each' in part ? joinAllTypes(ctx, [...part.each, NIL]) : part.element)),
    ),
  };
}

function partsOfOne(ctx: Ctx, type: Type): Parts {
  if (type.kind === 'tuple') return { each: type.elements };
  if (type.kind === 'nominal' && type.shape) return { each: type.shape };
  if (type.kind === 'dynamic' || type.kind === 'any') return { element: DYNAMIC };
  const [element] = argumentsAs(ctx, type, 'Array');
  if (element !== undefined) return { element };
  if (type.kind === 'nominal' && ctx.hierarchy.hasMethod(type.name, 'to_ary')) return { element: DYNAMIC };
  return { each: [type] };
}

function partFor(ctx: Ctx, parts: Parts, count: number, splatAt: number, i: number): Type {
  if (!('each' in parts)) {
    if (i === splatAt) return nominal('Array', [parts.element]);
    return parts.element.kind === 'dynamic' ? DYNAMIC : joinTwoTypes(ctx, parts.element, NIL);
  }
  const { each } = parts;
  if (splatAt < 0 || i < splatAt) return each[i] ?? NIL;
  const after = count - splatAt - 1;
  const to = Math.max(splatAt, each.length - after);
  if (i === splatAt) return arrayOf(ctx, each.slice(splatAt, to));
  return each[to + (i - splatAt - 1)] ?? NIL;
}

/** A new array that may be used as a tuple. */
function arrayOf(ctx: Ctx, elements: readonly Type[]): Type {
  const general = elements.map(type => generaliseType(ctx, type));
  return { kind: 'nominal', name: 'Array', args: [joinAllTypes(ctx, general)], shape: general };
}

/** The first `count` elements, as the parameters of a block receive them. */
export function itemTypes(ctx: Ctx, type: Type, count: number): readonly Type[] {
  const parts = partsOf(ctx, type);
  if ('each' in parts) return parts.each;
  return Array.from({ length: count }, () => parts.element);
}
