/**
 * A loop of unknown length: verifies an arbitrary iteration from an arbitrary state that earlier iterations may have left.
 * The effects of an iteration are found by running one; invariant candidates restrict the havocked state.
 */
import { add, sub } from '../../logic/arithmetic';
import { and, eq, int, not, or } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { equalTerms } from '../../logic/print';
import { INT_SORT } from '../../logic/sorts';
import { noteCondition } from '../obligations/knownFacts';
import type { Site } from '../state/call';
import { assume, type Ctx, freshSymbol, placeOf, undoFacts } from '../state/context';
import { showCondition } from '../state/showCondition';
import { isDead, type State, withPath } from '../state/state';
import { assumeCandidates, findCandidates, requireCandidates } from './candidates';
import { countExits } from './countExits';
import { havocLoop } from './havocLoop';
import type { Iterations } from './iterations';
import { addLoopEffects, type LoopEffects, noLoopEffects } from './loopEffects';

/** Each pass adds at least one variable or map, so more passes than this indicate a problem. */
const MAX_PASSES = 8;

/** Null: the loop changes something for which there is no arbitrary value. */
export function runArbitraryIteration(ctx: Ctx, state: State, site: Site, iterations: Iterations): State | null {
  const changed = findLoopEffects(ctx, state, site, iterations);
  if (changed === null || writesUnderConstruction(ctx, changed)) return null;
  const { run } = ctx;
  run.results.generalLoops.value++;
  const candidates = findCandidates(ctx, state, changed, iterations, site);
  requireCandidates(ctx, candidates, int(0), state, 'loop-invariant-entry');
  const { start, index } = beginIteration(ctx, state, changed, site, iterations);
  assumeCandidates(ctx, candidates, index, start);
  const { condition, state: tested } = iterations.more(index, start);
  if (iterations.condition) {
    const text = showCondition(iterations.condition);
    noteCondition(ctx, { text, place: placeOf(ctx, iterations.condition) }, condition, tested.path);
  }
  const known = run.trail.mark();
  const exits = countExits(ctx, iterations.gathers);
  const after = iterations.iteration(index, withPath(tested, and(tested.path, condition)));
  if (!isDead(after)) requireCandidates(ctx, candidates, add(index, int(1)), after, 'loop-invariant-preserved');
  if (countExits(ctx, iterations.gathers) === exits) undoFacts(run, known); // Facts about this iteration do not hold after the loop.
  return withPath(tested, and(tested.path, not(condition)));
}

/** Whether the loop writes fields of objects under construction: their types do not hold yet, so they cannot be havocked. */
function writesUnderConstruction(ctx: Ctx, changed: LoopEffects): boolean {
  if (!ctx.mode.active.some(each => each.constructing)) return false;
  return changed.everything || [...changed.maps].some(key => key.kind === 'field');
}

function beginIteration(
  ctx: Ctx,
  state: State,
  changed: LoopEffects,
  site: Site,
  iterations: Iterations,
): { readonly start: State; readonly index: Formula } {
  const index = freshSymbol(ctx.run, 'iteration', INT_SORT);
  const start = havocLoop(ctx, state, changed, site);
  assume(ctx, start, { kind: 'apply', operator: '>=', args: [index, int(0)], sort: { kind: 'bool' } });
  if (iterations.counted) {
    const counted = boundOf(iterations, index, state);
    if (counted && sameBound(iterations, index, state, start)) assume(ctx, start, counted);
  }
  return { start, index };
}

/** The previous iteration took place; this holds for every iteration while the loop's bound does not change. */
function boundOf(iterations: Iterations, index: Formula, state: State): Formula | null {
  const { condition } = iterations.more(sub(index, int(1)), state);
  return or(eq(index, int(0)), condition);
}

function sameBound(iterations: Iterations, index: Formula, before: State, start: State): boolean {
  const [a, b] = [iterations.more(index, before).condition, iterations.more(index, start).condition];
  return equalTerms(a, b);
}

/** Runs an iteration from the effects found so far, until it has no further effects. */
export function findLoopEffects(ctx: Ctx, state: State, site: Site, iterations: Iterations): LoopEffects | null {
  const changed = noLoopEffects(state);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const tried = ctx.run.trail.mark();
    const mark = ctx.run.names.counter;
    const { start, index } = beginIteration(ctx, state, changed, site, iterations);
    const { condition, state: tested } = iterations.more(index, start);
    const after = iterations.iteration(index, withPath(tested, and(tested.path, condition)));
    const grew = isDead(after)
      ? addLoopEffects(ctx, changed, state, { start, after: tested, mark })
      : addLoopEffects(ctx, changed, state, { start, after, mark });
    ctx.run.trail.undo(tried);
    if (grew === null || changed.freezes) return null;
    if (!grew) return changed;
  }
  return null;
}
