/** `while`: not modelled yet; what the loop may have written is unknown afterwards. */
import type { While } from '../ril/ril';
import { type Ctx, notModelled, type Out, taintFor } from './context';
import { havoc } from './heap';
import type { State } from './state';
import { NIL_VAL } from './value';
import { assignLocal } from './variables';
import { writtenLocals } from './writes';

export function evaluateWhile(ctx: Ctx, expr: While, state: State): Out {
  let next = havoc(ctx, { ...state, fresh: [] }, { taint: taintFor(ctx, 'a while loop', expr) });
  for (const name of writtenLocals(expr)) next = assignLocal(ctx, next, name, notModelled(ctx, 'a while loop', expr));
  return { value: NIL_VAL, state: next };
}
