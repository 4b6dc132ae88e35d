/**
 * Generates obligations. The hypotheses of each are its path condition and all facts so far. It is assumed afterwards, so
 * that later failures do not repeat the first. An obligation that depends on something not modelled is not generated.
 */

import type { Place } from '../../base/span';
import { and, implies, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { freeSymbols } from '../../logic/symbols';
import { showReason } from '../../problems/obligations';
import type { Reason } from '../../problems/reason';
import { resolveClassName } from '../../program/constants';
import type { Caveat, Obligation, ObligationKind, Watched } from '../../proof/obligation';
import { assume, type Ctx, noteStep, recordAffected, taintedSymbols } from '../state/context';
import { isDead, type State, withPath } from '../state/state';
import { TooLarge } from '../state/tooLarge';
import { NIL_VAL } from '../state/value';
import { handlesException } from './handlers';
import { watchEntries, watchLocals } from './watchedValues';

export interface ObligationRequest {
  readonly kind: ObligationKind;
  readonly goal: Formula;
  readonly place: Place;
  readonly reason: Reason;
  readonly clause?: { readonly text: string; readonly place: Place | null };
  readonly id?: string;
  readonly watched?: readonly Watched[];
  /** The class of the error that Ruby itself raises here. */
  readonly raises?: string;
  /** The invariant candidate that this obligation checks. */
  readonly candidate?: string;
}

/** Far more than a method of normal size has; unrolling loops multiplies them. */
const MOST_OBLIGATIONS = 120;
const NONE: ReadonlySet<number> = new Set();

/** Preconditions of Ruby itself: no obligation is generated if one trivially holds. */
const IMPLICIT: ReadonlySet<ObligationKind> = new Set<ObligationKind>([
  'non-nil',
  'core-precondition',
  'exception',
  'frame',
  'purity',
  'field-refinement',
]);

/**
 * Returns the state of the normal exit: without the paths on which a rescue handles the error, or on which the method
 * raises an error that it declares.
 */
export function addObligation(ctx: Ctx, state: State, demand: ObligationRequest): State {
  if (
    !ctx.spec &&
    demand.raises &&
    (handlesException(ctx, demand.raises, ctx.sinks.caught) === true || isSaid(ctx, demand.raises))
  )
    return branchOff(ctx, state, demand, demand.raises);
  ask(ctx, state, demand);
  return state;
}

/** `raises: [KeyError]` also covers the KeyErrors that Ruby raises; contracts are checked at the exits (exits.ts). */
function isSaid(ctx: Ctx, raised: string): boolean {
  const { program, method } = ctx.run.input;
  const said = method.signature?.labels.raises ?? [];
  const named = said.map(name => resolveClassName(program, method.nesting, name) ?? name);
  return handlesException(ctx, raised, named) === true;
}

function branchOff(ctx: Ctx, state: State, demand: ObligationRequest, exception: string): State {
  if (isDead(state) || demand.goal === TRUE) return state;
  const failed = withPath(state, and(state.path, not(demand.goal)));
  ctx.sinks.raises.push({ value: NIL_VAL, state: failed, place: demand.place, exception });
  ctx.run.hypotheses.edges.push(implies(state.path, demand.goal));
  return withPath(state, and(state.path, demand.goal));
}

function ask(ctx: Ctx, state: State, demand: ObligationRequest): void {
  if (ctx.spec) {
    ctx.spec.wellDefined.push(implies(state.path, demand.goal));
    return;
  }
  if (isDead(state) || (demand.goal === TRUE && IMPLICIT.has(demand.kind))) return;
  const id = demand.id ?? nextId(ctx, demand.kind);
  if (ctx.run.results.obligations.length >= MOST_OBLIGATIONS) throw new TooLarge();
  const tainted =
    ctx.run.results.taints.size === 0 ? NONE : taintedSymbols(ctx.run, freeSymbols([state.path, demand.goal]));
  if (tainted.size > 0) for (const index of tainted) recordAffected(ctx.run, index, id);
  else ctx.run.results.obligations.push(obligation(ctx, state, demand, id));
  noteStep(ctx, { operation: 'assert', text: `${id}  ${demand.clause?.text ?? showReason(demand.reason).required}` });
  assume(ctx, state, demand.goal);
}

function obligation(ctx: Ctx, state: State, demand: ObligationRequest, id: string): Obligation {
  const { run } = ctx;
  return {
    id,
    kind: demand.kind,
    place: ctx.frame.callSite ?? demand.place,
    clause: demand.clause ?? null,
    reason: ctx.frame.callSite
      ? { kind: 'inlined', method: ctx.frame.method.key, reason: demand.reason }
      : demand.reason,
    hypotheses: [...run.hypotheses.facts.all.map(fact => fact.formula), state.path],
    entryHypotheses: run.hypotheses.facts.all.filter(fact => fact.entry).map(fact => fact.formula),
    goal: demand.goal,
    watched: [...run.trace.watched, ...watchLocals(ctx, state), ...watchEntries(ctx), ...(demand.watched ?? [])],
    caveats: caveatsOf(ctx),
    assumptions: [...run.results.assumptions.values()],
    ...(demand.candidate === undefined ? {} : { candidate: demand.candidate }),
  };
}

function caveatsOf(ctx: Ctx): readonly Caveat[] {
  return [...ctx.run.results.caveats.values()];
}

function nextId(ctx: Ctx, kind: ObligationKind): string {
  const taken = ctx.run.results.obligations.all.filter(each => each.kind === kind).length;
  const skipped = ctx.run.results.notModelled.all.reduce(
    (sum, each) => sum + each.affects.filter(id => id.startsWith(`${kind}:`)).length,
    0,
  );
  return `${kind}:${taken + skipped}`;
}
