/** The refinement of a field (`var_type :@sec, 'Integer s { 0 <= s < 60 }'`), read for one object's value of it. */
import type { FieldInfo } from '../program/program';
import { type ClauseFormula, NO_CALLS, NO_TYPES, refinementFormulas } from './clauses';
import type { Ctx } from './context';
import type { State } from './state';
import type { Val } from './value';

export function fieldClauses(ctx: Ctx, state: State, object: Val, info: FieldInfo, value: Val): ClauseFormula[] {
  const { refinement } = info;
  if (!refinement) return [];
  const binders = new Map<string, Val>(refinement.binder ? [[refinement.binder, value]] : []);
  return refinementFormulas(ctx, state, refinement, {
    binders,
    self: object,
    owner: ctx.frame.method,
    nesting: info.nesting,
    types: NO_TYPES,
    calls: NO_CALLS,
    old: null,
  });
}
