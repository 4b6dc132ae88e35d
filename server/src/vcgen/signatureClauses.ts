/** The refinements of a signature as formulas about the values that its binders stand for. */
import type { MethodInfo, SignatureArm } from '../program/program';
import { asksOutcome, resultNames } from '../types/outcome';
import type { Refinement, Type } from '../types/type';
import { type ClauseFormula, type ClauseScope, NO_CALLS, NO_TYPES, refinementFormulas } from './clauses';
import type { Ctx } from './context';
import type { State } from './state';
import type { Val } from './value';

/** The refinement beside a type, and one inside of it. */
export function refinementsOf(beside: Refinement | null, type: Type): readonly Refinement[] {
  const inside = type.kind === 'refined' ? [type.refinement] : [];
  return beside ? [beside, ...inside] : inside;
}

export function clausesOf(
  ctx: Ctx,
  state: State,
  refinements: readonly Refinement[],
  info: MethodInfo,
  arm: SignatureArm,
  bound: { readonly binders: ReadonlyMap<string, Val> },
  self: Val,
  old: State | null,
  raised = false,
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
  return refinements.flatMap(refinement => refinementFormulas(ctx, state, refinement, scope));
}

/** What is said of both ways out: clauses of the result that ask for its outcome. */
export function outcomeClauses({ type }: SignatureArm): readonly Refinement[] {
  const results = resultNames(type);
  return refinementsOf(type.resultRefinement, type.result).flatMap(refinement => {
    const clauses = refinement.clauses.filter(({ expr, isRuby }) => !isRuby && asksOutcome(expr, results));
    return clauses.length > 0 ? [{ ...refinement, clauses }] : [];
  });
}
