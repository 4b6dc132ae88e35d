/**
 * Repetition. A known number of rounds is unrolled exactly. Otherwise, as the engine chooses, an arbitrary round stands
 * for all (general/), or rounds are unrolled up to a bound, what would go on beyond it is left out, and the proof says
 * so. Each round runs only where the one before has come to an end.
 */
import { and, FALSE, int, not, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Caveat } from '../proof/obligation';
import type { Expr } from '../ril/ril';
import type { Site } from './arguments';
import { checkpoint } from './checkpoint';
import { type Ctx, caveat, type Exit, type Out } from './context';
import { arbitraryRounds } from './general/arbitrary';
import { joinExits } from './join';
import { isDead, type State, withPath } from './state';
import { NIL_VAL } from './value';

export interface Rounds {
  /** Is there a round number k (from 0)? May run code (a while's condition). */
  readonly more: (k: Formula, state: State) => { readonly condition: Formula; readonly state: State };
  readonly round: (k: Formula, state: State) => State;
  /** Rounds that are unrolled though their number is not known. */
  readonly bound: number;
  /** Rounds that are unrolled when each is known to happen. */
  readonly exactly: number;
  readonly caveat: Caveat;
  /** Lists of exits that the rounds add to, besides those of the context. */
  readonly gathers: readonly Exit[][];
  /** `more` only compares, and runs nothing. */
  readonly counted: boolean;
  /** What the body calls the number of its round, for loops that count from 0. */
  readonly counter?: string | null;
  /** The condition of a while, for guesses. */
  readonly condition?: Expr;
}

export function iterate(ctx: Ctx, state: State, site: Site, rounds: Rounds): State {
  if (ctx.spec === null && ctx.run.input.loops?.kind === 'general')
    return (
      exactly(ctx, state, site, rounds) ??
      arbitraryRounds(ctx, state, site, rounds) ??
      unrolled(ctx, state, site, rounds)
    );
  return unrolled(ctx, state, site, rounds);
}

/** Null: somewhere it is not known whether there is another round. */
export function exactly(ctx: Ctx, state: State, site: Site, rounds: Rounds): State | null {
  const undo = checkpoint(ctx, rounds.gathers);
  const ended: Out[] = [];
  let current = state;
  for (let k = 0; !isDead(current); k++) {
    const { condition, state: tested } = rounds.more(int(k), current);
    if (condition === FALSE) {
      ended.push({ value: NIL_VAL, state: tested });
      break;
    }
    if (condition !== TRUE || k >= rounds.exactly) {
      undo();
      return null;
    }
    current = rounds.round(int(k), tested);
  }
  return joinExits(ctx, ended, site, current).state;
}

function unrolled(ctx: Ctx, state: State, site: Site, rounds: Rounds): State {
  const ended: Out[] = [];
  let current = state;
  let open = 0;
  for (let k = 0; !isDead(current); k++) {
    const { condition, state: tested } = rounds.more(int(k), current);
    const stop = withPath(tested, and(tested.path, not(condition)));
    if (!isDead(stop)) ended.push({ value: NIL_VAL, state: stop });
    if (condition === FALSE) break;
    if (condition !== TRUE) open++;
    if (open > rounds.bound || k >= Math.max(rounds.exactly, rounds.bound)) {
      caveat(ctx.run, rounds.caveat);
      break;
    }
    current = rounds.round(int(k), withPath(tested, and(tested.path, condition)));
  }
  return joinExits(ctx, ended, site, current).state;
}
