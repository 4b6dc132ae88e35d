/**
 * What a call inserts into a container that a field holds, at any depth and through readers: `@groups[key] << x`,
 * `report.lines << x`, `(@groups[key] ||= []) << x`. Only shown types rest on it: other names of the container stay unseen.
 */

import { methodByKey } from '../../program/lookup';
import { ownerType } from '../../program/ownerType';
import type { MethodInfo } from '../../program/program';
import type { Call, Expr } from '../../ril/ril';
import { BOTTOM, nominal, type Type } from '../../types/type';
import { unionMembers } from '../../types/union';
import { resolveType } from '../../typing/typeOps';
import { findSingleAssignment } from '../facts/singleAssignment';
import type { Ctx, InsertedElement } from '../state/context';
import { findTailExpressions } from './tailExpressions';

/** How many readers lead from the call to the field. */
const DEEPEST = 6;

/** `filled`: the container with nothing but what the call inserts. */
export function recordHeldInsertion(ctx: Ctx, call: Call, filled: Type): void {
  const held = call.receiver && fieldHolding(ctx, call.receiver, filled, DEEPEST);
  if (held) ctx.out.insertions.set(call, held);
}

/** The field that holds the value of the expression, or a container with it; null: none does. */
function fieldHolding(ctx: Ctx, expr: Expr, type: Type, depth: number): InsertedElement | null {
  if (depth === 0) return null;
  const next = (one: Expr): InsertedElement | null => fieldHolding(ctx, one, type, depth - 1);
  switch (expr.kind) {
    case 'var': {
      if (expr.scope !== 'local') return ownField(ctx.frame.selfType, expr.name, type);
      const value = findSingleAssignment(ctx, expr.name);
      return value && next(value);
    }
    case 'seq': {
      const last = expr.body.at(-1);
      return last ? next(last) : null;
    }
    case 'or':
      return next(expr.left);
    case 'assign':
      return next(expr.value);
    case 'call':
      return throughCall(ctx, expr, type, depth);
    default:
      return null;
  }
}

function ownField(self: Type, field: string, type: Type): InsertedElement | null {
  if (self.kind !== 'nominal' && self.kind !== 'classOf') return null;
  return { className: self.name, singleton: self.kind === 'classOf', field, type };
}

/** A reader of a field, or a method that returns an element of a container. */
function throughCall(ctx: Ctx, call: Call, type: Type, depth: number): InsertedElement | null {
  const [only, ...others] = ctx.out.calls.get(call)?.candidates ?? [];
  const info = only?.method ? methodByKey(ctx.program, only.method) : null;
  if (!info || others.length > 0) return null;
  if (info.origin === 'workspace') {
    const field = fieldRead(info);
    return field === null ? null : ownField(ownerType(info), field, type);
  }
  const outer = call.receiver && containerOf(ctx, ctx.out.types.get(call.receiver));
  if (!outer || !call.receiver || !returnsElement(info)) return null;
  const args = outer.args.map((_, i) => (i === outer.args.length - 1 ? type : BOTTOM));
  return fieldHolding(ctx, call.receiver, nominal(outer.name, args), depth - 1);
}

/** The field whose value the method returns: a reader, `@items`, `@items ||= []`. */
export function fieldRead({ synthetic, definition }: MethodInfo): string | null {
  if (synthetic?.type === 'attributeReader') return synthetic.field;
  if (definition === null || definition.broken) return null;
  const [tail, ...others] = findTailExpressions(definition.body());
  const read = tail?.kind === 'or' ? tail.left : tail;
  return read?.kind === 'var' && read.scope !== 'local' && others.length === 0 ? read.name : null;
}

type Container = Extract<Type, { kind: 'nominal' }>;

function containerOf(ctx: Ctx, type: Type | undefined): Container | null {
  const members = type === undefined ? [] : unionMembers(resolveType(ctx, type));
  return members.find((one): one is Container => one.kind === 'nominal' && one.args.length > 0) ?? null;
}

/** Its signature says that it returns an element. */
function returnsElement({ signature }: MethodInfo): boolean {
  return signature?.arms.some(({ type }) => unionMembers(type.result).some(({ kind }) => kind === 'variable')) ?? false;
}
