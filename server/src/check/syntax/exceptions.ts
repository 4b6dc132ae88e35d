/** rescue, ensure, and the jumps: return, break, next, redo, retry. */
import type { Arg, Ensure, Jump, Rescue, RescueClause } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { Type } from '../../types/type';
import { BOTTOM, DYNAMIC, NIL, nominal } from '../../types/type';
import { joinAllTypes, joinTwoTypes, membersOf, resolveType, sameTypes } from '../../typing/typeOps';
import { argumentsAs } from '../../typing/unify';
import { assignTo } from '../binding/assign';
import { reportRescuedValue } from '../certain/protocols';
import { enterRescue } from '../certain/reportGuards';
import { checkResult } from '../run/results';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { dropFacts, joinEnvs, makeUnreachable, sameEnvs } from '../state/env';

/**
 * A clause may be entered from any point of the body: each local has its type before the body or one assigned in it.
 */
export function checkRescue(ctx: Ctx, env: Env, rescue: Rescue, expected: Type | null): Typed {
  const join = (a: Type, b: Type): Type => joinTwoTypes(ctx, a, b);
  const entry = hasRetry(rescue) ? retryEntry(ctx, env, rescue) : env;
  const body = ctx.rules.expr(enterRescue(ctx, rescue), entry, rescue.body, rescue.else === null ? expected : null);
  const raised = dropFacts(joinEnvs(entry, { ...body.env, reachable: true }, join));
  const taken = rescue.clauses.filter(clause => ctx.notTaken?.get(clause) !== 'truthy');
  const clauses = taken.map(clause => checkClause(ctx, raised, clause, expected));
  const end = rescue.else === null ? body : ctx.rules.expr(ctx, body.env, rescue.else, expected);
  const ends = [end, ...clauses];
  const live = ends.filter(typed => typed.env.reachable);
  const after = ends.reduce((all, typed) => joinEnvs(all, typed.env, join), makeUnreachable(end.env));
  return {
    type: joinAllTypes(
      ctx,
      live.map(typed => typed.type),
    ),
    env: after,
  };
}

/** `retry` runs the body again in the environment that the clause leaves. */
function retryEntry(ctx: Ctx, env: Env, rescue: Rescue): Env {
  const join = (a: Type, b: Type): Type => joinTwoTypes(ctx, a, b);
  const silent: Ctx = { ...ctx, silent: true };
  let entry = env;
  for (let pass = 0; pass < 3; pass++) {
    const body = silent.rules.expr(silent, entry, rescue.body, null);
    const raised = dropFacts(joinEnvs(entry, { ...body.env, reachable: true }, join));
    const next = rescue.clauses.reduce(
      (all, clause) => joinEnvs(all, { ...checkClause(silent, raised, clause, null).env, reachable: true }, join),
      entry,
    );
    if (sameEnvs(entry, next, sameTypes)) return entry;
    entry = next;
  }
  return entry;
}

function hasRetry(rescue: Rescue): boolean {
  let found = false;
  for (const clause of rescue.clauses) {
    walk(clause.body, expr => {
      if (expr.kind === 'jump' && expr.jump === 'retry') found = true;
      return !found;
    });
  }
  return found;
}

function checkClause(ctx: Ctx, env: Env, clause: RescueClause, expected: Type | null): Typed {
  let now = env;
  const types: Type[] = [];
  for (const arg of clause.classes) {
    const value = argumentValue(arg);
    if (value === null) continue;
    const typed = ctx.rules.expr(ctx, now, value, null);
    now = typed.env;
    if (arg.type === 'positional') reportRescuedValue(ctx, now, value, typed.type);
    types.push(exceptionOf(ctx, typed.type, arg.type === 'splat'));
  }
  const raised = types.length === 0 ? nominal('StandardError') : joinAllTypes(ctx, types);
  if (clause.target !== null)
    now = assignTo(ctx, now, clause.target, { type: raised, span: clause.target.span, value: null });
  return ctx.rules.expr(ctx, now, clause.body, expected);
}

function argumentValue(arg: Arg): Extract<Arg, { type: 'positional' }>['value'] | null {
  return arg.type === 'forward' ? null : arg.value;
}

function exceptionOf(ctx: Ctx, type: Type, splat: boolean): Type {
  const plain = resolveType(ctx, type);
  if (splat) {
    const each = plain.kind === 'tuple' ? plain.elements : [argumentsAs(ctx, plain, 'Array')[0] ?? DYNAMIC];
    return joinAllTypes(
      ctx,
      each.map(one => exceptionOf(ctx, one, false)),
    );
  }
  return joinAllTypes(
    ctx,
    membersOf(ctx, plain).map(one => (one.kind === 'classOf' ? nominal(one.name) : DYNAMIC)),
  );
}

/** The value is the body's; the environment is the ensure part's, which may be entered from any point. */
export function checkEnsure(ctx: Ctx, env: Env, expr: Ensure, expected: Type | null): Typed {
  const body = ctx.rules.expr(ctx, env, expr.body, expected);
  const anywhere = dropFacts(joinEnvs(env, { ...body.env, reachable: true }, (a, b) => joinTwoTypes(ctx, a, b)));
  ctx.rules.expr(ctx, anywhere, expr.ensure, null);
  const after = ctx.rules.expr({ ...ctx, silent: true }, body.env, expr.ensure, null);
  return { type: body.type, env: body.env.reachable ? after.env : makeUnreachable(after.env) };
}

export function checkJump(ctx: Ctx, env: Env, jump: Jump): Typed {
  const expected = jump.jump === 'return' && ctx.lambda === null ? ctx.frame.result : null;
  const value = jump.value === null ? { type: NIL, env } : ctx.rules.expr(ctx, env, jump.value, expected);
  recordExit(ctx, jump, value);
  return { type: BOTTOM, env: makeUnreachable(value.env) };
}

function recordExit(ctx: Ctx, jump: Jump, value: Typed): void {
  switch (jump.jump) {
    case 'break':
      ctx.jumps?.breaks.push(value);
      return;
    case 'next':
      ctx.jumps?.nexts.push(value);
      return;
    case 'return':
      if (ctx.lambda !== null) ctx.lambda.returns.push(value);
      else {
        ctx.frame.returns.push(value);
        checkResult(ctx, jump.value ?? jump, value.type);
      }
      return;
    case 'redo':
    case 'retry':
      return;
  }
}
