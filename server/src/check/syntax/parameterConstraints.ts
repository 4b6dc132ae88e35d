/**
 * The constraints of a body on its flexible parameters: a call on one requires a method, an argument position of a declared
 * type bounds it. The result of such a call is flexible again.
 */
import type { Call } from '../../ril/ril';
import { flexibleName, flexibleType, withoutFlexible } from '../../types/flexible';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { generaliseType, replaceSelf } from '../../typing/typeOps';
import type { Actual, Actuals } from '../state/call';
import type { Ctx } from '../state/context';

/** `x.a.b.c`: longer paths say nothing to a reader. */
const LONGEST_PATH = 3;

export function recordMethodConstraint(ctx: Ctx, call: Call, receiver: Type, { list }: Actuals): void {
  const on = flexibleName(receiver);
  if (on === null || call.safe) return;
  const args = list.map(actual => withoutFlexible(generaliseType(ctx, replaceSelf(ctx, actual.type))));
  ctx.out.constraints.set(call, { kind: 'method', on, name: call.method, args, hasBlock: call.block !== null });
}

export function resultOfConstrainedCall(call: Call, receiver: Type): Type {
  const on = flexibleName(receiver);
  return on === null || on.split('.').length >= LONGEST_PATH ? DYNAMIC : flexibleType(`${on}.${call.method}`);
}

/** `arms`: several may apply, and then none of them is required. */
export function recordBoundConstraint(ctx: Ctx, { type, expr }: Actual, expected: Type, arms: number): void {
  const on = flexibleName(type);
  if (on === null || expr === null || arms !== 1 || expected.kind === 'dynamic' || expected.kind === 'any') return;
  ctx.out.constraints.set(expr, { kind: 'bound', on, type: withoutFlexible(replaceSelf(ctx, expected)) });
}
