/**
 * Likely reports: a call that raises for some of the values that its types leave. They are shown only if a run confirms
 * them (judge/confirm.ts), so a type may be wider than the values: the run decides.
 */
import { findMethod } from '../../program/lookup';
import { classesOf, refusalsOf } from '../../program/refusal';
import type { Call } from '../../ril/ril';
import { showType } from '../../types/show';
import { NIL, type Type } from '../../types/type';
import { isNil, membersOf, resolveType, widenLiterals } from '../../typing/typeOps';
import { calleeName } from '../binding/callReports';
import type { Lookup } from '../callees/callees';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { mayConfirm, reportLikely } from './reports';

/** Rule: some value of the receiver lacks the method. */
export function suspectReceiver(ctx: Ctx, env: Env, call: Call, receiver: Type, found: Lookup): void {
  if (!mayConfirm(ctx, env) || call.receiver === null || call.receiver.kind === 'self') return;
  const nils = membersOf(ctx, receiver).filter(isNil);
  const lacking = [...nils, ...found.missing.filter(type => !isNil(type))].filter(
    type => !isNil(type) || findMethod(ctx.program, 'NilClass', call.method) === null,
  );
  const [first] = lacking;
  if (first === undefined && !found.dynamic) return;
  // Empty: nothing is known about the value.
  const type = first === undefined ? '' : isNil(first) ? 'nil' : showType(widenLiterals(first, ctx));
  const args = { type, method: call.method };
  reportLikely(ctx, env, { code: 'LP5020', span: call.methodSpan, raises: 'NoMethodError', name: call.method, args });
}

/** Rules: some value of an argument is refused; or the library method raises for some values of its arguments. */
export function suspectArguments(ctx: Ctx, env: Env, call: Call, lookup: Lookup, actuals: Actuals): void {
  if (!mayConfirm(ctx, env)) return;
  for (const callee of lookup.callees) {
    const method = calleeName(callee.info, call.method, callee.makes);
    for (const [position, actual] of actuals.list.entries()) {
      if (actual.kind !== 'positional') break;
      const refused = membersOf(ctx, actual.type).find(member => isRefusedBy(ctx, callee, actuals, position, member));
      if (refused === undefined) continue;
      const given = isUnknown(ctx, refused) ? '' : isNil(refused) ? 'nil' : showType(widenLiterals(refused, ctx));
      const at = { span: actual.span, name: call.method };
      reportLikely(ctx, env, { code: 'LP5021', ...at, raises: 'TypeError ArgumentError', args: { method, given } });
    }
    const raises = callee.info?.origin === 'workspace' ? null : callee.info?.signature?.labels.raises;
    if (!raises || raises.length === 0) continue;
    const at = { span: call.methodSpan, name: call.method };
    reportLikely(ctx, env, { code: 'LP5022', ...at, raises: raises.join(' '), args: { method } });
  }
}

function isRefusedBy(ctx: Ctx, { info, receiver }: Callee, actuals: Actuals, position: number, member: Type): boolean {
  if (info === null) return false;
  const type = isNil(member) || isUnknown(ctx, member) ? NIL : widenLiterals(resolveType(ctx, member), ctx);
  return (classesOf(resolveType(ctx, receiver)) ?? []).some(
    each =>
      refusalsOf(ctx.program, { receiver: each, method: info, count: actuals.list.length }, position, type) !== null,
  );
}

/** Any value, nil among them. */
function isUnknown(ctx: Ctx, type: Type): boolean {
  const { kind } = resolveType(ctx, type);
  return kind === 'dynamic' || kind === 'any';
}
