/**
 * Repetition. A known number of rounds is unrolled exactly; otherwise rounds are unrolled up to a bound, what would go
 * on beyond it is left out, and the proof says so. Each round runs only where the one before has come to an end.
 */
import { and, FALSE, not, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Caveat } from '../proof/obligation';
import type { Site } from './arguments';
import { type Ctx, caveat, type Out } from './context';
import { joinExits } from './join';
import { isDead, type State, withPath } from './state';
import { NIL_VAL } from './value';

export interface Rounds {
  /** Is there a round number k (from 0)? May run code (a while's condition). */
  readonly more: (k: number, state: State) => { readonly condition: Formula; readonly state: State };
  readonly round: (k: number, state: State) => State;
  /** Rounds that are unrolled though their number is not known. */
  readonly bound: number;
  /** Rounds that are unrolled when each is known to happen. */
  readonly exactly: number;
  readonly caveat: Caveat;
}

export function iterate(ctx: Ctx, state: State, site: Site, rounds: Rounds): State {
  const ended: Out[] = [];
  let current = state;
  let open = 0;
  for (let k = 0; !isDead(current); k++) {
    const { condition, state: tested } = rounds.more(k, current);
    const stop = withPath(tested, and(tested.path, not(condition)));
    if (!isDead(stop)) ended.push({ value: NIL_VAL, state: stop });
    if (condition === FALSE) break;
    if (condition !== TRUE) open++;
    if (open > rounds.bound || k >= Math.max(rounds.exactly, rounds.bound)) {
      caveat(ctx.run, rounds.caveat);
      break;
    }
    current = rounds.round(k, withPath(tested, and(tested.path, condition)));
  }
  return joinExits(ctx, ended, site, current).state;
}
