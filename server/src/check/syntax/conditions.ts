import { findMethod } from '../../program/lookup';
import type { And, Assign, Call, Expr, Lit, Or } from '../../ril/ril';
import { YIELDED } from '../../types/flexible';
import type { Type } from '../../types/type';
import { BOOL, BOTTOM, FALSE, TRUE } from '../../types/type';
import { falsyPart, isOverloaded, nonNilPart, truthyPart } from '../../typing/narrow';
import { joinTwoTypes, mayBeNil, resolveType } from '../../typing/typeOps';
import { learnType } from '../facts/accessPath';
import { learnEnumValue } from '../facts/enumValues';
import { learnGuard } from '../facts/nilGuards';
import { learnElementFacts } from '../library/elementFacts';
import { findTypeTest, withoutImplicitNil } from '../library/typeTests';
import type { Branches, Ctx } from '../state/context';
import type { Env } from '../state/env';
import { joinEnvs, makeUnreachable } from '../state/env';
import { send } from './calls';
import { checkMatch } from './patterns';

export function checkCondition(ctx: Ctx, env: Env, expr: Expr): Branches {
  switch (expr.kind) {
    case 'and':
      return checkBoth(ctx, env, expr);
    case 'or':
      return checkEither(ctx, env, expr);
    case 'seq':
      return checkLast(ctx, env, expr);
    case 'match':
      return recordType(ctx, expr, checkMatch(ctx, env, expr));
    case 'call':
      return checkCallCondition(ctx, env, expr);
    default:
      return checkTruthiness(ctx, env, expr);
  }
}

function recordType(ctx: Ctx, expr: Expr, branches: Branches): Branches {
  ctx.out.types.set(expr, branches.type);
  return branches;
}

/** A path used as a condition is narrowed to the truthy or the falsy part of its type. */
function checkTruthiness(ctx: Ctx, env: Env, expr: Expr): Branches {
  const typed = ctx.rules.expr(ctx, env, expr, null);
  if (expr.kind === 'lit') return decideBranches(typed.type, typed.env, !isFalsyLiteral(expr));
  // An overload that passes the argument passes no nil: that is what the other overloads are for.
  const sure = isOverloaded(ctx) ? withoutImplicitNil(ctx, expr) : ctx;
  return {
    type: typed.type,
    truthy: learnValue(ctx, typed.env, expr, type => truthyPart(ctx, type)),
    falsy: learnValue(ctx, typed.env, expr, type => falsyPart(sure, type)),
  };
}

function isFalsyLiteral({ value }: Lit): boolean {
  return value.type === 'nil' || value.type === 'false';
}

/** The condition always has the same outcome, so one of the branches never runs. */
function decideBranches(type: Type, env: Env, outcome: boolean): Branches {
  return { type, truthy: env, falsy: env, never: outcome ? 'falsy' : 'truthy' };
}

/** `if x = e` narrows x, and e too if it is a path. */
function learnValue(ctx: Ctx, env: Env, expr: Expr, part: (type: Type) => Type): Env {
  if (expr.kind !== 'assign') return learnType(ctx, env, expr, part);
  return learnType(ctx, env, valueAssigned(ctx, expr), part);
}

function valueAssigned(ctx: Ctx, assign: Assign): Expr {
  const type = ctx.out.types.get(assign);
  if (type !== undefined && assign.target.kind === 'var') ctx.out.types.set(assign.target, type);
  return assign.target;
}

function checkBoth(ctx: Ctx, env: Env, expr: And): Branches {
  const left = checkCondition(ctx, env, expr.left);
  const notTaken = ctx.notTaken?.get(expr);
  if (notTaken === 'truthy') return recordType(ctx, expr, { ...left, truthy: makeUnreachable(left.truthy) });
  const right = checkCondition(ctx, left.truthy, expr.right);
  if (notTaken === 'falsy') return recordType(ctx, expr, right);
  const type = joinTwoTypes(ctx, falsyResult(ctx, left.type), right.type);
  const falsy = joinEnvs(left.falsy, right.falsy, (a, b) => joinTwoTypes(ctx, a, b));
  const never = left.never === 'truthy' ? left.never : undefined;
  return recordType(ctx, expr, { type, truthy: right.truthy, falsy, ...(never && { never }) });
}

function checkEither(ctx: Ctx, env: Env, expr: Or): Branches {
  const left = checkCondition(ctx, env, expr.left);
  const notTaken = ctx.notTaken?.get(expr);
  if (notTaken === 'falsy') return recordType(ctx, expr, { ...left, falsy: makeUnreachable(left.falsy) });
  const right = checkCondition(ctx, left.falsy, expr.right);
  if (notTaken === 'truthy') return recordType(ctx, expr, right);
  const type = joinTwoTypes(ctx, truthyPart(ctx, left.type), right.type);
  const truthy = joinEnvs(left.truthy, right.truthy, (a, b) => joinTwoTypes(ctx, a, b));
  const never = left.never === 'falsy' ? left.never : undefined;
  return recordType(ctx, expr, { type, truthy, falsy: right.falsy, ...(never && { never }) });
}

/** The value of `a && b` when a is falsy; the implicit nil of lenient mode does not make it a union. */
function falsyResult(ctx: Ctx, left: Type): Type {
  const part = falsyPart(ctx, left);
  return part.kind === 'nil' && !mayBeNil(ctx, left) ? BOTTOM : part;
}

function checkLast(ctx: Ctx, env: Env, expr: Extract<Expr, { kind: 'seq' }>): Branches {
  const last = expr.body[expr.body.length - 1];
  if (last === undefined) return checkTruthiness(ctx, env, expr);
  let now = env;
  for (const one of expr.body.slice(0, -1)) now = ctx.rules.expr(ctx, now, one, null).env;
  return recordType(ctx, expr, checkCondition(ctx, now, last));
}

function checkCallCondition(ctx: Ctx, env: Env, call: Call): Branches {
  if (call.method === '!' && call.receiver !== null && call.args.length === 0)
    return checkNegation(ctx, env, call, call.receiver);
  const isGiven = isBlockGiven(ctx, call);
  if (isGiven === null && ctx.infers && call.method === 'block_given?') ctx.out.splits.add(YIELDED);
  if (isGiven !== null) {
    const typed = ctx.rules.expr(ctx, env, call, null);
    return recordType(ctx, call, decideBranches(isGiven ? TRUE : FALSE, typed.env, isGiven));
  }
  const { type, truthy, falsy } = checkTest(ctx, env, call);
  return {
    type,
    truthy: learnElementFacts(ctx, learnGuard(ctx, truthy, call, true), call),
    falsy: learnGuard(ctx, falsy, call, false),
  };
}

/** `block_given?` under one arm of a signature: null if the arm's block is optional or unknown. */
function isBlockGiven({ frame, program }: Ctx, call: Call): boolean | null {
  const isCall = call.method === 'block_given?' && call.receiver === null && call.args.length === 0;
  if (!isCall || frame.block === 'unknown' || (frame.block?.optional ?? false)) return null;
  const own = frame.selfType.kind === 'nominal' ? findMethod(program, frame.selfType.name, call.method) : null;
  return own?.origin === 'workspace' ? null : frame.block !== null;
}

function checkTest(ctx: Ctx, env: Env, call: Call): Branches {
  const typed = ctx.rules.expr(ctx, env, call, null);
  const plain: Branches = { type: typed.type, truthy: typed.env, falsy: typed.env };
  const test = findTypeTest(ctx, call);
  if (test !== null) {
    const { subject, value, isOther } = test;
    const learn = (env: Env, isEqual: boolean): Env =>
      value === undefined ? env : learnEnumValue(ctx, env, subject, value, isEqual !== (isOther === true));
    return {
      type: typed.type,
      truthy: learn(presentReceiver(ctx, learnType(ctx, typed.env, subject, test.yes), call), true),
      falsy: learn(test.no === null ? typed.env : learnType(ctx, typed.env, subject, test.no), false),
    };
  }
  const truthy = learnType(ctx, presentReceiver(ctx, plain.truthy, call), call, type => truthyPart(ctx, type));
  return { type: typed.type, truthy, falsy: learnType(ctx, plain.falsy, call, type => falsyPart(ctx, type)) };
}

/** `x&.m` was truthy, so x is not nil. */
function presentReceiver(ctx: Ctx, env: Env, call: Call): Env {
  if (!call.safe || call.receiver === null) return env;
  return learnType(ctx, env, call.receiver, type => nonNilPart(ctx, type));
}

/** `!x`; the call of `!` itself is recorded like any other. */
function checkNegation(ctx: Ctx, env: Env, call: Call, receiver: Expr): Branches {
  const inner = checkCondition(ctx, env, receiver);
  send(ctx, inner.truthy, call, inner.type);
  const type = resolveType(ctx, inner.type);
  const result = type.kind === 'nil' ? TRUE : BOOL;
  ctx.out.types.set(call, type.kind === 'literal' && type.value.type === 'true' ? FALSE : result);
  const never = inner.never && (inner.never === 'truthy' ? 'falsy' : 'truthy');
  return {
    type: ctx.out.types.get(call) ?? BOOL,
    truthy: inner.falsy,
    falsy: inner.truthy,
    ...(never && { never }),
  };
}
