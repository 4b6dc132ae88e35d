/** `while` (and `until`, `for`, `loop`, which lower to it or to blocks): an invariant if there is one, else unrolled. */

import { TRUE } from '../logic/build';
import type { Call, While } from '../ril/ril';
import { ANY } from '../types/type';
import type { Args } from './arguments';
import { runBlock } from './blocks';
import { type Ctx, type Exit, fresh, type Out, taintPart } from './context';
import { partition } from './handlers';
import { invariantIn, whileInvariant } from './invariants';
import { iterate } from './iterate';
import { joinExits } from './join';
import type { State } from './state';
import { NIL_VAL, truthy, VALUE_SORT, type Val } from './value';

export function evaluateWhile(ctx: Ctx, expr: While, state: State): Out {
  const breaks: Exit[] = [];
  const test = (s: State): Out => ctx.run.rules.evaluate(ctx, expr.condition, s);
  const round = (s: State): State => {
    const nexts: Exit[] = [];
    const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, breaks, nexts } };
    const end = ctx.run.rules.evaluate(inner, expr.body, s);
    return joinExits(ctx, [...nexts, end], expr, end.state).state;
  };
  const invariant = invariantIn(expr.body);
  if (invariant && !expr.bodyFirst) {
    const end = whileInvariant(ctx, invariant, state, expr, { code: expr, test, round, breaks: () => breaks });
    return { value: NIL_VAL, state: end };
  }
  const end = unrolled(ctx, expr.bodyFirst ? round(state) : state, expr, test, round, breaks);
  return joinExits(ctx, [{ value: NIL_VAL, state: end }, ...breaks], expr, end);
}

function unrolled(
  ctx: Ctx,
  state: State,
  expr: While,
  test: (state: State) => Out,
  round: (state: State) => State,
  breaks: Exit[],
): State {
  const { settings } = ctx.run.input;
  return iterate(ctx, state, expr, {
    gathers: [breaks],
    counted: false,
    condition: expr.condition,
    more: (_, s) => {
      const out = test(s);
      return { condition: truthy(out.value), state: out.state };
    },
    round: (_, s) => round(s),
    bound: settings.loopDepth,
    exactly: settings.unrolling,
    caveat: { type: 'loops', depth: settings.loopDepth },
  });
}

/** `loop { … }`: ends by break, return or raise; StopIteration ends it as `break` does, whoever raises it. */
export function evaluateLoop(ctx: Ctx, call: Call, args: Args, state: State): Out {
  const [breaks, raised, stops]: [Exit[], Exit[], Exit[]] = [[], [], []];
  const { settings } = ctx.run.input;
  const caught = [...ctx.sinks.caught, STOP];
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises: raised, stops, caught } };
  const end = iterate(inner, state, call, {
    gathers: [breaks, raised, stops],
    counted: false,
    more: (_, s) => ({ condition: TRUE, state: s }),
    round: (_, s) => runBlock(inner, args.block!, [], s, call, breaks).state,
    bound: settings.loopDepth,
    exactly: settings.loopDepth,
    caveat: { type: 'loops', depth: settings.loopDepth },
  });
  const { taken, rest } = partition(ctx, raised, [STOP]);
  ctx.sinks.raises.push(...rest);
  const stopped = [...taken, ...stops].map(exit => ({ ...exit, value: resultOfStop(ctx, call) }));
  return joinExits(ctx, [...breaks, ...stopped], call, end);
}

const STOP = 'StopIteration';

/** What the enumerator that stopped it gave in the end. */
function resultOfStop(ctx: Ctx, call: Call): Val {
  const term = fresh(ctx.run, 'stopped', VALUE_SORT);
  taintPart(ctx, term, 'the value of a loop that StopIteration ends', call);
  return { kind: 'boxed', term, type: ANY };
}
