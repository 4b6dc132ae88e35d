/**
 * What is never reported, by structure: names that a condition tests (`defined?(X)`, `respond_to?(:m)`), branches
 * that constants decide (versions, platforms, `DEBUG`), and code whose errors an enclosing `rescue` takes.
 */
import { findConstantExpr } from '../../program/constants';
import type { Assign, Expr, Rescue } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { EVERYTHING, enterUncertainCode } from './certainReports';

/** The condition tests these names, so they are not reported in its branches or after it. */
export function noteTestedNames(ctx: Ctx, env: Env, condition: Expr): Env {
  if (ctx.inference === null) return env;
  const names = findTestedNames(condition).filter(name => env.testedNames?.has(name) !== true);
  return names.length === 0 ? env : { ...env, testedNames: new Set([...(env.testedNames ?? []), ...names]) };
}

/** Names inside `defined?`, and names written as symbols or strings: `respond_to?(:m)`, `const_defined?("C")`. */
function findTestedNames(condition: Expr): readonly string[] {
  const names: string[] = [];
  walk(condition, expr => {
    if (expr.kind === 'defined') walk(expr.value, inner => void names.push(...namesIn(inner)));
    if (expr.kind === 'lit' && (expr.value.type === 'symbol' || expr.value.type === 'string'))
      names.push(expr.value.value);
    return true;
  });
  return names;
}

function namesIn(expr: Expr): readonly string[] {
  if (expr.kind === 'call') return [expr.method];
  return expr.kind === 'var' || expr.kind === 'const' ? [expr.name] : expr.kind === 'super' ? ['super'] : [];
}

/** Inside a branch that constants decide nothing is reported: it may never run on this platform, or at all. */
export function enterBranch(ctx: Ctx, env: Env, condition: Expr): Ctx {
  if (ctx.inference === null || ctx.silent) return ctx;
  return isDecidedByConstants(env, condition) ? enterUncertainCode(ctx) : enterConditionalCode(ctx);
}

/** Code that may not run although the code around it does. */
export function enterConditionalCode(ctx: Ctx): Ctx {
  const { inference } = ctx;
  return inference?.isOnEveryPath ? { ...ctx, inference: { ...inference, isOnEveryPath: false } } : ctx;
}

/** With the arguments of one call, types exclude the other branch: this one runs whenever the `if` does. */
export function enterOnlyBranch(outer: Ctx, branch: Ctx): Ctx {
  const { inference } = branch;
  if (inference === null || outer.inference === null || outer.inference.given === null) return branch;
  return { ...branch, inference: { ...inference, isOnEveryPath: outer.inference.isOnEveryPath } };
}

/** `return unless SUPPORTED`: what follows runs only if the constant says so. */
export function leaveBranches(ctx: Ctx, condition: Expr, joined: Env, ends: readonly Env[]): Env {
  if (ctx.inference === null || ends.every(end => end.reachable) || !isDecidedByConstants(joined, condition))
    return joined;
  return { ...joined, testedNames: new Set([...(joined.testedNames ?? []), EVERYTHING]) };
}

/** One conjunct is enough: `if WINDOWS && path`. */
function isDecidedByConstants(env: Env, condition: Expr): boolean {
  if (condition.kind === 'and')
    return isDecidedByConstants(env, condition.left) || isDecidedByConstants(env, condition.right);
  let decided = true;
  walk(condition, expr => {
    const isOpen =
      expr.kind === 'self' ||
      expr.kind === 'yield' ||
      expr.kind === 'super' ||
      expr.kind === 'opaque' ||
      expr.kind === 'match' ||
      (expr.kind === 'var' && expr.scope !== 'global' && env.testedNames?.has(expr.name) !== true) ||
      (expr.kind === 'call' && (expr.receiver === null || expr.block?.type === 'block'));
    if (isOpen) decided = false;
    return decided;
  });
  return decided;
}

/** `case RUBY_ENGINE`: the temporary that holds the subject is decided by constants too. */
export function noteCaseSubject(ctx: Ctx, env: Env, { target, value }: Assign): Env {
  const isSubject = target.kind === 'var' && target.name.startsWith('%');
  if (ctx.inference === null || !isSubject || !isDecidedByConstants(env, value)) return env;
  return { ...env, testedNames: new Set([...(env.testedNames ?? []), target.name]) };
}

/** The body of a `rescue`: which errors its clauses take. */
export function enterRescue(ctx: Ctx, { clauses }: Rescue): Ctx {
  const { inference } = ctx;
  if (inference === null || inference.rescued === null) return ctx;
  const taken = clauses.flatMap(({ classes }) =>
    classes.length === 0 ? ['StandardError'] : classes.map(arg => classRescued(ctx, arg)),
  );
  const known = taken.filter(name => name !== null);
  const rescued = known.length === taken.length ? [...inference.rescued, ...known] : null;
  return { ...ctx, inference: { ...inference, rescued } };
}

function classRescued(ctx: Ctx, arg: Rescue['clauses'][number]['classes'][number]): string | null {
  if (arg.type !== 'positional' || arg.value.kind !== 'const') return null;
  return findConstantExpr(ctx.program, ctx.frame.nesting, arg.value)?.classInfo?.name ?? null;
}
