/** The refinements of a signature as formulas about the values of its binders. */
import type { SignatureArm } from '../../program/program';
import { resultNames, testsOutcome } from '../../types/exceptionalOutcome';
import type { Refinement, Type } from '../../types/type';
import type { BoundSignature } from '../state/call';
import type { Ctx } from '../state/context';
import type { State } from '../state/state';
import { type ClauseFormula, type ClauseScope, NO_CALLS, NO_TYPES, translateRefinement } from './clauses';

/** The refinement next to a type, and the one inside it. */
export function refinementsOf(beside: Refinement | null, type: Type): readonly Refinement[] {
  const inside = type.kind === 'refined' ? [type.refinement] : [];
  return beside ? [beside, ...inside] : inside;
}

/** The exit at which a clause is evaluated: the state of `old`, and whether the method raised. */
export interface ClauseMoment {
  readonly old: State | null;
  readonly raised?: boolean;
}

export function translateSignatureClauses(
  ctx: Ctx,
  state: State,
  refinements: readonly Refinement[],
  { info, arm, bound, self }: BoundSignature,
  { old, raised = false }: ClauseMoment,
): readonly ClauseFormula[] {
  const typed = ctx.run.input.clausesOf(info.key);
  const scope: ClauseScope = {
    binders: bound.binders,
    self,
    owner: info,
    nesting: arm.nesting,
    types: typed?.types ?? NO_TYPES,
    calls: typed?.calls ?? NO_CALLS,
    old,
    outcome: { results: resultNames(arm.type), raised },
  };
  return refinements.flatMap(refinement => translateRefinement(ctx, state, refinement, scope));
}

/** Clauses about normal and exceptional exits: those that refer to the outcome of the result. */
export function exceptionalClauses({ type }: SignatureArm): readonly Refinement[] {
  const results = resultNames(type);
  return refinementsOf(type.resultRefinement, type.result).flatMap(refinement => {
    const clauses = refinement.clauses.filter(({ expr, isRuby }) => !isRuby && testsOutcome(expr, results));
    return clauses.length > 0 ? [{ ...refinement, clauses }] : [];
  });
}
