/**
 * Clauses that ask `r.exception?` hold on both ways out. Where a method raises there is no result: whatever such a clause
 * says of one, it says of every value, so nothing is known of the one that stands for it, not even that its type has any.
 */
import type { MethodInfo, SignatureArm } from '../program/program';
import { resultNames } from '../types/outcome';
import type { Type } from '../types/type';
import type { Site } from './arguments';
import type { Bound } from './bindSignature';
import { assume, type Ctx, fresh, leanOn, placeOf, taintPart } from './context';
import { joinExits } from './join';
import { oblige } from './obligations';
import { isDynamic } from './shape';
import { clausesOf, outcomeClauses } from './signatureClauses';
import type { State } from './state';
import { anyOf, concrete } from './typing';
import { typeOf, VALUE_SORT, type Val } from './value';

/** At the exits by exception. `binders`: what the names mean on entry. */
export function askOutcome(
  ctx: Ctx,
  arm: SignatureArm,
  index: number,
  entry: State,
  binders: ReadonlyMap<string, Val>,
): void {
  const { method } = ctx.run.input;
  const [first] = ctx.sinks.raises;
  const refinements = outcomeClauses(arm);
  if (refinements.length === 0 || !first) return;
  const site = { span: method.definition!.nameSpan };
  const { state } = joinExits(ctx, ctx.sinks.raises, site, first.state);
  const all = withResult(ctx, method, arm, binders, ctx.frame.self, state, site);
  const clauses = clausesOf(ctx, state, refinements, method, arm, { binders: all }, ctx.frame.self, entry, true);
  for (const [number, { formula, clause }] of clauses.entries())
    oblige(ctx, state, {
      kind: 'postcondition',
      id: `postcondition:${index}:raised:${number}`,
      goal: formula,
      place: placeOf(ctx, site),
      clause,
      about: `what ${method.name} leaves where it raises`,
    });
}

/** On the exceptional edge of a call by contract: the callee was asked for it. */
export function assumeOutcome(
  ctx: Ctx,
  states: { readonly before: State; readonly raised: State },
  info: MethodInfo,
  arm: SignatureArm,
  bound: Bound,
  receiver: Val,
  site: Site,
): void {
  const refinements = outcomeClauses(arm);
  if (refinements.length === 0) return;
  leanOn(ctx.run, { owner: info.key, what: 'contract', place: arm.place });
  const { before, raised } = states;
  const binders = withResult(ctx, info, arm, bound.binders, receiver, raised, site);
  for (const { formula } of clausesOf(ctx, raised, refinements, info, arm, { binders }, receiver, before, true))
    assume(ctx, raised, formula);
}

function withResult(
  ctx: Ctx,
  info: MethodInfo,
  arm: SignatureArm,
  binders: ReadonlyMap<string, Val>,
  self: Val,
  state: State,
  site: Site,
): ReadonlyMap<string, Val> {
  const declared = info.name === 'initialize' ? typeOf(self) : arm.type.result;
  const value = anyValue(ctx, concrete(ctx.run.input.program, declared, typeOf(self)), state, site);
  return new Map([...binders, ...resultNames(arm.type).map(name => [name, value] as const)]);
}

/** Of that type as far as its form goes; nothing is assumed of it. */
function anyValue(ctx: Ctx, type: Type, state: State, site: Site): Val {
  if (!isDynamic(type)) return anyOf(ctx, type, 'result', state.heap.alloc, site).val;
  const term = fresh(ctx.run, 'result', VALUE_SORT);
  taintPart(ctx, term, 'the result where the method raises', site);
  return { kind: 'boxed', term, type };
}
