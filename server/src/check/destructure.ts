/** Multiple assignment and destructured parameters: the parts of an array go to targets, a splat takes what is between. */
import type { Expr, MultiAssign, MultiTarget } from '../ril/ril';
import type { Type } from '../types/type';
import { DYNAMIC, NIL, nominal } from '../types/type';
import { assignTo } from './assign';
import type { Ctx, Typed } from './context';
import type { Env } from './env';
import { generalised, joined, joinedAll, membersOf, resolved } from './relations';
import { argumentsAs } from './unify';

export function checkMultiAssign(ctx: Ctx, env: Env, assign: MultiAssign): Typed {
  const value = ctx.rules.expr(ctx, env, assign.value, null);
  return { type: value.type, env: bindTargets(ctx, value.env, assign.targets, value.type, newParts(assign)) };
}

/** `yes, no = [], []`: each local has a container of its own, which nobody else knows. */
function newParts({ targets, value }: MultiAssign): readonly (Expr | null)[] {
  if (value.kind !== 'array' || targets.some(target => target.type !== 'one')) return [];
  if (value.elements.some(arg => arg.type !== 'positional')) return [];
  return value.elements.map(arg => (arg.type === 'positional' && isNew(arg.value) ? arg.value : null));
}

function isNew(expr: Expr): boolean {
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
  const alternatives = membersOf(ctx, type).map(member => partsOfOne(ctx, resolved(ctx, member)));
  let now = env;
  targets.forEach((target, i) => {
    const parts = alternatives.map(items => partFor(ctx, items, targets.length, splatAt, i));
    const part = i === splatAt ? joinedArrays(ctx, parts) : joinedAll(ctx, parts);
    now = bindTarget(ctx, now, target, part, made[i] ?? null);
  });
  return now;
}

/** What a splat takes from each alternative, as one array. */
function joinedArrays(ctx: Ctx, parts: readonly Type[]): Type {
  const elements = parts.flatMap(part => (part.kind === 'nominal' ? part.args : []));
  return nominal('Array', [joinedAll(ctx, elements)]);
}

function bindTarget(ctx: Ctx, env: Env, target: MultiTarget, type: Type, made: Expr | null): Env {
  switch (target.type) {
    case 'one':
      return assignTo(ctx, env, target.target, type, target.span, made);
    case 'splat':
      return target.target === null ? env : assignTo(ctx, env, target.target, type, target.span, null);
    case 'list':
      return bindTargets(ctx, env, target.items, type);
  }
}

/** Known one by one, or all of one type, of which some may be missing. */
type Parts = { readonly each: readonly Type[] } | { readonly element: Type };

function partsOf(ctx: Ctx, type: Type): Parts {
  const members = membersOf(ctx, type);
  const [only] = members;
  if (members.length === 1 && only !== undefined) return partsOfOne(ctx, resolved(ctx, only));
  const parts = members.map(member => partsOfOne(ctx, resolved(ctx, member)));
  return {
    element: joinedAll(
      ctx,
      parts.map(part => ('each' in part ? joinedAll(ctx, [...part.each, NIL]) : part.element)),
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
    return parts.element.kind === 'dynamic' ? DYNAMIC : joined(ctx, parts.element, NIL);
  }
  const { each } = parts;
  if (splatAt < 0 || i < splatAt) return each[i] ?? NIL;
  const after = count - splatAt - 1;
  const to = Math.max(splatAt, each.length - after);
  if (i === splatAt)
    return nominal('Array', [
      joinedAll(
        ctx,
        each.slice(splatAt, to).map(type => generalised(ctx, type)),
      ),
    ]);
  return each[to + (i - splatAt - 1)] ?? NIL;
}

/** The first `count` parts, as a block's parameters get them. */
export function itemTypes(ctx: Ctx, type: Type, count: number): readonly Type[] {
  const parts = partsOf(ctx, type);
  if ('each' in parts) return parts.each;
  return Array.from({ length: count }, () => parts.element);
}
