/**
 * Calls of procs whose body is not visible: the caller's block, a proc from the caller. Its type is its contract: its
 * parameter types are required, all state is havocked (it may have any effect), its result type is assumed. Code that
 * passes such a proc must prove that it conforms (procConformance.ts).
 */

import { and, not } from '../../../logic/build';
import { BOOL_SORT } from '../../../logic/sorts';
import { showCallee } from '../../../problems/obligations';
import type { CalleeName } from '../../../problems/reason';
import type { Nesting } from '../../../program/program';
import type { MethodType, Refinement } from '../../../types/type';
import { exposeCapturedLocals } from '../../analysis/capturedLocals';
import { type ClauseFormula, NO_CALLS, NO_TYPES, translateRefinement } from '../../clauses/clauses';
import { refinementsOf } from '../../clauses/signatureClauses';
import { havocHeap } from '../../fields/havoc';
import { markEscaped } from '../../heap/escape';
import { checkWrite } from '../../obligations/checkWrite';
import { addStopIterationExit } from '../../obligations/handlers';
import { addObligation } from '../../obligations/obligations';
import type { Args, Site } from '../../state/call';
import { assume, type Ctx, freshSymbol, noteStep, type Out, placeOf } from '../../state/context';
import { ANYTHING } from '../../state/heapKey';
import type { State } from '../../state/state';
import { makeArbitraryValue, resolveTypeFor } from '../../state/typeGuards';
import { NIL_VAL, typeOf, type Val } from '../../state/value';
import { bindToSignature } from '../binding/bindSignature';
import { addThrowExits } from '../raises/throwEdge';
import { assumeConsistent, requireAllConsistent } from '../transfer/objectConsistency';

export interface Callable {
  readonly type: MethodType;
  /** Where its type is declared. */
  readonly nesting: Nesting;
  readonly name: CalleeName<'block' | 'proc'>;
}

/** Null: the arguments cannot be matched individually. */
export function callOpaqueProc(ctx: Ctx, callee: Callable, args: Args, site: Site, state: State): Out | null {
  const { type, name } = callee;
  const { self } = ctx.frame;
  const bound = args.irregular ? null : bindToSignature(ctx, state, { type, args, self, site, callee: name });
  if (!bound) return null;
  const place = placeOf(ctx, site);
  const there = bound.state;
  noteStep(ctx, { operation: 'call', text: `${showCallee(name)} (by its type)` });
  for (const [index, param] of type.params.entries()) {
    if (bound.values[index] === undefined) continue;
    const subject = { kind: 'argument', param: param.name ?? index + 1, callee: name } as const;
    for (const { formula, clause } of translateProcClauses(
      ctx,
      there,
      refinementsOf(param.refinement, param.type),
      callee,
      bound.binders,
    ))
      addObligation(ctx, there, {
        kind: 'precondition',
        goal: formula,
        place,
        clause,
        reason: { kind: 'clause-of', subject },
      });
  }
  const consistent = requireAllConsistent(ctx, there, place, { kind: 'before-call', callee: name });
  checkWrite(ctx, there, ANYTHING, null, place);
  for (const given of args.positional) exposeCapturedLocals(ctx, there, given);
  const after = havocHeap(ctx, markEscaped(there, self, ...args.positional));
  assumeConsistent(ctx, after, consistent);
  const declared = resolveTypeFor(ctx.run.input.program, type.result, typeOf(self));
  const { val, guard } = makeArbitraryValue(ctx, declared, 'yielded', after.heap.alloc, site);
  assume(ctx, after, guard);
  for (const { formula } of procResultClauses(ctx, after, callee, bound.binders, val)) assume(ctx, after, formula);
  return { value: val, state: addThrowExits(ctx, null, raiseEdge(ctx, site, after), site) };
}

/** The clauses of the result, by the callee's type. */
export function procResultClauses(
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
  return translateProcClauses(ctx, state, refinements, callee, binders);
}

export function translateProcClauses(
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
  return refinements.flatMap(refinement => translateRefinement(ctx, state, refinement, scope));
}

/** It may raise, if a rescue or an ensure can observe it. */
function raiseEdge(ctx: Ctx, site: Site, state: State): State {
  if (!ctx.sinks.observed) return addStopIterationExit(ctx, null, state, placeOf(ctx, site));
  const raised = freshSymbol(ctx.run, 'raised', BOOL_SORT);
  const path = and(state.path, raised);
  ctx.sinks.raises.push({ value: NIL_VAL, state: { ...state, path }, place: placeOf(ctx, site), exception: null });
  return { ...state, path: and(state.path, not(raised)) };
}
