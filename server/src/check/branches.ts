/** if, and, or, sequences and loops. Branches are joined; a loop is checked until its locals' types stand still. */
import type { And, Expr, If, Or, Seq, While } from '../ril/ril';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC, NIL } from '../types/type';
import type { Ctx, Typed } from './context';
import { newJumps } from './context';
import type { Env } from './env';
import { joinEnvs, sameEnvs, unreachable } from './env';
import { falsyPart, truthyPart } from './narrow';
import { filledLocal, marked } from './nestedGrowth';
import { joined, joinedAll, resolved, sameTypes } from './relations';

const MOST_ROUNDS = 5;

export function checkSeq(ctx: Ctx, env: Env, seq: Seq, expected: Type | null): Typed {
  let now = env;
  let type: Type = NIL;
  seq.body.forEach((expr, i) => {
    const isLast = i === seq.body.length - 1;
    const filled = isLast ? null : filledLocal(now, expr);
    const before = filled === null ? now : marked(now, filled, false);
    const typed = ctx.rules.expr(ctx, before, expr, isLast ? expected : null);
    now = filled === null ? typed.env : marked(typed.env, filled, true);
    type = typed.type;
  });
  return { type: now.reachable || !env.reachable ? type : BOTTOM, env: now };
}

export function checkIf(ctx: Ctx, env: Env, expr: If, expected: Type | null): Typed {
  const condition = ctx.rules.condition(ctx, env, expr.condition);
  const then = ctx.rules.expr(ctx, condition.truthy, expr.then, expected);
  const other = ctx.rules.expr(ctx, condition.falsy, expr.else, expected);
  const sure = resolved(ctx, condition.type);
  const rest = isExhausted(expr.else, env, condition.falsy) ? BOTTOM : endValue(other);
  const type = sure.kind === 'bottom' ? BOTTOM : joined(ctx, endValue(then), rest);
  return { type, env: joinEnvs(then.env, other.env, (a, b) => joined(ctx, a, b)) };
}

/** `case x when A … when B … end` with x an A or a B: nobody comes to the `else` that is not written. */
function isExhausted(otherwise: Expr, before: Env, env: Env): boolean {
  if (otherwise.kind !== 'lit' || otherwise.span.end > otherwise.span.start) return false;
  return [...env.locals].some(([name, type]) => type.kind === 'bottom' && before.locals.get(name)?.kind !== 'bottom');
}

/** A branch that never ends has no value. */
function endValue(typed: Typed): Type {
  return typed.env.reachable ? typed.type : BOTTOM;
}

/** `a && b` as a value: a's falsy part or b. */
export function checkAnd(ctx: Ctx, env: Env, expr: And): Typed {
  const left = ctx.rules.condition(ctx, env, expr.left);
  const right = ctx.rules.expr(ctx, left.truthy, expr.right, null);
  const strict = { ...ctx, settings: { ...ctx.settings, nil: 'strict' as const } };
  const type = joined(ctx, falsyPart(strict, left.type), endValue(right));
  return { type, env: joinEnvs(left.falsy, right.env, (a, b) => joined(ctx, a, b)) };
}

export function checkOr(ctx: Ctx, env: Env, expr: Or, expected: Type | null): Typed {
  const left = ctx.rules.condition(ctx, env, expr.left);
  const right = ctx.rules.expr(ctx, left.falsy, expr.right, expected);
  const type = joined(ctx, truthyPart(ctx, left.type), endValue(right));
  return { type, env: joinEnvs(left.truthy, right.env, (a, b) => joined(ctx, a, b)) };
}

export function checkWhile(ctx: Ctx, env: Env, loop: While): Typed {
  const join = (a: Type, b: Type): Type => joined(ctx, a, b);
  const final = runLoop(ctx, fixedEntry(ctx, env, loop), loop);
  const after = final.breaks.reduce((all, typed) => joinEnvs(all, typed.env, join), final.exit);
  const ends = final.exit.reachable ? [NIL] : [];
  const type = joinedAll(ctx, [...ends, ...final.breaks.map(typed => typed.type)]);
  return { type, env: after };
}

/** What is known whenever the loop begins again. Found once for each way of entering it: loops in loops stay cheap. */
function fixedEntry(ctx: Ctx, env: Env, loop: While): Env {
  const known = ctx.out.settled.get(loop);
  if (known !== undefined && sameEnvs(known.entered, env, sameTypes)) return known.fixed;
  const silent: Ctx = { ...ctx, silent: true };
  let entry = env;
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    const next = joinEnvs(entry, runLoop(silent, entry, loop).again, (a, b) => joined(ctx, a, b));
    if (sameEnvs(entry, next, sameTypes)) break;
    entry = round < MOST_ROUNDS ? next : settled(entry, next);
  }
  ctx.out.settled.set(loop, { entered: env, expected: null, fixed: entry });
  return entry;
}

interface LoopRun {
  /** Before the condition is asked again. */
  readonly again: Env;
  /** The condition did not hold. */
  readonly exit: Env;
  readonly breaks: readonly Typed[];
}

function runLoop(ctx: Ctx, entry: Env, loop: While): LoopRun {
  const jumps = newJumps('loop');
  const inner: Ctx = { ...ctx, jumps };
  const join = (a: Type, b: Type): Type => joined(ctx, a, b);
  if (loop.bodyFirst) {
    const body = inner.rules.expr(inner, entry, loop.body, null);
    const end = jumps.nexts.reduce((all, typed) => joinEnvs(all, typed.env, join), body.env);
    const condition = inner.rules.condition(inner, end, loop.condition);
    return { again: condition.truthy, exit: exitOf(ctx, condition.type, condition.falsy), breaks: jumps.breaks };
  }
  const condition = inner.rules.condition(inner, entry, loop.condition);
  const body = inner.rules.expr(inner, condition.truthy, loop.body, null);
  const again = jumps.nexts.reduce((all, typed) => joinEnvs(all, typed.env, join), body.env);
  return { again, exit: exitOf(ctx, condition.type, condition.falsy), breaks: jumps.breaks };
}

/** `while true` ends by `break` only. */
function exitOf(ctx: Ctx, condition: Type, env: Env): Env {
  const type = resolved(ctx, condition);
  return type.kind === 'literal' && type.value.type === 'true' ? unreachable(env) : env;
}

/** Types that keep growing (an array in an array in an array) are given up. */
function settled(before: Env, after: Env): Env {
  const locals = new Map(after.locals);
  for (const [name, type] of after.locals) {
    const old = before.locals.get(name);
    if (old === undefined || !sameTypes(old, type)) locals.set(name, DYNAMIC);
  }
  return { ...after, locals };
}
