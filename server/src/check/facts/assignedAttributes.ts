/**
 * `user.name = 'Ann'`: `user.name` has the type of the assigned value until something may write it again. Covers
 * attributes and struct members.
 */
import { methodByKey } from '../../program/lookup';
import type { Call } from '../../ril/ril';
import type { Type } from '../../types/type';
import type { CallTarget } from '../../types/typedMethod';
import { isAssignable } from '../../typing/assignable';
import { generaliseType } from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { setFact } from '../state/env';
import { pathOf } from './accessPath';

export function learnAssignedAttribute(ctx: Ctx, env: Env, call: Call, target: CallTarget): Env {
  const [value] = call.args;
  if (!/^\w+=$/.test(call.method) || value?.type !== 'positional' || call.args.length !== 1) return env;
  const path = writtenPath(ctx, call, target);
  const type = ctx.out.types.get(value.value);
  if (path === null || type === undefined || !isStableType(type)) return env;
  const declared = target.candidates[0]?.arms[0]?.type.params[0]?.type;
  return declared !== undefined && isAssignable(ctx, type, declared)
    ? setFact(env, path, generaliseType(ctx, type))
    : env;
}

/** Returns null if the writer is not a plain one, or if the receiver is not a path. */
function writtenPath(ctx: Ctx, call: Call, target: CallTarget): string | null {
  const receiver = call.receiver === null ? 'self' : pathOf(ctx, call.receiver);
  const [only, ...others] = target.candidates;
  if (receiver === null || target.dynamic || only?.method == null || others.length > 0) return null;
  const made = methodByKey(ctx.program, only.method)?.synthetic;
  const reader = call.method.slice(0, -1);
  if (made?.type === 'structWriter') return `${receiver}.${reader}`;
  if (made?.type !== 'attributeWriter' || made.field !== `@${reader}`) return null;
  return receiver === 'self' ? made.field : `${receiver}.${reader}`;
}

/** A container may be filled through an alias, so only its declared type is reliable. */
function isStableType(type: Type): boolean {
  return type.kind !== 'dynamic' && type.kind !== 'tuple' && type.kind !== 'finiteHash';
}
