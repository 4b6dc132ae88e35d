/**
 * `while` (and `until`, `for`, `loop`, which lower to it or to blocks): by an invariant if there is one, else unrolled.
 */

import { TRUE } from '../../logic/build';
import type { Call, While } from '../../ril/ril';
import { ANY } from '../../types/type';
import { runBlock } from '../calls/blocks/blocks';
import { iterate } from '../loops/iterate';
import { findInvariant, runWhileWithInvariant } from '../loops/loopInvariants';
import { partitionByHandler } from '../obligations/handlers';
import type { Args } from '../state/call';
import { type Ctx, freshSymbol, type Out, taintPart } from '../state/context';
import type { ExitList } from '../state/frame';
import { joinExits } from '../state/join';
import type { State } from '../state/state';
import { isTruthy, NIL_VAL, type Val } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';

export function evaluateWhile(ctx: Ctx, expr: While, state: State): Out {
  const breaks: ExitList = ctx.run.trail.list();
  const test = (s: State): Out => ctx.run.rules.evaluate(ctx, expr.condition, s);
  const iteration = (s: State): State => {
    const nexts: ExitList = ctx.run.trail.list();
    const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, breaks, nexts } };
    const end = ctx.run.rules.evaluate(inner, expr.body, s);
    return joinExits(ctx, [...nexts, end], expr, end.state).state;
  };
  const invariant = findInvariant(expr.body);
  if (invariant && !expr.bodyFirst) {
    const end = runWhileWithInvariant(ctx, invariant, state, expr, {
      code: expr,
      test,
      iteration,
      breaks: () => breaks.all,
    });
    return { value: NIL_VAL, state: end };
  }
  const end = unrollLoop(ctx, expr.bodyFirst ? iteration(state) : state, expr, { test, iteration, breaks });
  return joinExits(ctx, [{ value: NIL_VAL, state: end }, ...breaks], expr, end);
}

/** A `while` loop: its condition, its body and the exits by `break`. */
interface WhileLoop {
  readonly test: (state: State) => Out;
  readonly iteration: (state: State) => State;
  readonly breaks: ExitList;
}

function unrollLoop(ctx: Ctx, state: State, expr: While, { test, iteration, breaks }: WhileLoop): State {
  const { settings } = ctx.run.input;
  return iterate(ctx, state, expr, {
    gathers: [breaks],
    counted: false,
    condition: expr.condition,
    more: (_, s) => {
      const out = test(s);
      return { condition: isTruthy(out.value), state: out.state };
    },
    iteration: (_, s) => iteration(s),
    bound: settings.loopDepth,
    exactly: settings.unrolling,
    caveat: { type: 'loops', depth: settings.loopDepth },
  });
}

/** `loop { … }`: ends by break, return or raise; any StopIteration ends it as `break` does. */
export function evaluateLoop(ctx: Ctx, call: Call, args: Args, state: State): Out {
  const [breaks, raised, stops]: [ExitList, ExitList, ExitList] = [
    ctx.run.trail.list(),
    ctx.run.trail.list(),
    ctx.run.trail.list(),
  ];
  const { settings } = ctx.run.input;
  const caught = [...ctx.sinks.caught, STOP];
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises: raised, stops, caught } };
  const end = iterate(inner, state, call, {
    gathers: [breaks, raised, stops],
    counted: false,
    more: (_, s) => ({ condition: TRUE, state: s }),
    iteration: (_, s) => runBlock(inner, { closure: args.block!, args: [], site: call, breaks }, s).state,
    bound: settings.loopDepth,
    exactly: settings.loopDepth,
    caveat: { type: 'loops', depth: settings.loopDepth },
  });
  const { taken, rest } = partitionByHandler(ctx, raised.all, [STOP]);
  ctx.sinks.raises.push(...rest);
  const stopped = [...taken, ...stops].map(exit => ({ ...exit, value: resultOfStop(ctx, call) }));
  return joinExits(ctx, [...breaks, ...stopped], call, end);
}

const STOP = 'StopIteration';

/** The result of the enumerator that raised StopIteration. */
function resultOfStop(ctx: Ctx, call: Call): Val {
  const term = freshSymbol(ctx.run, 'stopped', VALUE_SORT);
  taintPart(ctx, term, { kind: 'loop-value' }, call);
  return { kind: 'boxed', term, type: ANY };
}
