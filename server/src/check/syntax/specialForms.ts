/**
 * Calls with a meaning of their own: lambda and proc, RDL's type_cast, instantiate! and var_type, `send` with a known
 * name, `class`, and our loop `invariant`. A method of that name in the workspace takes precedence.
 */

import { isAnnotationModule } from '../../program/annotationModule';
import { findConstantExpr } from '../../program/constants';
import { findMethod, findSingletonMethod } from '../../program/lookup';
import { isSorbetModule } from '../../program/sorbet';
import { directCallOf } from '../../program/staticSend';
import type { Call, Expr } from '../../ril/ril';
import { attachedClassOf, mentionsAttachedClass } from '../../types/attachedClass';
import { exceptionSubject } from '../../types/exceptionalOutcome';
import type { MethodType, ParamType, Type } from '../../types/type';
import { ANY, BOOL, DYNAMIC, NIL, SELF } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import { className } from '../../typing/narrow';
import { generaliseType, procOf, resolveType } from '../../typing/typeOps';
import { withUnknownSelf } from '../certain/blocks';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';
import { report } from '../state/report';
import { readForeignType, readType } from '../types/typeStrings';
import { send } from './calls';
import { checkCast, checkInstantiate, isDefinedByReceiver, reportMisuse } from './casts';
import { checkSorbetForm } from './sorbetForms';

/** Returns null for an ordinary call. */
export function checkSpecialForm(ctx: Ctx, env: Env, call: Call, expected: Type | null): Typed | null {
  if (isSorbetModule(ctx.program, call.receiver)) return checkSorbetForm(ctx, env, call, expected);
  const applied = call.method === '[]' ? applyTypeArguments(ctx, env, call) : null;
  if (applied !== null) return applied;
  switch (call.method) {
    case 'lambda':
    case 'proc':
      return isOwnDefined(ctx, call) ? null : checkProcedure(ctx, env, call, call.method === 'lambda', expected);
    case 'new':
      if (
        call.receiver?.kind === 'const' &&
        call.receiver.name === 'Proc' &&
        (call.receiver.scope === null || call.receiver.scope === 'root')
      )
        return checkProcedure(ctx, env, call, false, expected);
      return isOwnClass(call.receiver)
        ? newOfOwnClass(ctx, env, call, call.receiver)
        : newOfAttachedClass(ctx, env, call);
    case 'type_cast':
      return checkCast(ctx, env, call);
    case 'instantiate!':
      return checkInstantiate(ctx, env, call);
    case 'var_type':
      return isAnnotationModule(call.receiver) || !isOwnDefined(ctx, call) ? declareLocal(ctx, env, call) : null;
    case 'invariant':
      return call.receiver === null && call.block?.type === 'block' && !isOwnDefined(ctx, call)
        ? checkInvariant(ctx, env, call)
        : null;
    case 'old':
      return call.receiver === null && mayUseOld(ctx, call) ? checkOld(ctx, env, call) : null;
    case 'exception?':
      return ctx.frame.clause === null ? null : checkExceptionQuery(ctx, env, call, ctx.frame.clause.results);
    case 'class':
      return classOfReceiver(ctx, env, call);
    case 'send':
    case '__send__':
    case 'public_send':
      return sendByName(ctx, env, call);
    default:
      return null;
  }
}

/** The workspace's own method of that name takes precedence. */
function isOwnDefined(ctx: Ctx, call: Call): boolean {
  const self = ctx.frame.selfType;
  if (call.receiver !== null || self.kind !== 'nominal') return call.receiver !== null && call.method !== 'new';
  return findMethod(ctx.program, self.name, call.method)?.origin === 'workspace';
}

/** `lambda { |x| … }` has the type of its block. */
function checkProcedure(ctx: Ctx, env: Env, call: Call, lambda: boolean, expected: Type | null): Typed | null {
  if (call.block?.type !== 'block') return null;
  const wanted = expected === null ? null : procOf(ctx, expected);
  const block = ctx.rules.block(withUnknownSelf(ctx), env, call.block.block, wanted, {
    kind: lambda ? 'lambda' : 'block',
    escapes: true,
  });
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  const method = block.type ?? EMPTY_METHOD;
  return { type: { kind: 'proc', method: lambda ? method : makeParamsOptional(method) }, env: block.env };
}

/** A proc that is not a lambda accepts any number of arguments: missing ones are nil, extra ones are dropped. */
function makeParamsOptional(method: MethodType): MethodType {
  const given = method.params.map(
    (param): ParamType => (param.kind === 'required' ? { ...param, kind: 'optional' } : param),
  );
  const ends = given.findIndex(({ kind }) => kind !== 'optional');
  if (given.some(({ kind }) => kind === 'rest')) return { ...method, params: given };
  const rest: ParamType = { kind: 'rest', name: null, type: ANY, refinement: null, span: null };
  return { ...method, params: given.toSpliced(ends < 0 ? given.length : ends, 0, rest) };
}

/** `var_type :x, 'T'` in a body: the local has that type from here on. */
function declareLocal(ctx: Ctx, env: Env, call: Call): Typed | null {
  const [name, text] = call.args;
  if (name?.type !== 'positional' || name.value.kind !== 'lit' || name.value.value.type !== 'symbol') return null;
  if (text?.type !== 'positional') return reportMisuse(ctx, env, call, "var_type :x, 'T'");
  const type = readType(ctx, text.value);
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (type === null) return { type: NIL, env };
  const local = name.value.value.value;
  ctx.frame.declared.set(local, type);
  return { type: NIL, env: env.locals.has(local) ? bindLocal(env, local, type) : env };
}

/** `invariant { … }` at the head of a loop: the verifier reads it; here it is type-checked and its value is unused. */
function checkInvariant(ctx: Ctx, env: Env, call: Call): Typed {
  const inner: Ctx = { ...ctx, frame: { ...ctx.frame, inInvariant: true } };
  if (call.block?.type === 'block') ctx.rules.expr(inner, env, call.block.block.body, null);
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  return { type: NIL, env };
}

/** Allowed in a refinement, and in a loop invariant unless the class defines an `old` itself. */
function mayUseOld(ctx: Ctx, call: Call): boolean {
  return ctx.frame.clause !== null || (ctx.frame.inInvariant === true && !isOwnDefined(ctx, call));
}

/** `old(e)`: the value of e on entry, for results and loop invariants. Parameters have their types on entry. */
function checkOld(ctx: Ctx, env: Env, call: Call): Typed {
  const [first] = call.args;
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (first?.type !== 'positional' || call.args.length !== 1) {
    report(ctx, 'LP3034', call.span, { why: 'it takes one expression, `old(@count)`' });
    return { type: DYNAMIC, env };
  }
  if (ctx.frame.clause === null) {
    const entered = [...ctx.frame.params].reduce((now, [name, type]) => bindLocal(now, name, type), env);
    return { type: ctx.rules.expr(ctx, entered, first.value, null).type, env };
  }
  if (!ctx.frame.clause.allowsOld)
    report(ctx, 'LP3034', call.span, { why: 'what is said of an argument or a field is about one moment' });
  return { type: ctx.rules.expr(ctx, env, first.value, null).type, env };
}

/** `r.exception?`: did the method raise? Only for a result, unless its class defines such a method itself. */
function checkExceptionQuery(ctx: Ctx, env: Env, call: Call, results: readonly string[]): Typed | null {
  const name = exceptionSubject(call);
  if (name === null || !ctx.frame.clause?.names.has(name)) return null;
  const own = className(resolveType(ctx, ctx.rules.expr(ctx, env, call.receiver!, null).type));
  const defined = own !== null && findMethod(ctx.program, own, call.method) !== null;
  if (!results.includes(name) && defined) return null;
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (defined) report(ctx, 'LP3038', call.span, { why: `${own} has an \`exception?\` of its own` });
  else if (!results.includes(name))
    report(ctx, 'LP3038', call.span, { why: 'it is asked of the result, in the refinement of the result' });
  return { type: BOOL, env };
}

/** `x.class` of an object whose class is known up to subclasses. */
function classOfReceiver(ctx: Ctx, env: Env, call: Call): Typed | null {
  if (call.args.length > 0 || call.receiver === null) return null;
  const receiver = ctx.rules.expr(ctx, env, call.receiver, null);
  const resolved = resolveType(ctx, receiver.type);
  const type = resolved.kind === 'literal' ? generaliseType(ctx, resolved) : resolved;
  const sent = send(ctx, receiver.env, call, receiver.type);
  if (type.kind !== 'nominal') return sent;
  // An object that includes a module is an instance of a class that is unknown here.
  const isClass = ctx.program.classes.get(type.name)?.kind === 'class';
  return { type: isClass ? { kind: 'classOf', name: type.name } : DYNAMIC, env: sent.env };
}

/** Sorbet's `C[A]` for a class with type members: the class itself. */
function applyTypeArguments(ctx: Ctx, env: Env, call: Call): Typed | null {
  const { receiver } = call;
  if (receiver?.kind !== 'const') return null;
  const info = findConstantExpr(ctx.program, ctx.frame.nesting, receiver)?.classInfo;
  if (!info?.members?.size || info.typeParams.length === 0) return null;
  if (findSingletonMethod(ctx.program, info.name, '[]')?.origin === 'workspace') return null;
  const type = readForeignType(ctx, call);
  if (type?.kind !== 'nominal' || type.name !== info.name || type.args.length === 0) return null;
  ctx.out.calls.set(call, { candidates: [], dynamic: true });
  return { type: { kind: 'classOf', name: info.name, args: type.args }, env };
}

function isOwnClass(expr: Expr | null): expr is Expr {
  return expr?.kind === 'call' && expr.method === 'class' && (expr.receiver === null || expr.receiver.kind === 'self');
}

/** `self.class.new` creates an instance of the class of self, which may be a subclass. */
function newOfOwnClass(ctx: Ctx, env: Env, call: Call, receiver: Expr): Typed {
  const own = ctx.rules.expr(ctx, env, receiver, null);
  const sent = send(ctx, own.env, call, own.type);
  return { type: ctx.frame.selfType.kind === 'nominal' ? SELF : sent.type, env: sent.env };
}

/** `new` in a singleton method whose type mentions `instance`: an instance of the class that the method was called on. */
function newOfAttachedClass(ctx: Ctx, env: Env, call: Call): Typed | null {
  const { method, selfType } = ctx.frame;
  if (call.receiver !== null && call.receiver.kind !== 'self') return null;
  if (method?.signature?.arms.some(arm => mentionsAttachedClass(arm.type)) !== true) return null;
  const sent = send(ctx, env, call, SELF);
  const isInstance = sent.type.kind === 'nominal' && selfType.kind === 'classOf' && sent.type.name === selfType.name;
  return isInstance ? { type: attachedClassOf(selfType), env: sent.env } : sent;
}

/** `x.send(:name, …)` is `x.name(…)`, private methods included. */
function sendByName(ctx: Ctx, env: Env, call: Call): Typed | null {
  const direct = directCallOf(ctx.program, call);
  const [name] = call.args;
  if (!direct || name?.type !== 'positional' || isDefinedByReceiver(ctx, env, call)) return null;
  const receiver =
    call.receiver === null ? { type: { kind: 'self' } as Type, env } : ctx.rules.expr(ctx, env, call.receiver, null);
  ctx.rules.expr(ctx, receiver.env, name.value, null);
  const sent = send(ctx, receiver.env, direct, receiver.type);
  // The arguments of `send` are shifted by one, so the target is recorded for the call that it means.
  ctx.out.calls.set(call, { candidates: [], dynamic: true });
  ctx.out.types.set(direct, sent.type);
  return sent;
}
