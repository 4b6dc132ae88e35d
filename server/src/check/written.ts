/** `user.name = 'Ann'`: until something may write it again, `user.name` is what was written (attributes, struct members). */
import { methodByKey } from '../program/lookup';
import type { Call } from '../ril/ril';
import type { Type } from '../types/type';
import type { CallTarget } from '../types/typedMethod';
import type { Ctx } from './context';
import type { Env } from './env';
import { setFact } from './env';
import { fits } from './fits';
import { pathOf } from './path';
import { generalised } from './relations';

export function afterWrite(ctx: Ctx, env: Env, call: Call, target: CallTarget): Env {
  const [value] = call.args;
  if (!/^\w+=$/.test(call.method) || value?.type !== 'positional' || call.args.length !== 1) return env;
  const path = writtenPath(ctx, call, target);
  const type = ctx.out.types.get(value.value);
  if (path === null || type === undefined || !isTelling(type)) return env;
  const declared = target.candidates[0]?.arms[0]?.type.params[0]?.type;
  return declared !== undefined && fits(ctx, type, declared) ? setFact(env, path, generalised(ctx, type)) : env;
}

/** Null: what the writer does is not plain, or what it writes to is no path. */
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

/** Containers may be filled through another name: of them the declared type says all. */
function isTelling(type: Type): boolean {
  return type.kind !== 'dynamic' && type.kind !== 'tuple' && type.kind !== 'finiteHash';
}
