/**
 * `raise`, `rescue`, `ensure`. An explicit raise is an exceptional exit with its class, as far as that is known. A rescue
 * takes the exits of its body that may belong to its classes; an ensure runs on every way out.
 */
import { and, FALSE, not, or } from '../logic/build';
import type { Formula } from '../logic/formula';
import { BOOL_SORT } from '../logic/sorts';
import type { Call, Ensure, Expr, Rescue, RescueClause } from '../ril/ril';
import { nominal } from '../types/type';
import { assignTo } from './assign';
import {
  assume,
  type Ctx,
  type Exit,
  type Frame,
  fresh,
  note,
  notModelled,
  type Out,
  placeOf,
  taintFor,
} from './context';
import { partition } from './handlers';
import { havoc } from './havoc';
import { joinExits } from './join';
import { mustMatch } from './mustMatch';
import { namedClass, rescuedClasses } from './rescuedClasses';
import { retrying } from './retry';
import { isDead, type State, withPath } from './state';
import { anyOf } from './typing';
import { NIL_VAL } from './value';
import { assignLocal } from './variables';
import { eachExpr, writtenLocals } from './writes';

export function evaluateRaise(ctx: Ctx, call: Call, state: State): Out {
  let next = state;
  for (const arg of call.args)
    if (arg.type === 'positional' && arg.value.kind !== 'const')
      next = ctx.run.rules.evaluate(ctx, arg.value, next).state;
  const first = call.args[0];
  if (first === undefined && call.madeBy !== 'case') return raiseAgain(ctx, call, next);
  const exception = first?.type === 'positional' ? raisedClass(ctx, first.value) : 'RuntimeError';
  if (call.madeBy === 'case') return { value: NIL_VAL, state: mustMatch(ctx, next, FALSE, placeOf(ctx, call)) };
  note(ctx, { operation: 'raise', text: exception ?? '' });
  ctx.sinks.raises.push({ value: NIL_VAL, state: next, place: placeOf(ctx, call), exception });
  return { value: NIL_VAL, state: withPath(next, FALSE) };
}

/** `raise` alone raises what is being rescued once more: of the class that it had on the way that led here. */
function raiseAgain(ctx: Ctx, call: Call, state: State): Out {
  const ways = new Map<string | null, Formula[]>();
  for (const { exception, state: then } of ctx.handled ?? [])
    ways.set(exception, [...(ways.get(exception) ?? []), then.path]);
  if (ways.size === 0) ways.set(null, []);
  for (const [exception, paths] of ways) {
    note(ctx, { operation: 'raise', text: exception ?? '' });
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
  return namedClass(ctx.run.input.program, ctx.frame.nesting, expr);
}

/** T-Rescue: the body's exceptional exits go through the clauses in order; what no clause takes goes on outwards. */
export function evaluateRescue(ctx: Ctx, expr: Rescue, state: State): Out {
  return hasRetry(expr) ? retrying(ctx, expr, state, attempt) : attempt(ctx, expr, state);
}

function attempt(ctx: Ctx, expr: Rescue, state: State): Out {
  const raises: Exit[] = [];
  const caught = [...ctx.sinks.caught, ...expr.clauses.flatMap(clause => rescuedClasses(ctx, clause) ?? [])];
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises, observed: true, caught } };
  const body = ctx.run.rules.evaluate(inner, expr.body, state);
  const normal = expr.else && !isDead(body.state) ? ctx.run.rules.evaluate(ctx, expr.else, body.state) : body;
  const handled: Out[] = [normal];
  let open: readonly Exit[] = raises;
  for (const clause of expr.clauses) {
    const names = rescuedClasses(ctx, clause);
    if (names === null) return skipped(ctx, 'a rescue of computed classes', expr, state);
    const { taken, rest } = partition(ctx, open, names);
    open = rest;
    if (taken.length > 0) handled.push(runClause(ctx, clause, names, taken, expr));
  }
  ctx.sinks.raises.push(...open);
  return joinExits(ctx, handled, expr, normal.state);
}

function hasRetry(expr: Rescue): boolean {
  let found = false;
  for (const clause of expr.clauses)
    eachExpr(clause.body, each => {
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
  const joined = joinExits(ctx, taken, site, taken[0]!.state).state;
  const { target } = clause;
  const inside = { ...ctx, handled: taken };
  if (target === null) return ctx.run.rules.evaluate(inside, clause.body, joined);
  const type = nominal(names.length === 1 ? names[0]! : 'Exception');
  const { val, guard } = anyOf(ctx, type, 'exception', joined.heap.alloc, clause);
  assume(ctx, joined, guard);
  return ctx.run.rules.evaluate(inside, clause.body, assignTo(ctx, target, val, joined));
}

/**
 * T-Ensure: the ensure part runs after the body's end and after each way out of it. Where it leaves by itself (`return`),
 * the way out that it began with is forgotten, exceptions too.
 */
export function evaluateEnsure(ctx: Ctx, expr: Ensure, state: State): Out {
  if (runsBlocks(ctx, expr.body)) return skipped(ctx, 'ensure', expr, state);
  const [returns, raises, breaks, nexts]: [Exit[], Exit[], Exit[], Exit[]] = [[], [], [], []];
  const outside = intercepted(ctx.frame);
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
      caught: leaves(expr.ensure) ? [...ctx.sinks.caught, 'Exception'] : ctx.sinks.caught,
    },
  };
  const body = ctx.run.rules.evaluate(inner, expr.body, state);
  const finish = (exit: Exit, handled = ctx.handled): readonly Exit[] => {
    const inside = handled ? { ...ctx, handled } : ctx;
    const after = ctx.run.rules.evaluate(inside, expr.ensure, exit.state).state;
    return isDead(after) ? [] : [{ ...exit, state: after }];
  };
  ctx.sinks.returns.push(...returns.flatMap(exit => finish(exit)));
  ctx.sinks.raises.push(...raises.flatMap(exit => finish(exit, exit.thrown === undefined ? [exit] : ctx.handled)));
  ctx.sinks.breaks?.push(...breaks.flatMap(exit => finish(exit)));
  ctx.sinks.nexts?.push(...nexts.flatMap(exit => finish(exit)));
  for (const { from, to } of outside.ways) to.push(...from.flatMap(exit => finish(exit)));
  return { value: body.value, state: ctx.run.rules.evaluate(ctx, expr.ensure, body.state).state };
}

/** Whatever happened before, control leaves here: no exception gets past it. */
function leaves(expr: Expr): boolean {
  if (expr.kind === 'seq') return expr.body.some(leaves);
  return expr.kind === 'jump' && expr.jump !== 'retry';
}

function jumps(expr: Expr): boolean {
  let found = false;
  eachExpr(expr, each => {
    if (each.kind === 'jump') found = true;
  });
  return found;
}

interface Ways {
  readonly frame: Frame;
  readonly ways: readonly { readonly from: Exit[]; readonly to: Exit[] }[];
}

/** A block that is yielded to leaves by ways of the frame that it was written in: these lead through the ensure, too. */
function intercepted(frame: Frame): Ways {
  const { block } = frame;
  if (!block) return { frame, ways: [] };
  const outside = intercepted(block.frame);
  const [returns, breaks]: [Exit[], Exit[]] = [[], []];
  const own = { ...outside.frame, returns };
  const ways = [...outside.ways, { from: returns, to: block.frame.returns }];
  return {
    frame: { ...frame, block: { ...block, frame: own, ...(block.breaks && { breaks }) } },
    ways: block.breaks ? [...ways, { from: breaks, to: block.breaks }] : ways,
  };
}

/** A proc keeps the ways out of the frame that it was written in; inside an ensure these would have to be others. */
function runsBlocks(ctx: Ctx, expr: Expr): boolean {
  const named = ctx.frame.method.definition?.params.some(param => param.kind === 'block' && param.name !== null);
  let found = false;
  eachExpr(expr, each => {
    if (each.kind === 'lambda' || (each.kind === 'yield' && named)) found = true;
    if (each.kind === 'call' && each.block?.type === 'pass' && each.block.value !== null && named) found = true;
  });
  return found;
}

/**
 * Not modelled as a whole: it may have done anything, and where it left to is unknown too, so everything after it (and
 * every result of the method) depends on it.
 */
export function skipped(ctx: Ctx, construct: string, expr: Expr, state: State): Out {
  const taint = taintFor(ctx, construct, expr);
  let next = havoc(ctx, { ...state, fresh: [], apart: [] }, { taint });
  for (const name of writtenLocals(expr)) next = assignLocal(ctx, next, name, notModelled(ctx, construct, expr));
  const stays = fresh(ctx.run, 'stays', BOOL_SORT);
  if (stays.kind === 'symbol') ctx.run.taints.set(stays.name, taint);
  const value = notModelled(ctx, construct, expr);
  if (jumps(expr))
    ctx.sinks.returns.push({
      value,
      state: withPath(next, and(next.path, not(stays))),
      place: placeOf(ctx, expr),
      exception: null,
    });
  return { value, state: withPath(next, and(next.path, stays)) };
}
