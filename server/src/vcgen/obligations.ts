/**
 * Making obligations. Each is asked under the path that reaches it and all that is known by then; afterwards it is
 * assumed, so that later failures are not echoes of the first. One that depends on something not modelled is not asked.
 */
import type { Place } from '../base/span';
import { and, implies, not, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { freeSymbols } from '../logic/symbols';
import { resolveClassName } from '../program/constants';
import type { Caveat, Obligation, ObligationKind, Watched } from '../proof/obligation';
import { assume, type Ctx, note, taintedSymbols } from './context';
import { takes } from './handlers';
import { isDead, type State, withPath } from './state';
import { TooLarge } from './tooLarge';
import { NIL_VAL } from './value';
import { watchEntries, watchLocals } from './watch';

export interface Demand {
  readonly kind: ObligationKind;
  readonly goal: Formula;
  readonly place: Place;
  readonly about: string;
  readonly clause?: { readonly text: string; readonly place: Place | null };
  readonly id?: string;
  readonly watched?: readonly Watched[];
  /** The class of the error that Ruby itself raises here. */
  readonly raises?: string;
  /** The guessed invariant that is tried here. */
  readonly guess?: string;
}

/** Far more than a method of normal size has; unrolled loops multiply them. */
const MOST_OBLIGATIONS = 120;
const NONE: ReadonlySet<number> = new Set();

/** Kinds that Ruby itself demands: where one plainly holds, there is nothing to ask. */
const IMPLICIT: ReadonlySet<ObligationKind> = new Set<ObligationKind>([
  'non-nil',
  'core-precondition',
  'exception',
  'frame',
  'purity',
  'field-refinement',
]);

/**
 * Returns the state to go on with: after an error that a rescue takes, or that the method says it may raise, only the way
 * on which it did not happen.
 */
export function oblige(ctx: Ctx, state: State, demand: Demand): State {
  if (
    !ctx.spec &&
    demand.raises &&
    (takes(ctx, demand.raises, ctx.sinks.caught) === true || isSaid(ctx, demand.raises))
  )
    return branchOff(ctx, state, demand, demand.raises);
  ask(ctx, state, demand);
  return state;
}

/** `raises: [KeyError]` is also about the KeyError that Ruby raises; each contract is asked at the exits (exits.ts). */
function isSaid(ctx: Ctx, raised: string): boolean {
  const { program, method } = ctx.run.input;
  const said = method.signature?.labels.raises ?? [];
  const named = said.map(name => resolveClassName(program, method.nesting, name) ?? name);
  return takes(ctx, raised, named) === true;
}

function branchOff(ctx: Ctx, state: State, demand: Demand, exception: string): State {
  if (isDead(state) || demand.goal === TRUE) return state;
  const failed = withPath(state, and(state.path, not(demand.goal)));
  ctx.sinks.raises.push({ value: NIL_VAL, state: failed, place: demand.place, exception });
  ctx.run.edges.push(implies(state.path, demand.goal));
  return withPath(state, and(state.path, demand.goal));
}

function ask(ctx: Ctx, state: State, demand: Demand): void {
  if (ctx.spec) {
    ctx.spec.wellDefined.push(implies(state.path, demand.goal));
    return;
  }
  if (isDead(state) || (demand.goal === TRUE && IMPLICIT.has(demand.kind))) return;
  const id = demand.id ?? nextId(ctx, demand.kind);
  if (ctx.run.obligations.length >= MOST_OBLIGATIONS) throw new TooLarge();
  const tainted = ctx.run.taints.size === 0 ? NONE : taintedSymbols(ctx.run, freeSymbols([state.path, demand.goal]));
  if (tainted.size > 0) for (const index of tainted) ctx.run.notModelled[index]!.affects.push(id);
  else ctx.run.obligations.push(obligation(ctx, state, demand, id));
  note(ctx, { operation: 'assert', text: `${id}  ${demand.clause?.text ?? demand.about}` });
  assume(ctx, state, demand.goal);
}

function obligation(ctx: Ctx, state: State, demand: Demand, id: string): Obligation {
  const { run } = ctx;
  return {
    id,
    kind: demand.kind,
    place: ctx.frame.callSite ?? demand.place,
    clause: demand.clause ?? null,
    about: ctx.frame.callSite ? `${demand.about}, in ${ctx.frame.method.key}` : demand.about,
    hypotheses: [...run.facts.map(fact => fact.formula), state.path],
    entryHypotheses: run.facts.filter(fact => fact.entry).map(fact => fact.formula),
    goal: demand.goal,
    watched: [...run.watched, ...watchLocals(ctx, state), ...watchEntries(ctx), ...(demand.watched ?? [])],
    caveats: caveatsOf(ctx),
    assumptions: [...run.assumptions.values()],
    ...(demand.guess === undefined ? {} : { guess: demand.guess }),
  };
}

function caveatsOf(ctx: Ctx): readonly Caveat[] {
  return [...ctx.run.caveats.values()];
}

function nextId(ctx: Ctx, kind: ObligationKind): string {
  const taken = ctx.run.obligations.filter(each => each.kind === kind).length;
  const skipped = ctx.run.notModelled.reduce(
    (sum, each) => sum + each.affects.filter(id => id.startsWith(`${kind}:`)).length,
    0,
  );
  return `${kind}:${taken + skipped}`;
}
