/**
 * Occurrence typing: what a condition tells about the paths in it, when it holds and when it does not. Knows `&&`, `||`,
 * `!`, truthiness, `nil?`, `is_a?`, `===`, `==`, `respond_to?`, `&.`, assignments and patterns.
 */
import { findConstantExpr } from '../program/constants';
import { findMethod } from '../program/lookup';
import type { And, Assign, Call, Expr, Or } from '../ril/ril';
import type { Type } from '../types/type';
import { BOOL, BOTTOM, FALSE, TRUE } from '../types/type';
import { literalOf } from './arguments';
import { send } from './calls';
import type { Branches, Ctx } from './context';
import type { Env } from './env';
import { joinEnvs } from './env';
import { learnGuard } from './guards';
import {
  falsyPart,
  instancePart,
  literalPart,
  nilPart,
  nonNilPart,
  notInstancePart,
  notLiteralPart,
  notRespondingPart,
  respondingPart,
  truthyPart,
} from './narrow';
import { learn } from './path';
import { checkMatch } from './patterns';
import { joined, mayBeNil, resolved } from './relations';
import { learnElements } from './sureElements';

export function checkCondition(ctx: Ctx, env: Env, expr: Expr): Branches {
  switch (expr.kind) {
    case 'and':
      return both(ctx, env, expr);
    case 'or':
      return either(ctx, env, expr);
    case 'seq':
      return lastOf(ctx, env, expr);
    case 'match':
      return record(ctx, expr, checkMatch(ctx, env, expr));
    case 'call':
      return called(ctx, env, expr);
    default:
      return truthiness(ctx, env, expr);
  }
}

function record(ctx: Ctx, expr: Expr, branches: Branches): Branches {
  ctx.out.types.set(expr, branches.type);
  return branches;
}

/** A value is truthy or not: a path in it is the truthy or the falsy part of its type. */
function truthiness(ctx: Ctx, env: Env, expr: Expr): Branches {
  const typed = ctx.rules.expr(ctx, env, expr, null);
  return {
    type: typed.type,
    truthy: learnValue(ctx, typed.env, expr, type => truthyPart(ctx, type)),
    falsy: learnValue(ctx, typed.env, expr, type => falsyPart(ctx, type)),
  };
}

/** `if x = e`: x is learnt about, and e too where it is a path. */
function learnValue(ctx: Ctx, env: Env, expr: Expr, part: (type: Type) => Type): Env {
  if (expr.kind !== 'assign') return learn(ctx, env, expr, part);
  return learn(ctx, env, assigned(ctx, expr), part);
}

function assigned(ctx: Ctx, assign: Assign): Expr {
  const type = ctx.out.types.get(assign);
  if (type !== undefined && assign.target.kind === 'var') ctx.out.types.set(assign.target, type);
  return assign.target;
}

function both(ctx: Ctx, env: Env, expr: And): Branches {
  const left = checkCondition(ctx, env, expr.left);
  const right = checkCondition(ctx, left.truthy, expr.right);
  const type = joined(ctx, falsyResult(ctx, left.type), right.type);
  const falsy = joinEnvs(left.falsy, right.falsy, (a, b) => joined(ctx, a, b));
  return record(ctx, expr, { type, truthy: right.truthy, falsy });
}

function either(ctx: Ctx, env: Env, expr: Or): Branches {
  const left = checkCondition(ctx, env, expr.left);
  const right = checkCondition(ctx, left.falsy, expr.right);
  const type = joined(ctx, truthyPart(ctx, left.type), right.type);
  const truthy = joinEnvs(left.truthy, right.truthy, (a, b) => joined(ctx, a, b));
  return record(ctx, expr, { type, truthy, falsy: right.falsy });
}

/** What `a && b` gives when a is falsy; the nil that leniency sees in every type is not worth a union. */
function falsyResult(ctx: Ctx, left: Type): Type {
  const part = falsyPart(ctx, left);
  return part.kind === 'nil' && !mayBeNil(ctx, left) ? BOTTOM : part;
}

function lastOf(ctx: Ctx, env: Env, expr: Extract<Expr, { kind: 'seq' }>): Branches {
  const last = expr.body[expr.body.length - 1];
  if (last === undefined) return truthiness(ctx, env, expr);
  let now = env;
  for (const one of expr.body.slice(0, -1)) now = ctx.rules.expr(ctx, now, one, null).env;
  return record(ctx, expr, checkCondition(ctx, now, last));
}

function called(ctx: Ctx, env: Env, call: Call): Branches {
  if (call.method === '!' && call.receiver !== null && call.args.length === 0)
    return negated(ctx, env, call, call.receiver);
  const { type, truthy, falsy } = tested(ctx, env, call);
  return {
    type,
    truthy: learnElements(ctx, learnGuard(ctx, truthy, call, true), call),
    falsy: learnGuard(ctx, falsy, call, false),
  };
}

function tested(ctx: Ctx, env: Env, call: Call): Branches {
  const typed = ctx.rules.expr(ctx, env, call, null);
  const plain: Branches = { type: typed.type, truthy: typed.env, falsy: typed.env };
  const test = testOf(ctx, call);
  if (test !== null) {
    return {
      type: typed.type,
      truthy: presentReceiver(ctx, learn(ctx, typed.env, test.subject, test.yes), call),
      falsy: test.no === null ? typed.env : learn(ctx, typed.env, test.subject, test.no),
    };
  }
  const truthy = learn(ctx, presentReceiver(ctx, plain.truthy, call), call, type => truthyPart(ctx, type));
  return { type: typed.type, truthy, falsy: learn(ctx, plain.falsy, call, type => falsyPart(ctx, type)) };
}

/** `x&.m` was truthy: x is there. */
function presentReceiver(ctx: Ctx, env: Env, call: Call): Env {
  if (!call.safe || call.receiver === null) return env;
  return learn(ctx, env, call.receiver, type => nonNilPart(ctx, type));
}

/** `!x`; the call of `!` itself is recorded as any other. */
function negated(ctx: Ctx, env: Env, call: Call, receiver: Expr): Branches {
  const inner = checkCondition(ctx, env, receiver);
  send(ctx, inner.truthy, call, inner.type);
  const type = resolved(ctx, inner.type);
  const result = type.kind === 'nil' ? TRUE : BOOL;
  ctx.out.types.set(call, type.kind === 'literal' && type.value.type === 'true' ? FALSE : result);
  return { type: ctx.out.types.get(call) ?? BOOL, truthy: inner.falsy, falsy: inner.truthy };
}

interface Test {
  readonly subject: Expr;
  readonly yes: (type: Type) => Type;
  readonly no: ((type: Type) => Type) | null;
}

/** The calls that say something of a path. */
function testOf(ctx: Ctx, call: Call): Test | null {
  const { receiver } = call;
  const [first] = call.args;
  const argument = first?.type === 'positional' && call.args.length === 1 ? first.value : null;
  if (receiver === null) return null;
  switch (call.method) {
    case 'nil?':
      return call.args.length > 0
        ? null
        : { subject: receiver, yes: type => nilPart(ctx, type), no: type => nonNilPart(ctx, type) };
    // Active Support: what is present is neither nil nor false.
    case 'present?':
    case 'blank?': {
      const known = findMethod(ctx.program, 'Object', call.method);
      if (known === null || known.origin === 'workspace' || call.args.length > 0) return null;
      const there = (type: Type): Type => nonNilPart(ctx, type);
      const same = (type: Type): Type => type;
      const present = call.method === 'present?';
      return { subject: receiver, yes: present ? there : same, no: present ? same : there };
    }
    case 'is_a?':
    case 'kind_of?':
      return argument && classTest(ctx, receiver, argument, true);
    case 'instance_of?':
      return argument && classTest(ctx, receiver, argument, false);
    case 'respond_to?':
      return argument && respondTest(ctx, receiver, argument);
    case '===':
      return argument && (classTest(ctx, argument, receiver, true) ?? literalTest(ctx, argument, receiver, true));
    case '==':
    case 'eql?':
    case 'equal?':
      return (
        argument &&
        (literalTest(ctx, receiver, argument, true) ??
          literalTest(ctx, argument, receiver, true) ??
          exactClassTest(ctx, receiver, argument) ??
          exactClassTest(ctx, argument, receiver))
      );
    case '!=':
      return (
        argument &&
        (literalTest(ctx, receiver, argument, false) ??
          literalTest(ctx, argument, receiver, false) ??
          otherClassTest(exactClassTest(ctx, receiver, argument) ?? exactClassTest(ctx, argument, receiver)))
      );
    default:
      return null;
  }
}

/** `exact`: not being an instance of exactly this class says nothing. */
function classTest(ctx: Ctx, subject: Expr, constant: Expr, both: boolean): Test | null {
  const own = ownClass(ctx, constant);
  if (own !== null) return { subject, yes: type => instancePart(ctx, type, own), no: null };
  if (constant.kind !== 'const') return null;
  const name = findConstantExpr(ctx.program, ctx.frame.nesting, constant)?.classInfo?.name;
  if (name === undefined) return null;
  return {
    subject,
    yes: type => instancePart(ctx, type, name),
    no: both ? type => notInstancePart(ctx, type, name) : null,
  };
}

/** `self.class`: this class or one below it, so what is no instance of it may still be one of this class. */
function ownClass(ctx: Ctx, expr: Expr): string | null {
  if (expr.kind !== 'call' || expr.method !== 'class' || expr.receiver?.kind !== 'self') return null;
  const self = ctx.frame.selfType;
  if (self.kind !== 'nominal' || expr.args.length > 0) return null;
  // A module may have been added to one object alone: its class does not have it.
  if (ctx.program.classes.get(self.name)?.kind !== 'class') return null;
  return findMethod(ctx.program, self.name, 'class')?.origin === 'workspace' ? null : self.name;
}

/** `x.class == C` */
function exactClassTest(ctx: Ctx, left: Expr, right: Expr): Test | null {
  if (left.kind !== 'call' || left.method !== 'class' || left.receiver === null || left.args.length > 0) return null;
  return classTest(ctx, left.receiver, right, false);
}

/** `x.class != C` */
function otherClassTest(same: Test | null): Test | null {
  return same && { subject: same.subject, yes: type => type, no: same.yes };
}

function literalTest(ctx: Ctx, subject: Expr, value: Expr, equal: boolean): Test | null {
  const literal = literalOf(value);
  if (literal === null || (literal.kind !== 'nil' && literal.kind !== 'literal')) return null;
  const yes = (type: Type): Type => literalPart(ctx, type, literal);
  const no = (type: Type): Type => notLiteralPart(ctx, type, literal);
  return equal ? { subject, yes, no } : { subject, yes: no, no: yes };
}

function respondTest(ctx: Ctx, subject: Expr, name: Expr): Test | null {
  if (name.kind !== 'lit' || name.value.type !== 'symbol') return null;
  const method = name.value.value;
  return { subject, yes: type => respondingPart(ctx, type, method), no: type => notRespondingPart(ctx, type, method) };
}
