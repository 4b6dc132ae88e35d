/** `raise`, `rescue`, `ensure`. */
import { FALSE } from '../logic/build';
import type { Call, Ensure, Rescue } from '../ril/ril';
import { type Ctx, note, notModelled, type Out, placeOf, taintFor } from './context';
import { havoc } from './heap';
import { type State, withPath } from './state';
import { NIL_VAL } from './value';
import { assignLocal } from './variables';
import { writtenLocals } from './writes';

/** An explicit raise is an exceptional exit; its argument's class is what may escape. */
export function evaluateRaise(ctx: Ctx, call: Call, state: State): Out {
  let next = state;
  for (const arg of call.args)
    if (arg.type === 'positional' && arg.value.kind !== 'const')
      next = ctx.run.rules.evaluate(ctx, arg.value, next).state;
  const first = call.args[0];
  const exception = first?.type === 'positional' ? raisedClass(first.value) : 'RuntimeError';
  note(ctx, { operation: 'raise', text: exception ?? '' });
  ctx.sinks.raises.push({ value: NIL_VAL, state: next, place: placeOf(ctx, call), exception });
  return { value: NIL_VAL, state: withPath(next, FALSE) };
}

function raisedClass(expr: import('../ril/ril').Expr): string | null {
  if (expr.kind === 'const') return expr.name;
  if (expr.kind === 'lit' || expr.kind === 'interpolate') return 'RuntimeError';
  if (expr.kind === 'call' && expr.method === 'new' && expr.receiver?.kind === 'const') return expr.receiver.name;
  return null;
}

export function evaluateRescue(ctx: Ctx, expr: Rescue, state: State): Out {
  return unknown(ctx, 'rescue', expr, state);
}

export function evaluateEnsure(ctx: Ctx, expr: Ensure, state: State): Out {
  return unknown(ctx, 'ensure', expr, state);
}

function unknown(ctx: Ctx, construct: string, expr: Rescue | Ensure, state: State): Out {
  let next = havoc(ctx, { ...state, fresh: [] }, { taint: taintFor(ctx, construct, expr) });
  for (const name of writtenLocals(expr)) next = assignLocal(ctx, next, name, notModelled(ctx, construct, expr));
  return { value: notModelled(ctx, construct, expr), state: next };
}
