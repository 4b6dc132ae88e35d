/** T-Ret, and `break`/`next`: control leaves with its state; the path ends here. */
import { FALSE } from '../../logic/build';
import type { Jump } from '../../ril/ril';
import { havocHeap } from '../fields/havoc';
import { type Ctx, noteStep, type Out, placeOf, taintFor } from '../state/context';
import type { ExitList } from '../state/frame';
import { type State, withPath } from '../state/state';
import { boxValue, NIL_VAL } from '../state/value';

export function evaluateJump(ctx: Ctx, expr: Jump, state: State): Out {
  const out = expr.value ? ctx.run.rules.evaluate(ctx, expr.value, state) : { value: NIL_VAL, state };
  const sink = sinkFor(ctx, expr.jump);
  if (!sink) {
    const taint = taintFor(ctx, { kind: 'jump', jump: expr.jump }, expr);
    return { value: NIL_VAL, state: havocHeap(ctx, out.state, { taint }) };
  }
  noteStep(ctx, { operation: 'return', text: expr.jump === 'return' ? '' : expr.jump, value: boxValue(out.value) });
  sink.push({ value: out.value, state: out.state, place: placeOf(ctx, expr), exception: null });
  return { value: NIL_VAL, state: withPath(out.state, FALSE) };
}

function sinkFor(ctx: Ctx, jump: Jump['jump']): ExitList | null {
  switch (jump) {
    case 'return':
      return ctx.sinks.returns;
    case 'break':
      return ctx.sinks.breaks;
    case 'next':
      return ctx.sinks.nexts;
    case 'retry':
      return ctx.sinks.retries ?? null;
    default:
      return null;
  }
}
