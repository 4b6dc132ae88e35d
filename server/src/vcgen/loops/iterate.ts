/**
 * Loops. A known number of iterations is unrolled exactly. Otherwise, as the engine chooses, an arbitrary iteration stands
 * for all (arbitraryIteration.ts), or iterations are unrolled up to a bound, further ones are ignored, and the proof has a
 * caveat. Each iteration runs only where the previous one ended normally.
 */
import { and, FALSE, int, not, TRUE } from '../../logic/build';
import type { Site } from '../state/call';
import { addCaveat, type Ctx, type Out } from '../state/context';
import { joinExits } from '../state/join';
import { isDead, type State, withPath } from '../state/state';
import { NIL_VAL } from '../state/value';
import { runArbitraryIteration } from './arbitraryIteration';
import type { Iterations } from './iterations';

export function iterate(ctx: Ctx, state: State, site: Site, iterations: Iterations): State {
  if (ctx.spec === null && ctx.run.input.loops?.kind === 'general')
    return (
      unrollExactly(ctx, state, site, iterations) ??
      runArbitraryIteration(ctx, state, site, iterations) ??
      unrollToBound(ctx, state, site, iterations)
    );
  return unrollToBound(ctx, state, site, iterations);
}

/** Null: it is unknown at some point whether there is another iteration. */
export function unrollExactly(ctx: Ctx, state: State, site: Site, iterations: Iterations): State | null {
  const tried = ctx.run.trail.mark();
  const ended: Out[] = [];
  let current = state;
  for (let k = 0; !isDead(current); k++) {
    const { condition, state: tested } = iterations.more(int(k), current);
    if (condition === FALSE) {
      ended.push({ value: NIL_VAL, state: tested });
      break;
    }
    if (condition !== TRUE || k >= iterations.exactly) {
      ctx.run.trail.undo(tried);
      return null;
    }
    current = iterations.iteration(int(k), tested);
  }
  return joinExits(ctx, ended, site, current).state;
}

function unrollToBound(ctx: Ctx, state: State, site: Site, iterations: Iterations): State {
  const ended: Out[] = [];
  let current = state;
  let open = 0;
  for (let k = 0; !isDead(current); k++) {
    const { condition, state: tested } = iterations.more(int(k), current);
    const stop = withPath(tested, and(tested.path, not(condition)));
    if (!isDead(stop)) ended.push({ value: NIL_VAL, state: stop });
    if (condition === FALSE) break;
    if (condition !== TRUE) open++;
    if (open > iterations.bound || k >= Math.max(iterations.exactly, iterations.bound)) {
      addCaveat(ctx.run, iterations.caveat);
      break;
    }
    current = iterations.iteration(int(k), withPath(tested, and(tested.path, condition)));
  }
  return joinExits(ctx, ended, site, current).state;
}
