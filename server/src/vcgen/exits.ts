/** At the exits: the postcondition's conjuncts, a non-nil result, the fields that `initialize` sets, and exceptions. */

import type { Place } from '../base/span';
import { le } from '../logic/arithmetic';
import { FALSE, implies, TRUE } from '../logic/build';
import { ancestors } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { SignatureArm } from '../program/program';
import { effectsOf } from './analysis/effects';
import { requireExceptionalPostconditions } from './calls/raises/exceptionalPostconditions';
import { bindersOnEntry } from './clauses/entryBinders';
import { refinementsOf, translateSignatureClauses } from './clauses/signatureClauses';
import { hasInvariants, requireInvariants } from './fields/classInvariants';
import { fieldsDependingOn, requireDependentFields, requireFieldTypes } from './fields/fields';
import { flowInto } from './obligations/flowInto';
import { addObligation } from './obligations/obligations';
import { requireTrustedPossible } from './obligations/trustedContracts';
import { termToWatch } from './obligations/watchedValues';
import { type Ctx, type Out, placeOf, undoFacts } from './state/context';
import { joinExits } from './state/join';
import { isDead, type State } from './state/state';
import { resolveTypeFor } from './state/typeGuards';
import { isTag, typeOf, unboxTerm, type Val } from './state/value';

export function checkExits(ctx: Ctx, arm: SignatureArm | null, index: number, entry: State, end: Out): void {
  requireAtExits(ctx, arm, index, entry, end);
  requireTrustedPossible(ctx, index);
}

function requireAtExits(ctx: Ctx, arm: SignatureArm | null, index: number, entry: State, end: Out): void {
  const { method } = ctx.run.input;
  const site = { span: method.definition!.nameSpan };
  const exit = joinExits(ctx, [...ctx.sinks.returns, end], site, end.state);
  checkRunWithinBounds(ctx, index, exit.state);
  requireSatisfiableAssumptions(ctx, index, exit.state);
  for (const raised of ctx.sinks.raises) ctx.run.results.mayRaise.add(raised.exception ?? 'StandardError');
  if (ctx.mode.underConstruction)
    requireFieldTypes(ctx, exit.state, {
      value: ctx.mode.underConstruction.object,
      place: placeOf(ctx, site),
      when: { kind: 'end-of-initialize' },
    });
  else requireFieldContents(ctx, exit.state, placeOf(ctx, site));
  requireInvariantsAtExits(ctx, exit.state, placeOf(ctx, site));
  if (!arm) return;
  const self = ctx.frame.self;
  const type = resolveTypeFor(ctx.run.input.program, arm.type.result, typeOf(self));
  const value =
    method.name === 'initialize'
      ? self
      : flowInto(ctx, exit.state, { value: exit.value, type, place: placeOf(ctx, site), subject: { kind: 'result' } });
  requirePostconditions(ctx, arm, index, entry, { value, state: exit.state });
  requireExceptionalPostconditions(ctx, arm, index, entry, bindersOnEntry(ctx, arm, entry));
  requireAllowedRaises(ctx, arm);
  requireExistingResult(ctx, value, exit.state);
}

/**
 * The assumed contracts, field types and invariants must be satisfiable together, or they would prove everything. If
 * the method may exit by an exception, it may intentionally never return.
 */
function requireSatisfiableAssumptions(ctx: Ctx, index: number, exit: State): void {
  const { run } = ctx;
  if (isDead(exit) || ctx.sinks.raises.length > 0 || run.results.assumptions.size === 0) return;
  const owners = [...new Set([...run.results.assumptions.values()].map(each => each.owner))];
  const before = run.trail.mark();
  addObligation(ctx, exit, {
    kind: 'vacuity',
    id: `vacuity:${index}:return`,
    goal: FALSE,
    place: placeOf(ctx, { span: run.input.method.definition!.nameSpan }),
    reason: { kind: 'satisfiable-assumptions', owners },
  });
  undoFacts(run, before);
}

/** A bound that excludes every execution proves nothing: some execution must end within it. */
function checkRunWithinBounds(ctx: Ctx, index: number, exit: State): void {
  const bounded = [...ctx.run.results.caveats.values()].some(each => each.type === 'loops' || each.type === 'arrays');
  if (!bounded && ctx.run.results.generalLoops.value === 0) return;
  const place = placeOf(ctx, { span: ctx.run.input.method.definition!.nameSpan });
  if (isDead(exit)) {
    ctx.run.results.notModelled.push({ construct: { kind: 'loop-beyond-bound' }, place });
    return;
  }
  const before = ctx.run.trail.mark();
  addObligation(ctx, exit, {
    kind: 'vacuity',
    id: `vacuity:${index}:bounds`,
    goal: FALSE,
    place,
    reason: { kind: 'some-run-ends', withinBounds: bounded },
  });
  undoFacts(ctx.run, before);
}

/** Requires a method that writes contents to preserve the element types of its object's fields. */
function requireFieldContents(ctx: Ctx, state: State, place: Place): void {
  const { self } = ctx.frame;
  if (self.kind !== 'ref' || fieldsDependingOn(ctx, self, reach => reach.beyond).length === 0) return;
  const { writes } = effectsOf(ctx.run, ctx.run.input.method.key);
  if (writes === 'everything' || writes.size > 0)
    requireDependentFields(ctx, state, self, place, reach => reach.beyond);
}

function requireInvariantsAtExits(ctx: Ctx, state: State, place: Place): void {
  const { self } = ctx.frame;
  if (!hasInvariants(ctx, self)) return;
  requireInvariants(ctx, state, self, place, { kind: 'return' });
  for (const exit of ctx.sinks.raises) requireInvariants(ctx, exit.state, self, exit.place, { kind: 'raise' });
}

function requirePostconditions(ctx: Ctx, arm: SignatureArm, index: number, entry: State, exit: Out): void {
  const { method } = ctx.run.input;
  const refinements = refinementsOf(arm.type.resultRefinement, arm.type.result);
  const binders = bindersOnEntry(ctx, arm, entry);
  if (arm.type.resultName) binders.set(arm.type.resultName, exit.value);
  for (const refinement of refinements) if (refinement.binder) binders.set(refinement.binder, exit.value);
  const clauses = translateSignatureClauses(
    ctx,
    exit.state,
    refinements,
    { info: method, arm, bound: { binders }, self: ctx.frame.self },
    { old: entry },
  );
  const term = termToWatch(exit.value);
  const watched =
    term === null ? [] : [{ id: 'result', role: { type: 'result' } as const, term, rubyType: typeOf(exit.value) }];
  for (const [number, { formula, clause }] of clauses.entries()) {
    addObligation(ctx, exit.state, {
      kind: 'postcondition',
      id: `postcondition:${index}:${number}`,
      goal: formula,
      place: placeOf(ctx, { span: method.definition!.nameSpan }),
      clause,
      reason: { kind: 'method-result', method: method.name },
      watched,
    });
  }
}

/** `raises: []` requires that no exception escapes, `raises: [E]` that only E does. */
function requireAllowedRaises(ctx: Ctx, arm: SignatureArm): void {
  const allowed = arm.labels.raises;
  if (allowed === null) return;
  const { program } = ctx.run.input;
  const named = new Set(allowed.map(name => resolveClassName(program, arm.nesting, name) ?? name));
  for (const exit of ctx.sinks.raises) {
    // A subclass of an allowed exception is allowed.
    if (exit.exception && [exit.exception, ...ancestors(program, exit.exception)].some(one => named.has(one))) continue;
    addObligation(ctx, exit.state, {
      kind: 'exception',
      goal: FALSE,
      place: exit.place,
      clause: { text: `raises: [${allowed.join(', ')}]`, place: arm.place },
      reason: { kind: 'does-not-escape', exception: exit.exception, allowed: [...named] },
    });
  }
}

/** A pure method returns the same object for the same input, so the object must not be fresh. */
function requireExistingResult(ctx: Ctx, value: Val, state: State): void {
  const { limit } = ctx.mode;
  const ref = value.kind === 'boxed' ? unboxTerm(value.term, 'ref') : value.kind === 'ref' ? value.term : null;
  if (limit?.kind !== 'purity' || ref === null) return;
  const isRef = value.kind === 'boxed' ? isTag(value.term, 'ref') : TRUE;
  addObligation(ctx, state, {
    kind: 'purity',
    goal: implies(isRef, le(ref, limit.allocOnEntry)),
    place: placeOf(ctx, { span: ctx.run.input.method.definition!.nameSpan }),
    clause: limit.clause,
    reason: { kind: 'result-not-new' },
  });
}
