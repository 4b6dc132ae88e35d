/** The refinement of a field (`var_type :@sec, 'Integer s { 0 <= s < 60 }'`) for one object's value. */
import type { FieldInfo } from '../../program/program';
import type { Ctx } from '../state/context';
import type { State } from '../state/state';
import type { Val } from '../state/value';
import { type ClauseFormula, NO_CALLS, NO_TYPES, translateRefinement } from './clauses';

export function translateFieldRefinement(
  ctx: Ctx,
  state: State,
  object: Val,
  info: FieldInfo,
  value: Val,
): ClauseFormula[] {
  const { refinement } = info;
  if (!refinement) return [];
  const binders = new Map<string, Val>(refinement.binder ? [[refinement.binder, value]] : []);
  return translateRefinement(ctx, state, refinement, {
    binders,
    self: object,
    owner: ctx.frame.method,
    nesting: info.nesting,
    types: NO_TYPES,
    calls: NO_CALLS,
    old: null,
  });
}
