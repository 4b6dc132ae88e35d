/**
 * Likely reports: a call that raises for some of the values that its types leave. They are shown only if a run confirms
 * them (judge/confirm.ts), so a type may be wider than the values: the run decides.
 */
import { writesReceiver } from '../../program/libraryFacts';
import { findMethod } from '../../program/lookup';
import { classesOf, refusalsOf } from '../../program/refusal';
import { workspaceMethods } from '../../program/workspace';
import type { Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import { NIL, type Type } from '../../types/type';
import { isNil, membersOf, resolveType, widenLiterals } from '../../typing/typeOps';
import { calleeName } from '../binding/callReports';
import type { Lookup } from '../callees/callees';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { mayConfirm, reportLikely } from './certainReports';

/** Rule: some value of the receiver lacks the method; of an unknown one, the library's method may also raise anything else. */
export function reportLikelyReceiver(ctx: Ctx, env: Env, call: Call, receiver: Type, found: Lookup): void {
  if (!mayConfirm(ctx, env)) return;
  if (call.receiver === null || call.receiver.kind === 'self') {
    reportLikelyAbstractCall(ctx, env, call, found);
    return;
  }
  const nils = membersOf(ctx, receiver).filter(isNil);
  const lacking = [...nils, ...found.missing.filter(type => !isNil(type))].filter(
    type => !isNil(type) || findMethod(ctx.program, 'NilClass', call.method) === null,
  );
  const [first] = lacking;
  if (first === undefined && !found.dynamic) return;
  // Empty: nothing is known about the value.
  const type = first === undefined ? '' : isNil(first) ? 'nil' : showType(widenLiterals(first, ctx));
  const args = { type, method: call.method };
  const isOfLibrary = found.dynamic && workspaceMethods(ctx.program, call.method).length === 0;
  const raises = isOfLibrary ? 'NoMethodError FrozenError StandardError' : 'NoMethodError';
  reportLikely(ctx, env, { code: 'LP5020', span: call.methodSpan, raises, name: call.method, args });
}

/** `self` may be of a class below that does not define what this one leaves out. */
function reportLikelyAbstractCall(
  ctx: Ctx,
  env: Env,
  { method, methodSpan: span }: Call,
  { missing, dynamic }: Lookup,
): void {
  if (missing.length === 0 && !dynamic) return;
  reportLikely(ctx, env, {
    code: 'LP5020',
    span,
    raises: 'NameError NoMethodError',
    name: method,
    args: { type: '', method },
  });
}

/** Rules: some value of an argument is refused; or the library method raises for some values of its arguments. */
export function reportLikelyArguments(ctx: Ctx, env: Env, call: Call, lookup: Lookup, actuals: Actuals): void {
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
    const raises = errorsOfLibrary(ctx, callee, call);
    if (raises.length === 0) continue;
    const at = { span: call.methodSpan, name: call.method };
    reportLikely(ctx, env, { code: 'LP5022', ...at, raises: raises.join(' '), args: { method } });
  }
}

/** What it raises for some receivers or elements; unions and nil among the elements may not go together. */
function errorsOfLibrary(ctx: Ctx, { info, receiver }: Callee, call: Call): readonly string[] {
  if (info === null || info.origin === 'workspace') return [];
  const errors = [...(info.signature?.labels.raises ?? [])];
  if (writesReceiver(info) && call.receiver !== null && !isLiteral(call.receiver)) errors.push('FrozenError');
  if (info.facts?.combines && mayHaveMixedElements(ctx, receiver))
    errors.push('NoMethodError', 'TypeError', 'ArgumentError');
  return errors;
}

function isLiteral({ kind }: Expr): boolean {
  return kind === 'array' || kind === 'hash' || kind === 'interpolate';
}

/** May some element be of another class than another one? */
function mayHaveMixedElements(ctx: Ctx, receiver: Type): boolean {
  const type = resolveType(ctx, receiver);
  if (type.kind !== 'nominal' || type.args.length === 0) return true;
  return type.args.some(arg => membersOf(ctx, arg).length > 1 || isUnknown(ctx, arg) || isNil(arg));
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
