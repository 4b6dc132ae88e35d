/**
 * `raise`, `rescue`, `ensure`. An explicit raise is an exceptional exit with its class, if known. A rescue handles the
 * exits of its body that may belong to its classes; an ensure runs on every exit.
 */

import { and, FALSE, not, or } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { BOOL_SORT } from '../../logic/sorts';
import type { Construct } from '../../problems/constructs';
import { ancestors } from '../../program/ancestors';
import { findMethod } from '../../program/lookup';
import type { Call, Ensure, Expr, Rescue, RescueClause } from '../../ril/ril';
import { nominal } from '../../types/type';
import { findRescuedClasses, resolveNamedClass } from '../analysis/rescuedClasses';
import { findWrittenLocals, forEachExpr } from '../analysis/writes';
import { assignTarget } from '../calls/binding/assignTarget';
import { havocHeap } from '../fields/havoc';
import { assignLocal } from '../fields/variables';
import { markEscaped } from '../heap/escape';
import { partitionByHandler } from '../obligations/handlers';
import { assume, type Ctx, freshSymbol, makeUnmodelled, noteStep, type Out, placeOf, taintFor } from '../state/context';
import type { Exit, ExitList, Frame } from '../state/frame';
import { joinExits } from '../state/join';
import { classNameOf } from '../state/representation';
import { isDead, type State, withPath } from '../state/state';
import { makeArbitraryValue } from '../state/typeGuards';
import { NIL_VAL, type Val } from '../state/value';
import { requireMatch } from './noMatchingPattern';
import { runWithRetry } from './retry';

export function evaluateRaise(ctx: Ctx, call: Call, state: State): Out {
  let next = state;
  let value: Val = NIL_VAL;
  const first = call.args[0];
  for (const arg of call.args)
    if (arg.type === 'positional' && arg.value.kind !== 'const') {
      const out = ctx.run.rules.evaluate(ctx, arg.value, next);
      next = out.state;
      if (isSoleArgument(call) && isNewException(ctx, arg.value, out.value)) value = out.value;
    }
  if (first === undefined && call.madeBy !== 'case') return reraise(ctx, call, next);
  const exception = first?.type === 'positional' ? raisedClass(ctx, first.value) : 'RuntimeError';
  if (call.madeBy === 'case') return { value: NIL_VAL, state: requireMatch(ctx, next, FALSE, placeOf(ctx, call)) };
  noteStep(ctx, { operation: 'raise', text: exception ?? '' });
  const raised = { value, state: markEscaped(next, value), place: placeOf(ctx, call), exception };
  ctx.sinks.raises.push(raised);
  return { value: NIL_VAL, state: withPath(next, FALSE) };
}

/** With a message, Ruby raises a copy. */
function isSoleArgument({ args }: Call): boolean {
  return args.filter(arg => arg.type === 'positional').length === 1;
}

/** `raise E.new(…)`: the rescue receives this object, unless E itself says what it raises. */
function isNewException(ctx: Ctx, expr: Expr, value: Val): boolean {
  if (expr.kind !== 'call' || expr.method !== 'new' || value.kind !== 'ref' || !value.exact) return false;
  const name = classNameOf(value.type);
  return name !== null && findMethod(ctx.run.input.program, name, 'exception')?.origin !== 'workspace';
}

/** A bare `raise` raises the rescued exception again, with the class it has on this path. */
function reraise(ctx: Ctx, call: Call, state: State): Out {
  const ways = new Map<string | null, Formula[]>();
  for (const { exception, state: then } of ctx.handled ?? [])
    ways.set(exception, [...(ways.get(exception) ?? []), then.path]);
  if (ways.size === 0) ways.set(null, []);
  for (const [exception, paths] of ways) {
    noteStep(ctx, { operation: 'raise', text: exception ?? '' });
    const here = ways.size === 1 ? state : withPath(state, and(state.path, or(...paths)));
    ctx.sinks.raises.push({ value: NIL_VAL, state: here, place: placeOf(ctx, call), exception });
  }
  return { value: NIL_VAL, state: withPath(state, FALSE) };
}

function raisedClass(ctx: Ctx, expr: Expr): string | null {
  if (expr.kind === 'const') return className(ctx, expr);
  if (expr.kind === 'lit' || expr.kind === 'interpolate') return 'RuntimeError';
  if (expr.kind === 'call' && expr.method === 'new' && expr.receiver) return className(ctx, expr.receiver);
  return null;
}

function className(ctx: Ctx, expr: Expr): string | null {
  return resolveNamedClass(ctx.run.input.program, ctx.frame.nesting, expr);
}

/** T-Rescue: the clauses handle the body's exceptional exits in order; unhandled ones propagate. */
export function evaluateRescue(ctx: Ctx, expr: Rescue, state: State): Out {
  return hasRetry(expr) ? runWithRetry(ctx, expr, state, evaluateProtected) : evaluateProtected(ctx, expr, state);
}

function evaluateProtected(ctx: Ctx, expr: Rescue, state: State): Out {
  const raises: ExitList = ctx.run.trail.list();
  const caught = [...ctx.sinks.caught, ...expr.clauses.flatMap(clause => findRescuedClasses(ctx, clause) ?? [])];
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises, observed: true, caught } };
  const body = ctx.run.rules.evaluate(inner, expr.body, state);
  const normal = expr.else && !isDead(body.state) ? ctx.run.rules.evaluate(ctx, expr.else, body.state) : body;
  const handled: Out[] = [normal];
  let open: readonly Exit[] = raises.all;
  for (const clause of expr.clauses) {
    const names = findRescuedClasses(ctx, clause);
    if (names === null) return skipUnmodelled(ctx, { kind: 'computed-rescue' }, expr, state);
    const { taken, rest } = partitionByHandler(ctx, open, names);
    open = rest.all;
    if (taken.length > 0) handled.push(runClause(ctx, clause, names, taken.all, expr));
  }
  ctx.sinks.raises.push(...open);
  return joinExits(ctx, handled, expr, normal.state);
}

function hasRetry(expr: Rescue): boolean {
  let found = false;
  for (const clause of expr.clauses)
    forEachExpr(clause.body, each => {
      if (each.kind === 'jump' && each.jump === 'retry') found = true;
    });
  return found;
}

function runClause(
  ctx: Ctx,
  clause: RescueClause,
  names: readonly string[],
  taken: readonly Exit[],
  site: Rescue,
): Out {
  const { target } = clause;
  const inside = { ...ctx, handled: taken };
  const rescued =
    target === null ? taken : taken.map(exit => ({ ...exit, value: exceptionOf(ctx, exit, names, clause) }));
  const { value, state } = joinExits(ctx, rescued, site, taken[0]!.state);
  const after = target === null ? state : assignTarget(ctx, target, value, state);
  return ctx.run.rules.evaluate(inside, clause.body, after);
}

/** The object that was raised, or any of its class: the narrower of the class raised and those that are rescued. */
function exceptionOf(ctx: Ctx, { value, exception, state }: Exit, names: readonly string[], clause: RescueClause): Val {
  if (value.kind === 'ref') return value;
  const above = exception === null ? [] : ancestors(ctx.run.input.program, exception);
  const raised = above.some(name => names.includes(name)) ? exception : null;
  const [only = 'Exception', ...others] = names;
  const type = nominal(raised ?? (others.length === 0 ? only : 'Exception'));
  const { val, guard } = makeArbitraryValue(ctx, type, 'exception', state.heap.alloc, clause);
  assume(ctx, state, guard);
  return val;
}

/**
 * T-Ensure: the ensure part runs after the body's end and after each exit from it. If it exits by itself (`return`), it
 * discards the pending exit, including exceptions.
 */
export function evaluateEnsure(ctx: Ctx, expr: Ensure, state: State): Out {
  if (runsBlocks(ctx, expr.body)) return skipUnmodelled(ctx, { kind: 'ensure' }, expr, state);
  const [returns, raises, breaks, nexts]: [ExitList, ExitList, ExitList, ExitList] = [
    ctx.run.trail.list(),
    ctx.run.trail.list(),
    ctx.run.trail.list(),
    ctx.run.trail.list(),
  ];
  const outside = interceptExits(ctx, ctx.frame);
  const inner: Ctx = {
    ...ctx,
    frame: { ...outside.frame, returns },
    sinks: {
      returns,
      raises,
      breaks: ctx.sinks.breaks && breaks,
      nexts: ctx.sinks.nexts && nexts,
      observed: true,
      ...(ctx.sinks.catches && { catches: ctx.sinks.catches }),
      caught: alwaysExits(expr.ensure) ? [...ctx.sinks.caught, 'Exception'] : ctx.sinks.caught,
    },
  };
  const body = ctx.run.rules.evaluate(inner, expr.body, state);
  const finish = (exit: Exit, handled = ctx.handled): readonly Exit[] => {
    const inside = handled ? { ...ctx, handled } : ctx;
    const after = ctx.run.rules.evaluate(inside, expr.ensure, exit.state).state;
    return isDead(after) ? [] : [{ ...exit, state: after }];
  };
  ctx.sinks.returns.push(...returns.all.flatMap(exit => finish(exit)));
  ctx.sinks.raises.push(...raises.all.flatMap(exit => finish(exit, exit.thrown === undefined ? [exit] : ctx.handled)));
  ctx.sinks.breaks?.push(...breaks.all.flatMap(exit => finish(exit)));
  ctx.sinks.nexts?.push(...nexts.all.flatMap(exit => finish(exit)));
  for (const { from, to } of outside.ways) to.push(...from.all.flatMap(exit => finish(exit)));
  return { value: body.value, state: ctx.run.rules.evaluate(ctx, expr.ensure, body.state).state };
}

/** Whether control always exits here, so that no exception propagates past it. */
function alwaysExits(expr: Expr): boolean {
  if (expr.kind === 'seq') return expr.body.some(alwaysExits);
  return expr.kind === 'jump' && expr.jump !== 'retry';
}

function jumps(expr: Expr): boolean {
  let found = false;
  forEachExpr(expr, each => {
    if (each.kind === 'jump') found = true;
  });
  return found;
}

interface InterceptedExits {
  readonly frame: Frame;
  readonly ways: readonly { readonly from: ExitList; readonly to: ExitList }[];
}

/** A block that is yielded to exits through the frame that contains it: these exits run the ensure, too. */
function interceptExits(ctx: Ctx, frame: Frame): InterceptedExits {
  const { block } = frame;
  if (!block) return { frame, ways: [] };
  const outside = interceptExits(ctx, block.frame);
  const [returns, breaks]: [ExitList, ExitList] = [ctx.run.trail.list(), ctx.run.trail.list()];
  const own = { ...outside.frame, returns };
  const ways = [...outside.ways, { from: returns, to: block.frame.returns }];
  return {
    frame: { ...frame, block: { ...block, frame: own, ...(block.breaks && { breaks }) } },
    ways: block.breaks ? [...ways, { from: breaks, to: block.breaks }] : ways,
  };
}

/** A proc keeps the exits of the frame that contains it; inside an ensure it would need different ones. */
function runsBlocks(ctx: Ctx, expr: Expr): boolean {
  const named = ctx.frame.method.definition?.params.some(param => param.kind === 'block' && param.name !== null);
  let found = false;
  forEachExpr(expr, each => {
    if (each.kind === 'lambda' || (each.kind === 'yield' && named)) found = true;
    if (each.kind === 'call' && each.block?.type === 'pass' && each.block.value !== null && named) found = true;
  });
  return found;
}

/**
 * Not modelled as a whole: it may have any effect and exit anywhere, so everything after it (and every result of the
 * method) depends on it.
 */
export function skipUnmodelled(ctx: Ctx, construct: Construct, expr: Expr, state: State): Out {
  const taint = taintFor(ctx, construct, expr);
  let next = havocHeap(ctx, { ...state, fresh: [], apart: [] }, { taint });
  for (const name of findWrittenLocals(expr)) next = assignLocal(ctx, next, name, makeUnmodelled(ctx, construct, expr));
  const stays = freshSymbol(ctx.run, 'stays', BOOL_SORT);
  if (stays.kind === 'symbol') ctx.run.results.taints.set(stays.name, taint);
  const value = makeUnmodelled(ctx, construct, expr);
  if (jumps(expr))
    ctx.sinks.returns.push({
      value,
      state: withPath(next, and(next.path, not(stays))),
      place: placeOf(ctx, expr),
      exception: null,
    });
  return { value, state: withPath(next, and(next.path, stays)) };
}
