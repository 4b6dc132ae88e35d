/**
 * RDL's `e.type_cast('T')` and `x.instantiate!('T')`, also as `RDL.type_cast(e, 'T')`. A cast that may succeed is
 * trusted; one that no value can pass is an error, unless `force: true` turns that check off.
 */
import { isAnnotationModule } from '../../program/annotationModule';
import { findMethod } from '../../program/lookup';
import type { Arg, Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import { DYNAMIC, nominal, type Type } from '../../types/type';
import { className } from '../../typing/narrow';
import { resolveType, withoutNil } from '../../typing/typeOps';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';
import { report } from '../state/report';
import { mayHoldElements, mayShareValue } from '../types/commonValues';
import { readType } from '../types/typeStrings';

const CAST_USAGE = "e.type_cast('T'), or e.type_cast('T', force: true)";
const INSTANTIATE_USAGE = "x.instantiate!('T')";

/** Returns null for a `type_cast` that the receiver's class defines: an ordinary call. */
export function checkCast(ctx: Ctx, env: Env, call: Call): Typed | null {
  const { subject, args } = subjectOf(call);
  if (subject === call.receiver && call.madeBy !== 'comment' && isDefinedByReceiver(ctx, env, call)) return null;
  const [text, ...options] = args;
  const force = forceOf(options);
  if (subject === null || text?.type !== 'positional' || force === null || call.block !== null)
    return reportMisuse(ctx, env, call, CAST_USAGE);
  const value = ctx.rules.expr(ctx, env, subject, null);
  const type = readType(ctx, text.value);
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (type === null)
    return isString(text.value) ? { type: DYNAMIC, env: value.env } : reportMisuse(ctx, env, call, CAST_USAGE);
  const given = call.safe ? withoutNil(ctx, value.type) : value.type;
  const mayHold = mayShareValue(ctx, given, type) && (subject.kind !== 'array' || mayHoldElements(ctx, given, type));
  if (call.madeBy === 'comment') {
    const { value: comment } = text;
    const isUntyped = comment.kind === 'lit' && comment.value.type === 'string' && UNTYPED.test(comment.value.value);
    return { type: isUntyped ? DYNAMIC : typeByComment(ctx, given, type), env: value.env };
  }
  if (!force && value.env.reachable && !mayHold)
    report(ctx, 'LP3039', call.span, { got: showType(given), expected: showType(type) });
  return { type, env: value.env };
}

/** On purpose; the type of any other comment is %dyn if it names a class that is not visible. */
const UNTYPED = /^#:\s*(as\s+)?untyped\s*$/;

/** `#: as !nil` only excludes nil; a type that is not visible says nothing. */
function typeByComment(ctx: Ctx, given: Type, type: Type): Type {
  if (type.kind === 'nonNull' && type.type.kind === 'any') return withoutNil(ctx, given);
  return type.kind === 'dynamic' ? given : type;
}

/** Fixes the type arguments of the value in x. */
export function checkInstantiate(ctx: Ctx, env: Env, call: Call): Typed | null {
  const { subject, args: texts } = subjectOf(call);
  if (subject === call.receiver && isDefinedByReceiver(ctx, env, call)) return null;
  const given = texts.filter(arg => arg.type !== 'keyword' || arg.name !== 'check');
  if (subject === null || !given.every(arg => arg.type === 'positional' && isString(arg.value)))
    return reportMisuse(ctx, env, call, INSTANTIATE_USAGE);
  const value = ctx.rules.expr(ctx, env, subject, null);
  const args = given
    .flatMap(arg => (arg.type === 'positional' ? [readType(ctx, arg.value)] : []))
    .filter(type => type !== null);
  const name = className(resolveType(ctx, value.type));
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (name === null) return { type: value.type, env: value.env };
  const allowed = ctx.hierarchy.typeParams(name).length;
  if (args.length !== allowed) {
    if (given.length !== allowed) report(ctx, 'LP2504', call.methodSpan, { name, given: given.length, allowed });
    return { type: value.type, env: value.env };
  }
  const type = nominal(name, args);
  const after =
    subject.kind === 'var' && subject.scope === 'local' ? bindLocal(value.env, subject.name, type) : value.env;
  return { type, env: after };
}

/** `RDL.type_cast(e, 'T')` is `e.type_cast('T')`. Null if nothing is cast. */
function subjectOf({ receiver, args }: Call): { readonly subject: Expr | null; readonly args: readonly Arg[] } {
  if (!isAnnotationModule(receiver)) return { subject: receiver, args };
  const [first, ...rest] = args;
  return { subject: first?.type === 'positional' ? first.value : null, args: rest };
}

/** Returns null if anything other than `force: true` or `force: false` follows the type. */
function forceOf(options: readonly Arg[]): boolean | null {
  const [option, ...others] = options;
  if (option === undefined) return false;
  if (others.length > 0 || option.type !== 'keyword' || option.name !== 'force' || option.value.kind !== 'lit')
    return null;
  const { type } = option.value.value;
  return type === 'true' ? true : type === 'false' ? false : null;
}

function isString(expr: Expr): boolean {
  return expr.kind === 'lit' && expr.value.type === 'string';
}

/** The receiver's class defines a method of that name, which is what the call runs. */
export function isDefinedByReceiver(ctx: Ctx, env: Env, call: Call): boolean {
  const type = call.receiver === null ? ctx.frame.selfType : ctx.rules.expr(ctx, env, call.receiver, null).type;
  const name = className(resolveType(ctx, type));
  return name !== null && findMethod(ctx.program, name, call.method)?.origin === 'workspace';
}

export function reportMisuse(ctx: Ctx, env: Env, call: Call, usage: string): Typed {
  report(ctx, 'LP3022', call.methodSpan, { method: call.method, usage });
  ctx.out.calls.set(call, { candidates: [], dynamic: true });
  return { type: DYNAMIC, env };
}
