/** Which rescue handles which exception, by class. */
import type { Place } from '../../base/span';
import { and, not } from '../../logic/build';
import { BOOL_SORT } from '../../logic/sorts';
import { ancestors } from '../../program/ancestors';
import { type Ctx, freshSymbol } from '../state/context';
import type { Exit, ExitList } from '../state/frame';
import { type State, withPath } from '../state/state';
import { NIL_VAL } from '../state/value';

/** Whether a clause for `caught` handles an exception of static class `raised`; undefined: it depends on the object. */
export function handlesException(ctx: Ctx, raised: string | null, caught: readonly string[]): boolean | undefined {
  if (caught.includes('Exception')) return true;
  if (raised === null) return undefined;
  const above = ancestors(ctx.run.input.program, raised);
  if (caught.some(name => above.includes(name) || name === raised)) return true;
  return caught.some(name => ancestors(ctx.run.input.program, name).includes(raised)) ? undefined : false;
}

/** The exceptions that a clause for these classes handles, and those that propagate; undecided ones are in both. */
export function partitionByHandler(
  ctx: Ctx,
  exits: readonly Exit[],
  names: readonly string[],
): { taken: ExitList; rest: ExitList } {
  const taken: ExitList = ctx.run.trail.list();
  const rest: ExitList = ctx.run.trail.list();
  for (const exit of exits) {
    const takesIt = exit.thrown === undefined && handlesException(ctx, exit.exception, names);
    if (takesIt === true) taken.push(exit);
    else if (takesIt === false) rest.push(exit);
    else {
      const here = freshSymbol(ctx.run, 'caught', BOOL_SORT);
      taken.push({ ...exit, state: withPath(exit.state, and(exit.state.path, here)) });
      rest.push({ ...exit, state: withPath(exit.state, and(exit.state.path, not(here))) });
    }
  }
  return { taken, rest };
}

/** Only an enclosing `loop` observes what the callee raises: StopIteration ends it. */
export function addStopIterationExit(ctx: Ctx, raises: readonly string[] | null, state: State, place: Place): State {
  const { stops } = ctx.sinks;
  if (!stops || raises?.every(name => handlesException(ctx, name, ['StopIteration']) === false)) return state;
  const stopped = freshSymbol(ctx.run, 'stopped', BOOL_SORT);
  const at = { ...state, path: and(state.path, stopped) };
  stops.push({ value: NIL_VAL, state: at, place, exception: 'StopIteration' });
  return { ...state, path: and(state.path, not(stopped)) };
}
