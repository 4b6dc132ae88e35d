/**
 * Calls that mean more than a call: lambda and proc, RDL's type_cast, instantiate! and var_type, `send` with a known
 * name, `class`, and our loop `invariant`. Only where the workspace has not defined a method of that name itself.
 */
import { findMethod } from '../program/lookup';
import type { Call, Expr } from '../ril/ril';
import { sentCall } from '../ril/sentCall';
import { nameAsked } from '../types/outcome';
import type { MethodType, ParamType, Type } from '../types/type';
import { ANY, BOOL, DYNAMIC, NIL, nominal, SELF } from '../types/type';
import { readType } from './bodyTypes';
import { send } from './calls';
import type { Ctx, Typed } from './context';
import type { Env } from './env';
import { bindLocal } from './env';
import { EMPTY_METHOD } from './instantiate';
import { className } from './narrow';
import { procOf, resolved } from './relations';
import { report } from './report';

/** Null: an ordinary call. */
export function checkSpecial(ctx: Ctx, env: Env, call: Call, expected: Type | null): Typed | null {
  switch (call.method) {
    case 'lambda':
    case 'proc':
      return isOwnDefined(ctx, call) ? null : procedure(ctx, env, call, call.method === 'lambda', expected);
    case 'new':
      if (
        call.receiver?.kind === 'const' &&
        call.receiver.name === 'Proc' &&
        (call.receiver.scope === null || call.receiver.scope === 'root')
      )
        return procedure(ctx, env, call, false, expected);
      return isOwnClass(call.receiver) ? newOfOwnClass(ctx, env, call, call.receiver) : null;
    case 'type_cast':
      return cast(ctx, env, call);
    case 'instantiate!':
      return instantiate(ctx, env, call);
    case 'var_type':
      return isOwnDefined(ctx, call) ? null : declareLocal(ctx, env, call);
    case 'invariant':
      return call.receiver === null && call.block?.type === 'block' && !isOwnDefined(ctx, call)
        ? invariant(ctx, env, call)
        : null;
    case 'old':
      return ctx.frame.clause !== null && call.receiver === null ? old(ctx, env, call) : null;
    case 'exception?':
      return ctx.frame.clause === null ? null : outcome(ctx, env, call, ctx.frame.clause.results);
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

/** The workspace's own method of that name wins. */
function isOwnDefined(ctx: Ctx, call: Call): boolean {
  const self = ctx.frame.selfType;
  if (call.receiver !== null || self.kind !== 'nominal') return call.receiver !== null && call.method !== 'new';
  return findMethod(ctx.program, self.name, call.method)?.origin === 'workspace';
}

/** The receiver's class has a method of that name: that is what is called. */
function isDefinedByItself(ctx: Ctx, env: Env, call: Call): boolean {
  const type = call.receiver === null ? ctx.frame.selfType : ctx.rules.expr(ctx, env, call.receiver, null).type;
  const name = className(resolved(ctx, type));
  return name !== null && findMethod(ctx.program, name, call.method)?.origin === 'workspace';
}

/** `lambda { |x| … }` has the type of its block. */
function procedure(ctx: Ctx, env: Env, call: Call, lambda: boolean, expected: Type | null): Typed | null {
  if (call.block?.type !== 'block') return null;
  const wanted = expected === null ? null : procOf(ctx, expected);
  const block = ctx.rules.block(ctx, env, call.block.block, wanted, {
    kind: lambda ? 'lambda' : 'block',
    escapes: true,
  });
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  const method = block.type ?? EMPTY_METHOD;
  return { type: { kind: 'proc', method: lambda ? method : lenient(method) }, env: block.env };
}

/** A proc that is no lambda takes any number of arguments: those that are missing are nil, those too many are dropped. */
function lenient(method: MethodType): MethodType {
  const given = method.params.map(
    (param): ParamType => (param.kind === 'required' ? { ...param, kind: 'optional' } : param),
  );
  const ends = given.findIndex(({ kind }) => kind !== 'optional');
  if (given.some(({ kind }) => kind === 'rest')) return { ...method, params: given };
  const rest: ParamType = { kind: 'rest', name: null, type: ANY, refinement: null, span: null };
  return { ...method, params: given.toSpliced(ends < 0 ? given.length : ends, 0, rest) };
}

/** `e.type_cast('T')`, `RDL.type_cast(e, 'T')`: believed. */
function cast(ctx: Ctx, env: Env, call: Call): Typed | null {
  const isModule = call.receiver?.kind === 'const' && (call.receiver.name === 'RDL' || call.receiver.name === 'Loupe');
  const [first, second] = call.args;
  const subject = isModule ? (first?.type === 'positional' ? first.value : null) : call.receiver;
  const text = isModule ? second : first;
  if (!isModule && isDefinedByItself(ctx, env, call)) return null;
  if (subject === null || text?.type !== 'positional') return misuse(ctx, env, call, "e.type_cast('T')");
  const value = ctx.rules.expr(ctx, env, subject, null);
  const type = readType(ctx, text.value);
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (type === null)
    return text.value.kind === 'lit' ? { type: DYNAMIC, env: value.env } : misuse(ctx, env, call, "e.type_cast('T')");
  return { type, env: value.env };
}

/** `x.instantiate!('T')` fixes the type arguments of what x holds. */
function instantiate(ctx: Ctx, env: Env, call: Call): Typed | null {
  const isModule = call.receiver?.kind === 'const' && (call.receiver.name === 'RDL' || call.receiver.name === 'Loupe');
  const [first, ...rest] = call.args;
  const subject = isModule ? (first?.type === 'positional' ? first.value : null) : call.receiver;
  if (!isModule && isDefinedByItself(ctx, env, call)) return null;
  if (subject === null) return misuse(ctx, env, call, "x.instantiate!('T')");
  const value = ctx.rules.expr(ctx, env, subject, null);
  const texts = isModule ? rest : call.args;
  const args = texts
    .flatMap(arg => (arg.type === 'positional' ? [readType(ctx, arg.value)] : []))
    .filter(type => type !== null);
  const plain = resolved(ctx, value.type);
  const name = className(plain);
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (name === null) return { type: value.type, env: value.env };
  const allowed = ctx.hierarchy.typeParams(name).length;
  if (args.length !== allowed) {
    if (texts.length !== allowed) report(ctx, 'LP2504', call.methodSpan, { name, given: texts.length, allowed });
    return { type: value.type, env: value.env };
  }
  const type = nominal(name, args);
  const after =
    subject.kind === 'var' && subject.scope === 'local' ? bindLocal(value.env, subject.name, type) : value.env;
  return { type, env: after };
}

/** `var_type :x, 'T'` in a body: the local has that type from here on. */
function declareLocal(ctx: Ctx, env: Env, call: Call): Typed | null {
  const [name, text] = call.args;
  if (name?.type !== 'positional' || name.value.kind !== 'lit' || name.value.value.type !== 'symbol') return null;
  if (text?.type !== 'positional') return misuse(ctx, env, call, "var_type :x, 'T'");
  const type = readType(ctx, text.value);
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (type === null) return { type: NIL, env };
  const local = name.value.value.value;
  ctx.frame.declared.set(local, type);
  return { type: NIL, env: env.locals.has(local) ? bindLocal(env, local, type) : env };
}

function misuse(ctx: Ctx, env: Env, call: Call, usage: string): Typed {
  report(ctx, 'LP3022', call.methodSpan, { method: call.method, usage });
  ctx.out.calls.set(call, { candidates: [], dynamic: true });
  return { type: DYNAMIC, env };
}

/** `invariant { … }` at the head of a loop: read by the verifier; its types are checked, its value is not used. */
function invariant(ctx: Ctx, env: Env, call: Call): Typed {
  if (call.block?.type === 'block') ctx.rules.expr(ctx, env, call.block.block.body, null);
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  return { type: NIL, env };
}

/** `old(e)`: what e was on entry; for results only. */
function old(ctx: Ctx, env: Env, call: Call): Typed {
  const [first] = call.args;
  ctx.out.calls.set(call, { candidates: [], dynamic: false });
  if (first?.type !== 'positional' || call.args.length !== 1) {
    report(ctx, 'LP3034', call.span, { why: 'it takes one expression, `old(@count)`' });
    return { type: DYNAMIC, env };
  }
  if (!ctx.frame.clause?.allowsOld)
    report(ctx, 'LP3034', call.span, { why: 'what is said of an argument or a field is about one moment' });
  return { type: ctx.rules.expr(ctx, env, first.value, null).type, env };
}

/** `r.exception?`: did the method end by an exception? Of a result only, unless its class has such a method itself. */
function outcome(ctx: Ctx, env: Env, call: Call, results: readonly string[]): Typed | null {
  const name = nameAsked(call);
  if (name === null || !ctx.frame.clause?.names.has(name)) return null;
  const own = className(resolved(ctx, ctx.rules.expr(ctx, env, call.receiver!, null).type));
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
  const type = resolved(ctx, receiver.type);
  const sent = send(ctx, receiver.env, call, receiver.type);
  if (type.kind !== 'nominal') return sent;
  // What has a module's methods is an instance of some class that we do not know here.
  const isClass = ctx.program.classes.get(type.name)?.kind === 'class';
  return { type: isClass ? { kind: 'classOf', name: type.name } : DYNAMIC, env: sent.env };
}

function isOwnClass(expr: Expr | null): expr is Expr {
  return expr?.kind === 'call' && expr.method === 'class' && (expr.receiver === null || expr.receiver.kind === 'self');
}

/** `self.class.new` makes another of what self is, subclasses included. */
function newOfOwnClass(ctx: Ctx, env: Env, call: Call, receiver: Expr): Typed {
  const own = ctx.rules.expr(ctx, env, receiver, null);
  const sent = send(ctx, own.env, call, own.type);
  return { type: ctx.frame.selfType.kind === 'nominal' ? SELF : sent.type, env: sent.env };
}

/** `x.send(:name, …)` is `x.name(…)`, private methods included. */
function sendByName(ctx: Ctx, env: Env, call: Call): Typed | null {
  const direct = sentCall(call);
  const [name] = call.args;
  if (!direct || name?.type !== 'positional' || isDefinedByItself(ctx, env, call)) return null;
  const receiver =
    call.receiver === null ? { type: { kind: 'self' } as Type, env } : ctx.rules.expr(ctx, env, call.receiver, null);
  ctx.rules.expr(ctx, receiver.env, name.value, null);
  const sent = send(ctx, receiver.env, direct, receiver.type);
  // The arguments are shifted by one against the method's: what runs is known of the call that is meant.
  ctx.out.calls.set(call, { candidates: [], dynamic: true });
  ctx.out.types.set(direct, sent.type);
  return sent;
}
