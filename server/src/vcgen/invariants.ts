/**
 * Loops with an invariant: asked on entry, assumed for an arbitrary round (everything the loop may write is forgotten),
 * asked again after the round, and known at the end. Written as the first statement of the body: `invariant { … }`.
 */
import { add, compare, le } from '../logic/arithmetic';
import { and, eq, int, not, or, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { INT_SORT } from '../logic/sorts';
import type { Call, Expr, Param } from '../ril/ril';
import type { Site } from './arguments';
import { assume, type Ctx, fresh, notModelled, type Out, placeOf, taintFor } from './context';
import { effectsOfCode } from './effects';
import { havoc } from './havoc';
import { joinExits } from './join';
import { oblige } from './obligations';
import { showExpr } from './show';
import { CONTENT_KEYS, type State, withLocal, withPath } from './state';
import { anyOf } from './typing';
import { type Closure, NIL_VAL, truthy, type Val } from './value';
import { typeInLoop, writtenLocals } from './writes';

export type Invariant = readonly Expr[];

/** The conjuncts of a leading `invariant { … }`; null: none there. */
export function invariantIn(body: Expr): Invariant | null {
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

/** Each conjunct as a formula in this state; an ill-defined one is false. */
function conjunctsIn(ctx: Ctx, invariant: Invariant, state: State): { formula: Formula; text: string; expr: Expr }[] {
  return invariant.map(expr => {
    const wellDefined: Formula[] = [];
    const out = ctx.run.rules.evaluate({ ...ctx, spec: { wellDefined, old: ctx.run.entry } }, expr, state);
    return { formula: and(...wellDefined, truthy(out.value)), text: showExpr(expr), expr };
  });
}

function ask(
  ctx: Ctx,
  invariant: Invariant,
  state: State,
  kind: 'loop-invariant-entry' | 'loop-invariant-preserved',
): void {
  for (const { formula, text, expr } of conjunctsIn(ctx, invariant, state)) {
    oblige(ctx, state, {
      kind,
      goal: formula,
      place: placeOf(ctx, expr),
      clause: { text, place: placeOf(ctx, expr) },
      about:
        kind === 'loop-invariant-entry'
          ? 'the invariant holds before the loop'
          : 'the invariant holds after each round',
    });
  }
}

/** Everything that the loop may write becomes unknown (objects of earlier rounds exist); locals keep their type. */
export function forgetLoop(ctx: Ctx, body: Expr, state: State, site: Site): State {
  const { writes } = effectsOfCode(ctx.run, ctx.frame.method, body);
  const keys = writes === 'everything' ? [] : [...writes].flatMap(key => (key === 'contents' ? CONTENT_KEYS : [key]));
  const bare: State = { ...state, fresh: [], apart: [] };
  let next =
    writes === 'everything'
      ? havoc(ctx, bare, { taint: taintFor(ctx, 'what this loop calls', site) })
      : havoc(ctx, bare, { keys: new Set(keys) });
  for (const name of writtenLocals(body)) next = forgetLocal(ctx, next, name, body, site);
  return next;
}

function forgetLocal(ctx: Ctx, state: State, name: string, body: Expr, site: Site): State {
  const scope = ctx.scope.find(each => state.locals.has(`${each}/${name}`)) ?? ctx.scope[0]!;
  const key = `${scope}/${name}`;
  // Written for the first time inside the loop: nil until then, who knows what afterwards.
  const before = state.locals.get(key) ?? NIL_VAL;
  if (before.kind === 'proc' || before.kind === 'range')
    return withLocal(state, key, notModelled(ctx, `${name} after a loop`, site));
  const { val, guard } = anyOf(ctx, typeInLoop(ctx, before, name, body), name, state.heap.alloc, site);
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
  /** The element for an index, where the block gets elements; null: it gets the number itself. */
  readonly byElement: ((state: State) => (index: Formula) => Val) | null;
  readonly round: (index: Formula, state: State) => State;
  /** Of a loop over an array: its length now, which rounds must not change, for Ruby asks for it before each of them. */
  readonly length?: (state: State) => Formula;
}

/** `n.times { |i| invariant { … } }`: the invariant speaks of i as the number of the round that is about to begin. */
export function withInvariant(ctx: Ctx, state: State, site: Site, loop: CountedLoop): State {
  const at = (index: Formula, s: State): { inner: Ctx; state: State } => bindIndex(ctx, loop, index, s);
  const entry = at(loop.from, state);
  ask(entry.inner, loop.invariant, entry.state, 'loop-invariant-entry');
  const index = fresh(ctx.run, 'round', INT_SORT);
  const forgotten = forgetLoop(ctx, loop.body, state, site);
  assume(ctx, forgotten, and(le(loop.from, index), or(le(index, loop.to), eq(index, loop.from))));
  if (loop.length) assume(ctx, forgotten, eq(loop.length(forgotten), loop.to));
  const arbitrary = at(index, forgotten);
  for (const { formula } of conjunctsIn(arbitrary.inner, loop.invariant, arbitrary.state))
    assume(ctx, forgotten, formula);
  const more = compare('<', index, loop.to);
  const after = loop.round(index, withPath(forgotten, and(forgotten.path, more)));
  if (loop.length) askLength(ctx, after, eq(loop.length(after), loop.to), site);
  const next = at(add(index, int(1)), after);
  ask(next.inner, loop.invariant, next.state, 'loop-invariant-preserved');
  return withPath(forgotten, and(forgotten.path, not(more)));
}

function askLength(ctx: Ctx, state: State, goal: Formula, site: Site): void {
  if (goal === TRUE) return;
  const place = placeOf(ctx, site);
  const clause = { text: 'the array keeps its length', place };
  oblige(ctx, state, { kind: 'loop-invariant-preserved', goal, place, clause, about: 'the array keeps its length' });
}

function bindIndex(ctx: Ctx, loop: CountedLoop, index: Formula, state: State): { inner: Ctx; state: State } {
  ctx.run.counter++;
  const own = ctx.run.counter;
  const inner: Ctx = { ...ctx, frame: loop.closure.frame, scope: [own, ...loop.closure.scope] };
  const [first, second] = loop.params;
  let next = state;
  if (first?.name && !loop.byElement) next = withLocal(next, `${own}/${first.name}`, { kind: 'int', term: index });
  if (second?.name && loop.byElement) next = withLocal(next, `${own}/${second.name}`, { kind: 'int', term: index });
  return { inner, state: next };
}

/** `while c`: the invariant holds whenever the condition is about to be tested. */
export function whileInvariant(
  ctx: Ctx,
  invariant: Invariant,
  state: State,
  site: Site,
  loop: {
    readonly code: Expr;
    readonly test: (state: State) => Out;
    readonly round: (state: State) => State;
    readonly breaks: () => readonly Out[];
  },
): State {
  ask(ctx, invariant, state, 'loop-invariant-entry');
  const forgotten = forgetLoop(ctx, loop.code, state, site);
  for (const { formula } of conjunctsIn(ctx, invariant, forgotten)) assume(ctx, forgotten, formula);
  const tested = loop.test(forgotten);
  const goes = truthy(tested.value);
  const after = loop.round(withPath(tested.state, and(tested.state.path, goes)));
  ask(ctx, invariant, after, 'loop-invariant-preserved');
  const left = withPath(tested.state, and(tested.state.path, not(goes)));
  return joinExits(ctx, [{ value: NIL_VAL, state: left }, ...loop.breaks()], site, left).state;
}
