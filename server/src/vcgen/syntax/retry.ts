/** `retry`: runs the protected body again each time a clause retries. A loop that ends when no clause does. */
import { TRUE } from '../../logic/build';
import type { Rescue } from '../../ril/ril';
import { iterate } from '../loops/iterate';
import { type Ctx, type Out, placeOf } from '../state/context';
import type { ExitList } from '../state/frame';
import { joinExits } from '../state/join';
import type { State } from '../state/state';

/** `attempt`: runs the body once with its clauses; retries go to the list passed to it. */
export function runWithRetry(
  ctx: Ctx,
  expr: Rescue,
  state: State,
  attempt: (ctx: Ctx, expr: Rescue, state: State) => Out,
): Out {
  const { loopDepth } = ctx.run.input.settings;
  const ended: ExitList = ctx.run.trail.list();
  const end = iterate(ctx, state, expr, {
    more: (_, s) => ({ condition: TRUE, state: s }),
    iteration: (_, s) => {
      const retries: ExitList = ctx.run.trail.list();
      const out = attempt({ ...ctx, sinks: { ...ctx.sinks, retries } }, expr, s);
      ended.push({ ...out, place: placeOf(ctx, expr), exception: null });
      return joinExits(ctx, retries.all, expr, s).state;
    },
    bound: loopDepth,
    exactly: loopDepth,
    caveat: { type: 'loops', depth: loopDepth },
    gathers: [ended],
    counted: false,
  });
  return joinExits(ctx, ended.all, expr, end);
}
