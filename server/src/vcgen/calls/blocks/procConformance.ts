/**
 * A proc flows into a place with a proc type: it must satisfy that type whenever it is called, possibly much later. If
 * its body is visible, it is evaluated once, with arbitrary arguments of the type, in a state that contains only facts
 * that cannot change: those about locals that are not assigned any more. For an opaque proc, its own type is compared.
 */

import type { Place } from '../../../base/span';
import { and } from '../../../logic/build';
import { BOOL_SORT } from '../../../logic/sorts';
import type { Subject } from '../../../problems/reason';
import { callsProc } from '../../../program/libraryFacts';
import type { Expr } from '../../../ril/ril';
import type { MethodType, Type } from '../../../types/type';
import { findWrittenLocals, forEachExpr } from '../../analysis/writes';
import { refinementsOf } from '../../clauses/signatureClauses';
import { havocHeap } from '../../fields/havoc';
import { forgetLastMatch } from '../../fields/lastMatch';
import { flowInto, requireNonNil } from '../../obligations/flowInto';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { assume, type Ctx, type Flow, freshSymbol, makeUnmodelled, type Out, placeOf } from '../../state/context';
import type { ExitList } from '../../state/frame';
import { unionMembers } from '../../state/representation';
import { type State, withLocal, withPath } from '../../state/state';
import { makeArbitraryValue, resolveTypeFor } from '../../state/typeGuards';
import { type Closure, isNil, typeOf, type Val } from '../../state/value';
import { isProcTypeAssignable, isUninformative } from '../transfer/procTypes';
import { runBlock } from './blocks';
import { type Callable, callOpaqueProc, procResultClauses, translateProcClauses } from './opaqueProcCall';

type ProcType = Type & { readonly kind: 'proc' };

/** A call of an opaque proc by its type; null: it is not a proc, or its type says nothing. */
export function callTypedProc(
  ctx: Ctx,
  { receiver, method, args, site }: Send<Val & { kind: 'boxed' }>,
  state: State,
): Out | null {
  const [type, ...others] = unionMembers(receiver.type).filter(member => member.kind !== 'nil');
  if (type?.kind !== 'proc' || others.length > 0 || !callsProc(ctx.run.input.program, method) || args.block || ctx.spec)
    return null;
  const there = requireNonNil(
    ctx,
    state,
    { value: receiver, place: placeOf(ctx, site), subject: { kind: 'receiver', method } },
    'NoMethodError',
  );
  return callOpaqueProc(ctx, asCallable(ctx, type.method), args, site, there);
}

function asCallable(ctx: Ctx, type: MethodType): Callable {
  return { type, nesting: ctx.frame.nesting, name: { kind: 'proc' } };
}

export function requireProcConformance(ctx: Ctx, state: State, flow: Flow): void {
  const { value: val, type, place, subject } = flow;
  const wanted = unionMembers(type).filter((member): member is ProcType => member.kind === 'proc');
  if (ctx.spec || wanted.length === 0) return;
  if (val.kind === 'proc') {
    const [only, ...others] = wanted;
    if (others.length > 0 || !canEvaluateOnce(ctx, val.closure, only!.method))
      unknownCalls(ctx, state, wanted, place, subject);
    else evaluateClosureOnce(ctx, state, val.closure, only!.method, flow);
  } else if (val.kind === 'boxed') {
    const own = unionMembers(val.type).filter(member => member.kind !== 'nil');
    if (!own.every(each => wanted.some(one => isProcTypeAssignable(each, one))))
      unknownCalls(ctx, state, wanted, place, subject);
  }
}

function unknownCalls(ctx: Ctx, state: State, wanted: readonly ProcType[], place: Place, subject: Subject): void {
  if (wanted.every(({ method }) => isUninformative(method))) return;
  const goal = isNil(makeUnmodelled(ctx, { kind: 'proc-contract' }, place));
  addObligation(ctx, state, { kind: 'postcondition', goal, place, reason: { kind: 'keeps-proc-contract', subject } });
}

/** Whether its type lists the arguments individually, and it exits only normally. */
function canEvaluateOnce(ctx: Ctx, closure: Closure, type: MethodType): boolean {
  if (type.anyArgs || type.block || type.params.some(param => param.kind !== 'required')) return false;
  let plain = true;
  forEachExpr(closure.block.body, expr => {
    if (expr.kind === 'jump' && expr.jump === 'return' && !closure.lambda) plain = false;
    // An object under construction does not satisfy its field types yet.
    if (ctx.mode.underConstruction && usesSelf(expr)) plain = false;
  });
  return plain;
}

function usesSelf(expr: Expr): boolean {
  if (expr.kind === 'var') return expr.scope === 'instance';
  return expr.kind === 'self' || expr.kind === 'super' || (expr.kind === 'call' && expr.receiver === null);
}

function evaluateClosureOnce(outer: Ctx, state: State, closure: Closure, type: MethodType, flow: Flow): void {
  const { place, subject: proc } = flow;
  // The proc runs elsewhere: the labels of this method do not limit its writes.
  const ctx: Ctx = { ...outer, mode: { ...outer.mode, limit: null } };
  const { run } = ctx;
  const site = { span: place.span };
  const made = run.results.obligations.length;
  const start = stateWhenCalled(ctx, state, closure, site);
  const binders = new Map<string, Val>();
  const values = type.params.map(param => {
    const declared = resolveTypeFor(run.input.program, param.type, typeOf(ctx.frame.self));
    const { val, guard } = makeArbitraryValue(ctx, declared, param.name ?? 'given', start.heap.alloc, site);
    assume(ctx, start, guard);
    for (const name of [param.name, param.refinement?.binder]) if (name) binders.set(name, val);
    return val;
  });
  const callee: Callable = { type, nesting: ctx.frame.nesting, name: { kind: 'proc' } };
  for (const param of type.params)
    for (const { formula } of translateProcClauses(
      ctx,
      start,
      refinementsOf(param.refinement, param.type),
      callee,
      binders,
    ))
      assume(ctx, start, formula);
  const raises: ExitList = run.trail.list();
  const inner: Ctx = {
    ...ctx,
    sinks: { ...ctx.sinks, raises, breaks: null, observed: false, caught: [], catches: [] },
  };
  const out = runBlock(inner, { closure, args: values, site }, start);
  const declared = resolveTypeFor(run.input.program, type.result, typeOf(ctx.frame.self));
  const subject = { kind: 'proc-result', proc } as const;
  const value = flowInto(inner, out.state, { ...flow, value: out.value, type: declared, subject });
  for (const { formula, clause } of procResultClauses(ctx, out.state, callee, binders, value))
    addObligation(inner, out.state, {
      kind: 'postcondition',
      goal: formula,
      place,
      clause,
      reason: { kind: 'clause-of', subject },
    });
  for (const [index, each] of run.results.obligations.all.entries())
    if (index >= made) run.results.obligations.replace(index, { ...each, deferred: true });
}

/** A state some time after the proc escaped: only locals that are no longer assigned keep their values. */
function stateWhenCalled(ctx: Ctx, state: State, closure: Closure, site: Site): State {
  const called = freshSymbol(ctx.run, 'called', BOOL_SORT);
  const havocked = havocHeap(ctx, { ...withPath(state, and(state.path, called)), fresh: [], apart: [] });
  const later = forgetLastMatch(ctx, closure.frame, havocked);
  const changing = assignedLater(closure);
  const read = namesIn(closure.block.body);
  return [...state.locals.keys()].reduce((next, key) => {
    if (key.kind !== 'variable' || !closure.scope.includes(key.scope) || !read.has(key.name)) return next;
    const { name } = key;
    if (changing !== 'all' && !changing.has(name)) return next;
    return withLocal(next, key, makeUnmodelled(ctx, { kind: 'local-of-proc', name }, site));
  }, later);
}

function namesIn(body: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  forEachExpr(body, expr => {
    if (expr.kind === 'var' && expr.scope === 'local') names.add(expr.name);
    if (expr.kind === 'call' && expr.bare) names.add(expr.method);
  });
  return names;
}

/** Names that are assigned after the closure was created, in it, or in code that may run again. */
function assignedLater({ frame, block }: Closure): ReadonlySet<string> | 'all' {
  const body = frame.method.definition?.body();
  if (!body) return 'all';
  const names = new Set<string>(findWrittenLocals(block.body));
  forEachExpr(body, expr => {
    if (expr.kind === 'opaque') for (const name of expr.assigns) names.add(name);
    const again = expr.kind === 'while' || expr.kind === 'lambda' || (expr.kind === 'call' && expr.block);
    const after = expr.span.end > block.span.start && ['assign', 'multiAssign', 'match', 'rescue'].includes(expr.kind);
    if (again || after) for (const name of findWrittenLocals(expr)) names.add(name);
  });
  return names;
}
