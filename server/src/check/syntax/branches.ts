/**
 * if, and, or, sequences and loops. Branches are joined; a loop is checked until the types of its locals reach a fixed
 * point.
 */
import { bindsSelf, isSorbetModule } from '../../program/sorbet';
import type { And, Expr, If, Or, Seq, While } from '../../ril/ril';
import type { Type } from '../../types/type';
import { BOTTOM, DYNAMIC, NIL } from '../../types/type';
import { falsyPart, isOverloaded, nonNilPart, truthyPart } from '../../typing/narrow';
import { joinAllTypes, joinTwoTypes, mayBeNil, resolveType, sameTypes } from '../../typing/typeOps';
import {
  enterBranch,
  enterConditionalCode,
  enterOnlyBranch,
  leaveBranches,
  noteTestedNames,
} from '../certain/reportGuards';
import { learnType } from '../facts/accessPath';
import { localFilledByDefault, markGrowing } from '../facts/nestedGrowth';
import type { Branches, Ctx, Typed } from '../state/context';
import { newJumps } from '../state/context';
import type { Env } from '../state/env';
import { joinEnvs, makeUnreachable, sameEnvs } from '../state/env';
import { dropReports, markReports, mayReportBeforeFixedPoint } from '../state/report';

const MOST_ITERATIONS = 5;

export function checkSeq(ctx: Ctx, env: Env, seq: Seq, expected: Type | null): Typed {
  let now = env;
  let type: Type = NIL;
  let here = ctx;
  seq.body.forEach((expr, i) => {
    // The observed path has ended: the code after it did not run.
    if (ctx.notTaken !== null && !now.reachable) return;
    // Under this arm of an overloaded signature nothing comes here.
    if (!now.reachable && env.reachable && isOverloaded(ctx)) here = { ...here, silent: true };
    const isLast = i === seq.body.length - 1;
    const filled = isLast ? null : localFilledByDefault(ctx, now, expr);
    const before = filled === null ? now : markGrowing(now, filled, false);
    const typed = ctx.rules.expr(here, before, expr, isLast ? expected : null);
    if (bindsSelf(ctx.program, expr)) here = bindSelf(here, typed.type);
    now = filled === null ? typed.env : markGrowing(typed.env, filled, true);
    type = typed.type;
  });
  return { type: now.reachable || !env.reachable ? type : BOTTOM, env: now };
}

/** `T.bind(self, A)`: the statements below it run with an A as `self`. */
function bindSelf(ctx: Ctx, type: Type): Ctx {
  return { ...ctx, frame: { ...ctx.frame, selfType: resolveType(ctx, type), otherSuper: true } };
}

/** In a branch that never runs, nothing is reported; its value is not a value of the `if`. */
export function checkIf(ctx: Ctx, env: Env, expr: If, expected: Type | null): Typed {
  // Branches copy, compare and join the types of all locals: thousands of both are too long.
  ctx.memory.steps.left -= Math.trunc(env.locals.size / 2);
  const inner = enterBranch(ctx, env, expr.condition);
  const asking = expr.condition.kind === 'and' ? inner : ctx;
  const condition = ctx.rules.condition(asking, noteTestedNames(ctx, env, expr.condition), expr.condition);
  const isGiven = ctx.inference !== null && ctx.inference.given !== null;
  const isExcluded = (at: Env, which: Branches['never']): boolean =>
    condition.never === which || (env.reachable && !at.reachable) || (isGiven && hasNewBottom(env, at));
  // No value of a declared type passes the test. The verifier proves that the branch does not run.
  const isImpossible = (at: Env): boolean => !ctx.infers && env.reachable && hasNewBottom(env, at);
  const isNeverThen = isExcluded(condition.truthy, 'truthy') || isImpossible(condition.truthy);
  const isNeverElse = isExcluded(condition.falsy, 'falsy') || isImpossible(condition.falsy);
  noteExcludedBranch(ctx, env, expr, condition);
  const notTaken = ctx.notTaken?.get(expr);
  const check = (branch: Expr, at: Env, excluded: boolean, only: boolean): Typed =>
    excluded
      ? checkExcluded(inner, at, branch, expected)
      : ctx.rules.expr(only ? enterOnlyBranch(ctx, inner) : inner, at, branch, expected);
  const then =
    notTaken === 'truthy'
      ? skipUnreached(condition.truthy)
      : check(expr.then, condition.truthy, isNeverThen, isNeverElse);
  const other =
    notTaken === 'falsy' ? skipUnreached(condition.falsy) : check(expr.else, condition.falsy, isNeverElse, isNeverThen);
  const sure = resolveType(ctx, condition.type);
  const rest = isElseUnreachable(expr.else, env, condition.falsy) ? BOTTOM : endValue(other);
  const yes = condition.never === 'truthy' || isImpossible(condition.truthy) ? BOTTOM : endValue(then);
  const no = condition.never === 'falsy' || isImpossible(condition.falsy) ? BOTTOM : rest;
  const type = sure.kind === 'bottom' ? BOTTOM : joinTwoTypes(ctx, yes, no);
  const all = envAfter(ctx, condition, then.env, other.env);
  const ends =
    (isImpossible(condition.truthy) || !then.env.reachable) && (isImpossible(condition.falsy) || !other.env.reachable);
  const joined = ends ? makeUnreachable(all) : all;
  return { type, env: leaveBranches(ctx, expr.condition, joined, [then.env, other.env]) };
}

/** Every arm and every iteration must exclude the outcome. */
function noteExcludedBranch({ out }: Ctx, env: Env, expr: If, { truthy, falsy, never }: Branches): void {
  const isExcluded = (at: Env): boolean => env.reachable && (!at.reachable || hasNewBottom(env, at));
  const now = never ?? (isExcluded(truthy) ? 'truthy' : isExcluded(falsy) ? 'falsy' : 'both');
  const before = out.excludedBranches.get(expr);
  out.excludedBranches.set(expr, before === undefined || before === now ? now : 'both');
}

/** The observed path did not come here. */
function skipUnreached(env: Env): Typed {
  return { type: BOTTOM, env: makeUnreachable(env) };
}

/** Nothing is reported in a branch that never runs, and its `return`s end nothing. */
function checkExcluded(ctx: Ctx, env: Env, branch: Expr, expected: Type | null): Typed {
  const { returns } = ctx.frame;
  const before = returns.length;
  const typed = ctx.rules.expr({ ...ctx, silent: true }, env, branch, expected);
  if (ctx.inference !== null && ctx.inference.given !== null) returns.length = before;
  return typed;
}

/** A local that only a branch assigns which never runs is nil, as after any branch that did not run. */
function envAfter(ctx: Ctx, { never }: Branches, then: Env, other: Env): Env {
  const live = never === 'truthy' ? other : never === 'falsy' ? then : null;
  return live?.reachable === false ? live : joinEnvs(then, other, (a, b) => joinTwoTypes(ctx, a, b));
}

/** `case x when A … when B … end` with x an A or a B: the implicit `else` is unreachable. */
function isElseUnreachable(otherwise: Expr, before: Env, env: Env): boolean {
  if (otherwise.kind !== 'lit' || otherwise.span.end > otherwise.span.start) return false;
  return hasNewBottom(before, env);
}

/** No value of some local's type passes the test. */
function hasNewBottom(before: Env, env: Env): boolean {
  if (env.locals === before.locals) return false;
  for (const [name, type] of env.locals)
    if (type.kind === 'bottom' && before.locals.get(name)?.kind !== 'bottom') return true;
  return false;
}

/** A branch that never completes has no value. */
function endValue(typed: Typed): Type {
  return typed.env.reachable ? typed.type : BOTTOM;
}

/** `a && b` as a value: the falsy part of a, or b. */
export function checkAnd(ctx: Ctx, env: Env, expr: And): Typed {
  const left = ctx.rules.condition(ctx, noteTestedNames(ctx, env, expr.left), expr.left);
  const right =
    ctx.notTaken?.get(expr) === 'truthy'
      ? skipUnreached(left.truthy)
      : ctx.rules.expr(enterBranch(ctx, env, expr.left), left.truthy, expr.right, null);
  if (ctx.notTaken?.get(expr) === 'falsy') return right;
  const strict = { ...ctx, settings: { ...ctx.settings, nil: 'strict' as const } };
  const type = joinTwoTypes(ctx, falsyPart(strict, left.type), endValue(right));
  return { type, env: joinEnvs(left.falsy, right.env, (a, b) => joinTwoTypes(ctx, a, b)) };
}

export function checkOr(ctx: Ctx, env: Env, expr: Or, expected: Type | null): Typed {
  const left = ctx.rules.condition(ctx, noteTestedNames(ctx, env, expr.left), expr.left);
  const right =
    ctx.notTaken?.get(expr) === 'falsy'
      ? skipUnreached(left.falsy)
      : ctx.rules.expr(enterBranch(ctx, env, expr.left), left.falsy, expr.right, expected);
  if (ctx.notTaken?.get(expr) === 'truthy') return right;
  const last = withInitialValue(ctx, expr, right);
  const type = joinTwoTypes(ctx, truthyPart(ctx, left.type), endValue(last));
  return { type, env: joinEnvs(left.truthy, last.env, (a, b) => joinTwoTypes(ctx, a, b)) };
}

/** `@x ||= T.let(e, T.nilable(A))` declares a field that is nil until it is read; afterwards it is e, which is not nil. */
function withInitialValue(ctx: Ctx, { right }: Or, typed: Typed): Typed {
  const call = right.kind === 'assign' && right.target.kind === 'var' ? right.value : null;
  const first = call?.kind === 'call' && call.method === 'let' ? call.args[0] : undefined;
  if (right.kind !== 'assign' || right.target.kind !== 'var' || call?.kind !== 'call' || first?.type !== 'positional')
    return typed;
  const value = ctx.out.types.get(first.value);
  if (!isSorbetModule(ctx.program, call.receiver) || value === undefined || mayBeNil(ctx, value)) return typed;
  ctx.out.types.set(right.target, typed.type);
  const env = learnType(ctx, typed.env, right.target, type => nonNilPart(ctx, type));
  return { type: nonNilPart(ctx, typed.type), env };
}

export function checkWhile(ctx: Ctx, env: Env, loop: While): Typed {
  const join = (a: Type, b: Type): Type => joinTwoTypes(ctx, a, b);
  const { entry, last } = findFixedEntry(ctx, env, loop);
  const final = last ?? runLoop(ctx, entry, loop);
  const after = final.breaks.reduce((all, typed) => joinEnvs(all, typed.env, join), final.exit);
  const ends = final.exit.reachable ? [NIL] : [];
  const type = joinAllTypes(ctx, [...ends, ...final.breaks.map(typed => typed.type)]);
  return { type, env: after };
}

/**
 * The environment at the start of any iteration. Computed once per entry environment, which keeps nested loops cheap.
 */
function findFixedEntry(ctx: Ctx, env: Env, loop: While): FixedEntry {
  const known = ctx.out.settled.get(loop);
  if (known !== undefined && sameEnvs(known.entered, env, sameTypes)) return { entry: known.fixed, last: null };
  const isLastEnough = ctx.silent || mayReportBeforeFixedPoint(ctx);
  const running = isLastEnough ? ctx : { ...ctx, silent: true };
  const before = markReports(ctx);
  let entry = env;
  let last: LoopRun | null = null;
  for (let pass = 0; pass <= MOST_ITERATIONS; pass++) {
    const once = runLoop(running, entry, loop);
    const next = joinEnvs(entry, once.again, (a, b) => joinTwoTypes(ctx, a, b));
    if (sameEnvs(entry, next, sameTypes)) {
      last = isLastEnough ? once : null;
      break;
    }
    dropReports(ctx, before);
    entry = pass < MOST_ITERATIONS ? next : widenGrowingLocals(entry, next);
  }
  ctx.out.settled.set(loop, { entered: env, expected: null, fixed: entry });
  return { entry, last };
}

interface FixedEntry {
  readonly entry: Env;
  /** The run from there; null: it is still to be done, with reports. */
  readonly last: LoopRun | null;
}

interface LoopRun {
  /** Before the condition is evaluated again. */
  readonly again: Env;
  /** The condition is falsy. */
  readonly exit: Env;
  readonly breaks: readonly Typed[];
}

function runLoop(ctx: Ctx, entry: Env, loop: While): LoopRun {
  const jumps = newJumps('loop');
  const inner: Ctx = { ...enterConditionalCode(ctx), jumps };
  // Evaluated at least once.
  const sure: Ctx = { ...ctx, jumps };
  const join = (a: Type, b: Type): Type => joinTwoTypes(ctx, a, b);
  if (loop.bodyFirst) {
    const body = sure.rules.expr(sure, entry, loop.body, null);
    const end = jumps.nexts.reduce((all, typed) => joinEnvs(all, typed.env, join), body.env);
    const condition = inner.rules.condition(inner, end, loop.condition);
    return { again: condition.truthy, exit: exitOf(ctx, condition.type, condition.falsy), breaks: jumps.breaks };
  }
  const condition = sure.rules.condition(sure, entry, loop.condition);
  const body =
    ctx.notTaken?.get(loop) === 'truthy'
      ? skipUnreached(condition.truthy)
      : inner.rules.expr(inner, condition.truthy, loop.body, null);
  const again = jumps.nexts.reduce((all, typed) => joinEnvs(all, typed.env, join), body.env);
  return { again, exit: exitOf(ctx, condition.type, condition.falsy), breaks: jumps.breaks };
}

/** `while true` exits only through `break`. */
function exitOf(ctx: Ctx, condition: Type, env: Env): Env {
  const type = resolveType(ctx, condition);
  return type.kind === 'literal' && type.value.type === 'true' ? makeUnreachable(env) : env;
}

/** Gives up on types that keep growing (an array in an array in an array). */
function widenGrowingLocals(before: Env, after: Env): Env {
  const locals = new Map(after.locals);
  for (const [name, type] of after.locals) {
    const old = before.locals.get(name);
    if (old === undefined || !sameTypes(old, type)) locals.set(name, DYNAMIC);
  }
  return { ...after, locals };
}
