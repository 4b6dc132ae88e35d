/**
 * Calling what nobody sees the body of: the block that a method is given, a proc from outside. Its type is its contract:
 * what its parameters demand is asked, everything is forgotten (it may do anything), what its result promises is assumed.
 * Who hands it over answers for that (procContracts.ts).
 */
import { and, not } from '../logic/build';
import { BOOL_SORT } from '../logic/sorts';
import type { Nesting } from '../program/program';
import type { MethodType, Refinement } from '../types/type';
import type { Args, Site } from './arguments';
import { askAllAtRest, assumeAtRest } from './atRest';
import { bindToSignature } from './bindSignature';
import { throwEdge } from './catching';
import { type ClauseFormula, NO_CALLS, NO_TYPES, refinementFormulas } from './clauses';
import { assume, type Ctx, fresh, note, type Out, placeOf } from './context';
import { expose } from './exposed';
import { stopEdge } from './handlers';
import { havoc } from './havoc';
import { leak } from './leak';
import { mayWrite } from './mayWrite';
import { oblige } from './obligations';
import { refinementsOf } from './signatureClauses';
import type { State } from './state';
import { anyOf, concrete } from './typing';
import { NIL_VAL, typeOf, type Val } from './value';

export interface Callable {
  readonly type: MethodType;
  /** Where its type is written. */
  readonly nesting: Nesting;
  /** `the block`, `the proc`. */
  readonly name: string;
}

/** Null: the arguments cannot be matched one by one. */
export function callByType(ctx: Ctx, callee: Callable, args: Args, site: Site, state: State): Out | null {
  const { type, name } = callee;
  const { self } = ctx.frame;
  const bound = args.irregular ? null : bindToSignature(ctx, state, type, args, self, site, name);
  if (!bound) return null;
  const place = placeOf(ctx, site);
  const there = bound.state;
  note(ctx, { operation: 'call', text: `${name} (by its type)` });
  for (const [index, param] of type.params.entries()) {
    if (bound.values[index] === undefined) continue;
    const about = `argument ${param.name ?? index + 1} of ${name}`;
    for (const { formula, clause } of clausesIn(
      ctx,
      there,
      refinementsOf(param.refinement, param.type),
      callee,
      bound.binders,
    ))
      oblige(ctx, there, { kind: 'precondition', goal: formula, place, clause, about });
  }
  const atRest = askAllAtRest(ctx, there, place, `before this call of ${name}`);
  mayWrite(ctx, there, '*', null, place);
  for (const given of args.positional) expose(ctx, there, given);
  const after = havoc(ctx, leak(there, self, ...args.positional));
  assumeAtRest(ctx, after, atRest);
  const declared = concrete(ctx.run.input.program, type.result, typeOf(self));
  const { val, guard } = anyOf(ctx, declared, 'yielded', after.heap.alloc, site);
  assume(ctx, after, guard);
  for (const { formula } of promised(ctx, after, callee, bound.binders, val)) assume(ctx, after, formula);
  return { value: val, state: throwEdge(ctx, null, raiseEdge(ctx, site, after), site) };
}

/** What the result keeps, by the callee's type. */
export function promised(
  ctx: Ctx,
  state: State,
  callee: Callable,
  known: ReadonlyMap<string, Val>,
  result: Val,
): readonly ClauseFormula[] {
  const { type } = callee;
  const refinements = refinementsOf(type.resultRefinement, type.result);
  const binders = new Map(known);
  for (const { binder } of refinements) if (binder) binders.set(binder, result);
  if (type.resultName) binders.set(type.resultName, result);
  return clausesIn(ctx, state, refinements, callee, binders);
}

export function clausesIn(
  ctx: Ctx,
  state: State,
  refinements: readonly Refinement[],
  { nesting }: Callable,
  binders: ReadonlyMap<string, Val>,
): readonly ClauseFormula[] {
  const { self, method } = ctx.frame;
  const typed = ctx.run.input.clausesOf(method.key);
  const scope = {
    binders,
    self,
    owner: method,
    nesting,
    types: typed?.types ?? NO_TYPES,
    calls: typed?.calls ?? NO_CALLS,
    old: null,
  };
  return refinements.flatMap(refinement => refinementFormulas(ctx, state, refinement, scope));
}

/** It may raise, where a rescue or an ensure can see it. */
function raiseEdge(ctx: Ctx, site: Site, state: State): State {
  if (!ctx.sinks.observed) return stopEdge(ctx, null, state, placeOf(ctx, site));
  const raised = fresh(ctx.run, 'raised', BOOL_SORT);
  const path = and(state.path, raised);
  ctx.sinks.raises.push({ value: NIL_VAL, state: { ...state, path }, place: placeOf(ctx, site), exception: null });
  return { ...state, path: and(state.path, not(raised)) };
}
