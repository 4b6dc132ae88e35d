/** T-If, and Ruby's `&&` and `||`: both branches run, and their states are joined. */
import { and, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { Expr } from '../../ril/ril';
import type { Ctx, Out } from './context';
import { join } from './join';
import { type State, withPath } from './state';

export type Branch = (state: State) => Out;

/** The two branches of a condition. */
export interface Branches {
  readonly yes: Branch;
  readonly no: Branch;
}

/** Runs both branches, each under its own path condition, and joins them. */
export function forkState(
  ctx: Ctx,
  condition: Formula,
  state: State,
  site: { readonly span: Expr['span'] },
  { yes, no }: Branches,
): Out {
  const a = yes(withPath(state, and(state.path, condition)));
  const b = no(withPath(state, and(state.path, not(condition))));
  return join(ctx, condition, a, b, site);
}
