/**
 * A loop of unknown length, once and for all: an arbitrary round in an arbitrary state, which the rounds before may have
 * left. What they may change is found by running a round and looking; guessed invariants say more of it.
 */
import { add, sub } from '../../logic/arithmetic';
import { and, eq, int, not, or } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { equalTerms } from '../../logic/print';
import { INT_SORT } from '../../logic/sorts';
import type { Site } from '../arguments';
import { checkpoint } from '../checkpoint';
import { assume, type Ctx, fresh } from '../context';
import type { Rounds } from '../iterate';
import { isDead, type State, withPath } from '../state';
import { addChanges, type Changed, nothingChanged } from './changed';
import { exitsOf } from './exitsOf';
import { forget } from './forget';
import { askGuesses, assumeGuesses, guessesFor } from './guesses';

/** Each adds at least one variable or map; more rounds than this mean something odd. */
const MOST_LOOKS = 8;

/** Null: the loop changes something of which there is no arbitrary value. */
export function arbitraryRounds(ctx: Ctx, state: State, site: Site, rounds: Rounds): State | null {
  const changed = changesOf(ctx, state, site, rounds);
  if (changed === null || spoilsConstruction(ctx, changed)) return null;
  const { run } = ctx;
  run.general.loops++;
  const guesses = guessesFor(ctx, state, changed, rounds, site);
  askGuesses(ctx, guesses, int(0), state, 'loop-invariant-entry');
  const { start, index } = begin(ctx, state, changed, site, rounds);
  assumeGuesses(ctx, guesses, index, start);
  const { condition, state: tested } = rounds.more(index, start);
  const known = run.facts.length;
  const exits = exitsOf(ctx, rounds.gathers);
  const after = rounds.round(index, withPath(tested, and(tested.path, condition)));
  if (!isDead(after)) askGuesses(ctx, guesses, add(index, int(1)), after, 'loop-invariant-preserved');
  if (exitsOf(ctx, rounds.gathers) === exits) run.facts.length = known; // of no use to what comes after the last round
  return withPath(tested, and(tested.path, not(condition)));
}

/** A field of an unfinished object promises nothing yet, so it must not be forgotten by its promise. */
function spoilsConstruction(ctx: Ctx, changed: Changed): boolean {
  if (!ctx.run.active.some(each => each.constructing)) return false;
  return changed.everything || [...changed.maps].some(key => key.startsWith('@'));
}

function begin(
  ctx: Ctx,
  state: State,
  changed: Changed,
  site: Site,
  rounds: Rounds,
): { readonly start: State; readonly index: Formula } {
  const index = fresh(ctx.run, 'round', INT_SORT);
  const start = forget(ctx, state, changed, site);
  assume(ctx, start, { kind: 'apply', operator: '>=', args: [index, int(0)], sort: { kind: 'bool' } });
  if (rounds.counted) {
    const counted = boundOf(rounds, index, state);
    if (counted && sameBound(rounds, index, state, start)) assume(ctx, start, counted);
  }
  return { start, index };
}

/** The round before this one took place: while what bounds the loop does not change, so it does for every round. */
function boundOf(rounds: Rounds, index: Formula, state: State): Formula | null {
  const { condition } = rounds.more(sub(index, int(1)), state);
  return or(eq(index, int(0)), condition);
}

function sameBound(rounds: Rounds, index: Formula, before: State, start: State): boolean {
  const [a, b] = [rounds.more(index, before).condition, rounds.more(index, start).condition];
  return equalTerms(a, b);
}

/** Runs a round from what is known so far, again and again until it changes nothing more than was expected. */
export function changesOf(ctx: Ctx, state: State, site: Site, rounds: Rounds): Changed | null {
  const changed = nothingChanged(state);
  for (let look = 0; look < MOST_LOOKS; look++) {
    const undo = checkpoint(ctx, rounds.gathers);
    const mark = ctx.run.counter;
    const { start, index } = begin(ctx, state, changed, site, rounds);
    const { condition, state: tested } = rounds.more(index, start);
    const after = rounds.round(index, withPath(tested, and(tested.path, condition)));
    const grew = isDead(after)
      ? addChanges(ctx, changed, state, start, tested, mark)
      : addChanges(ctx, changed, state, start, after, mark);
    undo();
    if (grew === null || changed.freezes) return null;
    if (!grew) return changed;
  }
  return null;
}
