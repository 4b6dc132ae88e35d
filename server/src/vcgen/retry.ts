/** `retry`: the protected body again, as often as a clause asks for it. A loop that ends where nobody retries. */
import { TRUE } from '../logic/build';
import type { Rescue } from '../ril/ril';
import { type Ctx, type Exit, type Out, placeOf } from './context';
import { iterate } from './iterate';
import { joinExits } from './join';
import type { State } from './state';

/** `attempt`: the body once, with its clauses; what retries goes to the list that it is given. */
export function retrying(
  ctx: Ctx,
  expr: Rescue,
  state: State,
  attempt: (ctx: Ctx, expr: Rescue, state: State) => Out,
): Out {
  const { loopDepth } = ctx.run.input.settings;
  const ended: Exit[] = [];
  const end = iterate(ctx, state, expr, {
    more: (_, s) => ({ condition: TRUE, state: s }),
    round: (_, s) => {
      const retries: Exit[] = [];
      const out = attempt({ ...ctx, sinks: { ...ctx.sinks, retries } }, expr, s);
      ended.push({ ...out, place: placeOf(ctx, expr), exception: null });
      return joinExits(ctx, retries, expr, s).state;
    },
    bound: loopDepth,
    exactly: loopDepth,
    caveat: { type: 'loops', depth: loopDepth },
    gathers: [ended],
    counted: false,
  });
  return joinExits(ctx, ended, expr, end);
}
