/**
 * Generates obligations. The hypotheses of each are its path condition and all facts so far. It is assumed afterwards, so
 * that later failures do not repeat the first. An obligation that depends on something not modelled is not generated; one that
 * depends only on parts of values that are left open names them (`Obligation.open`).
 */

import type { Place } from '../../base/span';
import { and, implies, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { showReason } from '../../problems/obligations';
import type { Reason } from '../../problems/reason';
import { resolveClassName } from '../../program/constants';
import type { Caveat, Gap, Obligation, ObligationKind, Watched } from '../../proof/obligation';
import { type Ctx, noteStep, recordAffected, recordGenerated } from '../state/context';
import { isDead, type State, withPath } from '../state/state';
import { TooLarge } from '../state/tooLarge';
import { NIL_VAL } from '../state/value';
import { handlesException } from './handlers';
import { assumeAndShow } from './knownFacts';
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
  /** The classes that the library method declares for arguments that break its precondition. */
  readonly declaredRaises?: readonly string[];
  /** The invariant candidate that this obligation checks. */
  readonly candidate?: string;
}

/** Far more than a method of normal size has; unrolling loops multiplies them. */
const MOST_OBLIGATIONS = 120;

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
export function addObligation(ctx: Ctx, state: State, request: ObligationRequest): State {
  if (
    !ctx.spec &&
    request.raises &&
    (handlesException(ctx, request.raises, ctx.sinks.caught) === true || isDeclaredRaise(ctx, request.raises))
  )
    return addRaisingExit(ctx, state, request, request.raises);
  recordObligation(ctx, state, request);
  return state;
}

/** `raises: [KeyError]` also covers the KeyErrors that Ruby raises; contracts are checked at the exits (exits.ts). */
function isDeclaredRaise(ctx: Ctx, raised: string): boolean {
  const { program, method } = ctx.run.input;
  const declared = method.signature?.labels.raises ?? [];
  const named = declared.map(name => resolveClassName(program, method.nesting, name) ?? name);
  return handlesException(ctx, raised, named) === true;
}

function addRaisingExit(ctx: Ctx, state: State, request: ObligationRequest, exception: string): State {
  if (isDead(state) || request.goal === TRUE) return state;
  const failed = withPath(state, and(state.path, not(request.goal)));
  ctx.sinks.raises.push({ value: NIL_VAL, state: failed, place: request.place, exception });
  ctx.run.hypotheses.edges.push(implies(state.path, request.goal));
  return withPath(state, and(state.path, request.goal));
}

function recordObligation(ctx: Ctx, state: State, request: ObligationRequest): void {
  if (ctx.spec) {
    ctx.spec.wellDefined.push(implies(state.path, request.goal));
    return;
  }
  if (isDead(state) || (request.goal === TRUE && IMPLICIT.has(request.kind))) return;
  const id = request.id ?? nextId(ctx, request.kind);
  if (ctx.run.results.obligations.length >= MOST_OBLIGATIONS) throw new TooLarge();
  const tainted = ctx.run.results.taints.below([state.path, request.goal]);
  const gaps = [...tainted].flatMap(index => ctx.run.results.notModelled.all[index] ?? []);
  if (gaps.some(gap => !gap.part))
    for (const index of tainted) recordAffected(ctx.run, index, { id, kind: request.kind });
  else recordGenerated(ctx.run, obligation(ctx, state, request, { id, gaps }));
  noteStep(ctx, { operation: 'assert', text: `${id}  ${request.clause?.text ?? showReason(request.reason).required}` });
  const text = request.clause?.text ?? showReason(request.reason).proved;
  assumeAndShow(ctx, state, { source: { kind: 'proved' }, text, place: request.place }, request.goal);
}

function obligation(
  ctx: Ctx,
  state: State,
  request: ObligationRequest,
  { id, gaps }: { readonly id: string; readonly gaps: readonly Gap[] },
): Obligation {
  const { run } = ctx;
  return {
    id,
    kind: request.kind,
    place: ctx.frame.callSite ?? request.place,
    clause: request.clause ?? null,
    reason: ctx.frame.callSite
      ? { kind: 'inlined', method: ctx.frame.method.key, reason: request.reason }
      : request.reason,
    ...raisesOf(request),
    hypotheses: [...run.hypotheses.facts.all.map(fact => fact.formula), state.path],
    entryHypotheses: run.hypotheses.facts.all.filter(fact => fact.entry).map(fact => fact.formula),
    goal: request.goal,
    known: [...run.trace.known.all],
    watched: [...run.trace.watched, ...watchLocals(ctx, state), ...watchEntries(ctx), ...(request.watched ?? [])],
    caveats: caveatsOf(ctx),
    assumptions: [...run.results.assumptions.values()],
    ...(run.results.inferredFrom.value && { inferred: run.results.inferredFrom.value }),
    ...(request.candidate === undefined ? {} : { candidate: request.candidate }),
    ...(gaps.length > 0 && { open: gaps.map(({ construct, place }) => ({ construct, place })) }),
  };
}

function raisesOf({ raises, declaredRaises }: ObligationRequest): Pick<Obligation, 'raises'> {
  const classes = raises === undefined ? declaredRaises : [raises];
  return classes === undefined ? {} : { raises: classes };
}

function caveatsOf(ctx: Ctx): readonly Caveat[] {
  return [...ctx.run.results.caveats.values()];
}

function nextId(ctx: Ctx, kind: ObligationKind): string {
  return `${kind}:${ctx.run.results.numbers.get(kind) ?? 0}`;
}
