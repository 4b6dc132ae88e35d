/** T-VarAssn and T-InstAssn. */
import type { Assign } from '../../ril/ril';
import { assignTarget } from '../calls/binding/assignTarget';
import type { Ctx, Out } from '../state/context';
import type { State } from '../state/state';

export function evaluateAssign(ctx: Ctx, expr: Assign, state: State): Out {
  const out = ctx.run.rules.evaluate(ctx, expr.value, state);
  return { value: out.value, state: assignTarget(ctx, expr.target, out.value, out.state) };
}
