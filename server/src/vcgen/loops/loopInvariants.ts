/**
 * Loops with an invariant: required on entry, assumed for an arbitrary iteration (everything that the loop may write is
 * havocked), required again after it, and assumed at the end. Written as the first statement of the body: `invariant { … }`.
 */
import { add, compare, le } from '../../logic/arithmetic';
import { and, eq, int, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { INT_SORT } from '../../logic/sorts';
import type { Call, Expr, Param } from '../../ril/ril';
import { effectsOfCode } from '../analysis/effects';
import { findWrittenLocals, typeInLoop } from '../analysis/writes';
import { entryOf } from '../clauses/oldValue';
import { havocHeap } from '../fields/havoc';
import { assumeAndShow } from '../obligations/knownFacts';
import { addObligation } from '../obligations/obligations';
import type { Site } from '../state/call';
import { assume, type Ctx, freshSymbol, makeUnmodelled, type Out, placeOf, taintFor } from '../state/context';
import { expandContents } from '../state/heapKey';
import { joinExits } from '../state/join';
import { KeySet } from '../state/keyedMap';
import { localKey } from '../state/localKey';
import { showCondition } from '../state/showCondition';
import { type State, withLocal, withPath } from '../state/state';
import type { TrailList } from '../state/trail';
import { makeArbitraryValue } from '../state/typeGuards';
import { type Closure, isTruthy, NIL_VAL, type Val } from '../state/value';

export type Invariant = readonly Expr[];

/** The conjuncts of a leading `invariant { … }`; null: none there. */
export function findInvariant(body: Expr): Invariant | null {
  const first = body.kind === 'seq' ? body.body[0] : body;
  if (first?.kind !== 'call' || !isInvariant(first)) return null;
  const conjuncts = (expr: Expr): Expr[] =>
    expr.kind === 'and'
      ? [...conjuncts(expr.left), ...conjuncts(expr.right)]
      : expr.kind === 'seq' && expr.body.length === 1
        ? conjuncts(expr.body[0]!)
        : [expr];
  return first.block?.type === 'block' ? conjuncts(first.block.block.body) : null;
}

export function isInvariant(call: Call): boolean {
  return (
    call.receiver === null && call.method === 'invariant' && call.args.length === 0 && call.block?.type === 'block'
  );
}

interface Conjunct {
  readonly formula: Formula;
  readonly text: string;
  readonly expr: Expr;
}

/** Each conjunct as a formula in this state; an ill-defined one is false. */
function conjunctsIn(ctx: Ctx, invariant: Invariant, state: State): Conjunct[] {
  return invariant.map(expr => {
    const wellDefined: TrailList<Formula> = ctx.run.trail.list();
    const out = ctx.run.rules.evaluate({ ...ctx, spec: { wellDefined, ...entryOf(ctx) } }, expr, state);
    return { formula: and(...wellDefined, isTruthy(out.value)), text: showCondition(expr), expr };
  });
}

function assumeInvariant(ctx: Ctx, state: State, conjuncts: readonly Conjunct[]): void {
  for (const { formula, text, expr } of conjuncts)
    assumeAndShow(ctx, state, { source: { kind: 'loop-invariant' }, text, place: placeOf(ctx, expr) }, formula);
}

function requireInvariant(
  ctx: Ctx,
  invariant: Invariant,
  state: State,
  kind: 'loop-invariant-entry' | 'loop-invariant-preserved',
): void {
  for (const { formula, text, expr } of conjunctsIn(ctx, invariant, state)) {
    addObligation(ctx, state, {
      kind,
      goal: formula,
      place: placeOf(ctx, expr),
      clause: { text, place: placeOf(ctx, expr) },
      reason: { kind },
    });
  }
}

/** Havocs everything that the loop may write (objects of earlier iterations exist); locals keep their types. */
function havocWrittenByLoop(ctx: Ctx, body: Expr, state: State, site: Site): State {
  const { writes } = effectsOfCode(ctx.run, ctx.frame.method, body);
  const keys = writes === 'everything' ? [] : expandContents(writes);
  const bare: State = { ...state, fresh: [], apart: [] };
  let next =
    writes === 'everything'
      ? havocHeap(ctx, bare, { taint: taintFor(ctx, { kind: 'loop-calls' }, site) })
      : havocHeap(ctx, bare, { keys: new KeySet(keys) });
  for (const name of findWrittenLocals(body)) next = havocLocal(ctx, next, name, body, site);
  return next;
}

function havocLocal(ctx: Ctx, state: State, name: string, body: Expr, site: Site): State {
  const scope = ctx.scope.find(each => state.locals.has(localKey(each, name))) ?? ctx.scope[0]!;
  const key = localKey(scope, name);
  // First written inside the loop: nil until then, arbitrary afterwards.
  const before = state.locals.get(key) ?? NIL_VAL;
  if (before.kind === 'proc' || before.kind === 'range')
    return withLocal(state, key, makeUnmodelled(ctx, { kind: 'local-after-loop', name }, site));
  const { val, guard } = makeArbitraryValue(ctx, typeInLoop(ctx, before, name, body), name, state.heap.alloc, site);
  assume(ctx, state, guard);
  return withLocal(state, key, val);
}

export interface CountedLoop {
  readonly body: Expr;
  readonly invariant: Invariant;
  readonly from: Formula;
  readonly to: Formula;
  readonly params: readonly Param[];
  readonly closure: Closure;
  /** The element at an index, if the block receives elements; null: it receives the index. */
  readonly byElement: ((state: State) => (index: Formula) => Val) | null;
  readonly iteration: (index: Formula, state: State) => State;
  /** For a loop over an array: its length, which iterations must not change, because Ruby reads it before each of them. */
  readonly length?: (state: State) => Formula;
}

/** `n.times { |i| invariant { … } }`: in the invariant, i is the number of the iteration that is about to begin. */
export function runWithInvariant(ctx: Ctx, state: State, site: Site, loop: CountedLoop): State {
  const at = (index: Formula, s: State): { inner: Ctx; state: State } => bindIndex(ctx, loop, index, s);
  const entry = at(loop.from, state);
  requireInvariant(entry.inner, loop.invariant, entry.state, 'loop-invariant-entry');
  const index = freshSymbol(ctx.run, 'iteration', INT_SORT);
  const havocked = havocWrittenByLoop(ctx, loop.body, state, site);
  assume(ctx, havocked, and(le(loop.from, index), or(le(index, loop.to), eq(index, loop.from))));
  if (loop.length) assume(ctx, havocked, eq(loop.length(havocked), loop.to));
  const arbitrary = at(index, havocked);
  assumeInvariant(ctx, havocked, conjunctsIn(arbitrary.inner, loop.invariant, arbitrary.state));
  const more = compare('<', index, loop.to);
  const after = loop.iteration(index, withPath(havocked, and(havocked.path, more)));
  if (loop.length) requireSameLength(ctx, after, eq(loop.length(after), loop.to), site);
  const next = at(add(index, int(1)), after);
  requireInvariant(next.inner, loop.invariant, next.state, 'loop-invariant-preserved');
  return withPath(havocked, and(havocked.path, not(more)));
}

function requireSameLength(ctx: Ctx, state: State, goal: Formula, site: Site): void {
  if (goal === TRUE) return;
  const place = placeOf(ctx, site);
  const clause = { text: 'the array keeps its length', place };
  addObligation(ctx, state, {
    kind: 'loop-invariant-preserved',
    goal,
    place,
    clause,
    reason: { kind: 'array-keeps-length' },
  });
}

function bindIndex(ctx: Ctx, loop: CountedLoop, index: Formula, state: State): { inner: Ctx; state: State } {
  ctx.run.names.counter++;
  const own = ctx.run.names.counter;
  const inner: Ctx = { ...ctx, frame: loop.closure.frame, scope: [own, ...loop.closure.scope] };
  const [first, second] = loop.params;
  let next = state;
  if (first?.name && !loop.byElement) next = withLocal(next, localKey(own, first.name), { kind: 'int', term: index });
  if (second?.name && loop.byElement) next = withLocal(next, localKey(own, second.name), { kind: 'int', term: index });
  return { inner, state: next };
}

/** `while c`: the invariant holds whenever the condition is tested. */
export function runWhileWithInvariant(
  ctx: Ctx,
  invariant: Invariant,
  state: State,
  site: Site,
  loop: {
    readonly code: Expr;
    readonly test: (state: State) => Out;
    readonly iteration: (state: State) => State;
    readonly breaks: () => readonly Out[];
  },
): State {
  requireInvariant(ctx, invariant, state, 'loop-invariant-entry');
  const havocked = havocWrittenByLoop(ctx, loop.code, state, site);
  assumeInvariant(ctx, havocked, conjunctsIn(ctx, invariant, havocked));
  const tested = loop.test(havocked);
  const goes = isTruthy(tested.value);
  const after = loop.iteration(withPath(tested.state, and(tested.state.path, goes)));
  requireInvariant(ctx, invariant, after, 'loop-invariant-preserved');
  const left = withPath(tested.state, and(tested.state.path, not(goes)));
  return joinExits(ctx, [{ value: NIL_VAL, state: left }, ...loop.breaks()], site, left).state;
}
