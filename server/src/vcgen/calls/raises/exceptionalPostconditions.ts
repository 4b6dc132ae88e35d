/**
 * Clauses with `r.exception?` hold at normal and exceptional exits. A method that raises has no result: such a clause
 * then holds for every value of r, so r is an arbitrary value, without even the assumption that its type has one.
 */
import type { SignatureArm } from '../../../program/program';
import { resultNames } from '../../../types/exceptionalOutcome';
import type { Type } from '../../../types/type';
import { exceptionalClauses, translateSignatureClauses } from '../../clauses/signatureClauses';
import { addObligation } from '../../obligations/obligations';
import type { BoundCall, BoundSignature, Site } from '../../state/call';
import { assume, type Ctx, freshSymbol, placeOf, recordAssumption, taintPart } from '../../state/context';
import { joinExits } from '../../state/join';
import { isDynamic } from '../../state/representation';
import type { State } from '../../state/state';
import { makeArbitraryValue, resolveTypeFor } from '../../state/typeGuards';
import { typeOf, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';

/** At exceptional exits. `binders`: the values of the names on entry. */
export function requireExceptionalPostconditions(
  ctx: Ctx,
  arm: SignatureArm,
  index: number,
  entry: State,
  binders: ReadonlyMap<string, Val>,
): void {
  const { method } = ctx.run.input;
  const [first] = ctx.sinks.raises.all;
  const refinements = exceptionalClauses(arm);
  if (refinements.length === 0 || !first) return;
  const site = { span: method.definition!.nameSpan };
  const { state } = joinExits(ctx, ctx.sinks.raises.all, site, first.state);
  const all = withResult(ctx, { info: method, arm, bound: { binders }, self: ctx.frame.self }, state, site);
  const clauses = translateSignatureClauses(
    ctx,
    state,
    refinements,
    { info: method, arm, bound: { binders: all }, self: ctx.frame.self },
    { old: entry, raised: true },
  );
  for (const [number, { formula, clause }] of clauses.entries())
    addObligation(ctx, state, {
      kind: 'postcondition',
      id: `postcondition:${index}:raised:${number}`,
      goal: formula,
      place: placeOf(ctx, site),
      clause,
      reason: { kind: 'method-raises', method: method.name },
    });
}

/** At the exceptional exit of a call by contract: the callee has proved it. */
export function assumeExceptionalPostconditions(
  ctx: Ctx,
  states: { readonly before: State; readonly raised: State },
  call: BoundCall,
): void {
  const { info, arm, site } = call;
  const refinements = exceptionalClauses(arm);
  if (refinements.length === 0) return;
  recordAssumption(ctx.run, { owner: info.key, what: 'contract', place: arm.place });
  const { before, raised } = states;
  const binders = withResult(ctx, call, raised, site);
  for (const { formula } of translateSignatureClauses(
    ctx,
    raised,
    refinements,
    { ...call, bound: { binders } },
    { old: before, raised: true },
  ))
    assume(ctx, raised, formula);
}

function withResult(ctx: Ctx, call: BoundSignature, state: State, site: Site): ReadonlyMap<string, Val> {
  const { info, arm, self } = call;
  const declared = info.name === 'initialize' ? typeOf(self) : arm.type.result;
  const value = anyValue(ctx, resolveTypeFor(ctx.run.input.program, declared, typeOf(self)), state, site);
  return new Map([...call.bound.binders, ...resultNames(arm.type).map(name => [name, value] as const)]);
}

/** A value of that type's form; nothing else is assumed about it. */
function anyValue(ctx: Ctx, type: Type, state: State, site: Site): Val {
  if (!isDynamic(type)) return makeArbitraryValue(ctx, type, 'result', state.heap.alloc, site).val;
  const term = freshSymbol(ctx.run, 'result', VALUE_SORT);
  taintPart(ctx, term, { kind: 'exceptional-result' }, site);
  return { kind: 'boxed', term, type };
}
