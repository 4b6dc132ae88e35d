/** At the exits: the postcondition's conjuncts, a result that is not nil, what `initialize` leaves, what may be raised. */

import type { Place } from '../base/span';
import { le } from '../logic/arithmetic';
import { FALSE, implies, TRUE } from '../logic/build';
import { ancestors } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { SignatureArm } from '../program/program';
import { askInvariants, hasInvariants } from './classInvariants';
import { type Ctx, type Out, placeOf } from './context';
import { effectsOf } from './effects';
import { askOthers, askPromises, concerned } from './fields';
import { flowInto } from './flow';
import { givenName, namedParams } from './hiddenParams';
import { joinExits } from './join';
import { oblige } from './obligations';
import { askOnTrust } from './onTrust';
import { askOutcome } from './outcome';
import { clausesOf, refinementsOf } from './signatureClauses';
import { isDead, type State } from './state';
import { concrete } from './typing';
import { isTag, typeOf, unboxed, type Val } from './value';
import { watchTerm } from './watch';

export function atExits(ctx: Ctx, arm: SignatureArm | null, index: number, entry: State, end: Out): void {
  askAtExits(ctx, arm, index, entry, end);
  askOnTrust(ctx, index);
}

function askAtExits(ctx: Ctx, arm: SignatureArm | null, index: number, entry: State, end: Out): void {
  const { method } = ctx.run.input;
  const site = { span: method.definition!.nameSpan };
  const exit = joinExits(ctx, [...ctx.sinks.returns, end], site, end.state);
  askWithinBounds(ctx, index, exit.state);
  askPossible(ctx, index, exit.state);
  for (const raised of ctx.sinks.raises) ctx.run.mayRaise.add(raised.exception ?? 'StandardError');
  if (ctx.run.underConstruction)
    askPromises(ctx, exit.state, ctx.run.underConstruction.object, placeOf(ctx, site), 'at the end of initialize');
  else askContents(ctx, exit.state, placeOf(ctx, site));
  askInvariantsAtExits(ctx, exit.state, placeOf(ctx, site));
  if (!arm) return;
  const self = ctx.frame.self;
  const type = concrete(ctx.run.input.program, arm.type.result, typeOf(self));
  const value =
    method.name === 'initialize' ? self : flowInto(ctx, exit.state, exit.value, type, placeOf(ctx, site), 'the result');
  askPostconditions(ctx, arm, index, entry, { value, state: exit.state });
  askOutcome(ctx, arm, index, entry, entryBinders(ctx, arm, entry));
  askRaises(ctx, arm);
  askFreshResult(ctx, value, exit.state);
}

/**
 * What others promise (contracts, fields, invariants) was assumed on the way: together it must be possible, or everything
 * follows from it. Where exceptions are a way out, not to return may be what is meant.
 */
function askPossible(ctx: Ctx, index: number, exit: State): void {
  const { run } = ctx;
  if (isDead(exit) || ctx.sinks.raises.length > 0 || run.assumptions.size === 0) return;
  const owners = [...new Set([...run.assumptions.values()].map(each => each.owner))];
  const before = run.facts.length;
  oblige(ctx, exit, {
    kind: 'vacuity',
    id: `vacuity:${index}:return`,
    goal: FALSE,
    place: placeOf(ctx, { span: run.input.method.definition!.nameSpan }),
    about: `no run returns: what is assumed of ${owners.join(', ')} contradicts itself`,
  });
  run.facts.length = before;
}

/** A bound that no run of the method keeps proves nothing: some run must end within it. */
function askWithinBounds(ctx: Ctx, index: number, exit: State): void {
  const bounded = [...ctx.run.caveats.values()].some(each => each.type === 'loops' || each.type === 'arrays');
  if (!bounded && ctx.run.general.loops === 0) return;
  const place = placeOf(ctx, { span: ctx.run.input.method.definition!.nameSpan });
  if (isDead(exit)) {
    ctx.run.notModelled.push({ construct: 'a loop that goes beyond the bound in every run', place, affects: [] });
    return;
  }
  const before = ctx.run.facts.length;
  oblige(ctx, exit, {
    kind: 'vacuity',
    id: `vacuity:${index}:bounds`,
    goal: FALSE,
    place,
    about: bounded ? 'no run ends within the bounds' : 'no run comes to an end',
  });
  ctx.run.facts.length = before;
}

/** A method that writes contents keeps what the fields of its object say of theirs. */
function askContents(ctx: Ctx, state: State, place: Place): void {
  const { self } = ctx.frame;
  if (self.kind !== 'ref' || concerned(ctx, self, reach => reach.beyond).length === 0) return;
  const { writes } = effectsOf(ctx.run, ctx.run.input.method.key);
  if (writes === 'everything' || writes.size > 0) askOthers(ctx, state, self, place, reach => reach.beyond);
}

function askInvariantsAtExits(ctx: Ctx, state: State, place: Place): void {
  const { self } = ctx.frame;
  if (!hasInvariants(ctx, self)) return;
  askInvariants(ctx, state, self, place, 'when the method returns');
  for (const exit of ctx.sinks.raises) askInvariants(ctx, exit.state, self, exit.place, 'when the method raises');
}

function askPostconditions(ctx: Ctx, arm: SignatureArm, index: number, entry: State, exit: Out): void {
  const { method } = ctx.run.input;
  const refinements = refinementsOf(arm.type.resultRefinement, arm.type.result);
  const binders = entryBinders(ctx, arm, entry);
  if (arm.type.resultName) binders.set(arm.type.resultName, exit.value);
  for (const refinement of refinements) if (refinement.binder) binders.set(refinement.binder, exit.value);
  const clauses = clausesOf(ctx, exit.state, refinements, method, arm, { binders }, ctx.frame.self, entry);
  const term = watchTerm(exit.value);
  const watched =
    term === null ? [] : [{ id: 'result', role: { type: 'result' } as const, term, rubyType: typeOf(exit.value) }];
  for (const [number, { formula, clause }] of clauses.entries()) {
    oblige(ctx, exit.state, {
      kind: 'postcondition',
      id: `postcondition:${index}:${number}`,
      goal: formula,
      place: placeOf(ctx, { span: method.definition!.nameSpan }),
      clause,
      about: `the result of ${method.name}`,
      watched,
    });
  }
}

/** A parameter's name means its value on entry. */
export function entryBinders(ctx: Ctx, arm: SignatureArm, entry: State): Map<string, Val> {
  const binders = new Map<string, Val>();
  const params = namedParams(ctx.run.input.method.definition!.params).filter(param => param.kind !== 'block');
  for (const { name } of params) {
    const val = name === null ? undefined : entry.locals.get(`1/${name}`);
    if (name && val) binders.set(name, val);
  }
  let position = 0;
  const positional = params.filter(param => !/key/i.test(param.kind));
  for (const [index, declared] of arm.type.params.entries()) {
    const listed = entry.locals.get(`1/${givenName(declared.name ?? `arg${index + 1}`)}`);
    if (listed) for (const name of [declared.name, declared.refinement?.binder]) if (name) binders.set(name, listed);
    if (listed || declared.kind === 'key' || declared.kind === 'optionalKey') continue;
    const param = declared.kind === 'keyRest' ? params.find(each => each.kind === 'keyRest') : positional[position++];
    const val = param?.name ? entry.locals.get(`1/${param.name}`) : undefined;
    if (!val) continue;
    if (declared.name) binders.set(declared.name, val);
    if (declared.refinement?.binder) binders.set(declared.refinement.binder, val);
  }
  return binders;
}

/** `raises: []` demands that nothing escapes, `raises: [E]` only E. */
function askRaises(ctx: Ctx, arm: SignatureArm): void {
  const allowed = arm.labels.raises;
  if (allowed === null) return;
  const { program } = ctx.run.input;
  const named = new Set(allowed.map(name => resolveClassName(program, arm.nesting, name) ?? name));
  for (const exit of ctx.sinks.raises) {
    // What is a kind of something that may be raised may be raised.
    if (exit.exception && [exit.exception, ...ancestors(program, exit.exception)].some(one => named.has(one))) continue;
    oblige(ctx, exit.state, {
      kind: 'exception',
      goal: FALSE,
      place: exit.place,
      clause: { text: `raises: [${allowed.join(', ')}]`, place: arm.place },
      about: `${exit.exception ?? 'an exception'} does not escape`,
    });
  }
}

/** A pure method gives the same object for the same input, so the object must have been there before. */
function askFreshResult(ctx: Ctx, value: Val, state: State): void {
  const { limit } = ctx.run;
  const ref = value.kind === 'boxed' ? unboxed(value.term, 'ref') : value.kind === 'ref' ? value.term : null;
  if (limit?.kind !== 'purity' || ref === null) return;
  const isRef = value.kind === 'boxed' ? isTag(value.term, 'ref') : TRUE;
  oblige(ctx, state, {
    kind: 'purity',
    goal: implies(isRef, le(ref, limit.allocOnEntry)),
    place: placeOf(ctx, { span: ctx.run.input.method.definition!.nameSpan }),
    clause: limit.clause,
    about: 'the result is not a new object',
  });
}
