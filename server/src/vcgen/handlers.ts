/** Which rescue takes which exception, by class. */
import type { Place } from '../base/span';
import { and, not } from '../logic/build';
import { BOOL_SORT } from '../logic/sorts';
import { ancestors } from '../program/ancestors';
import { type Ctx, type Exit, fresh } from './context';
import { type State, withPath } from './state';
import { NIL_VAL } from './value';

/** Does a clause for `caught` take an exception of (static) class `raised`? Undefined: it depends on the object. */
export function takes(ctx: Ctx, raised: string | null, caught: readonly string[]): boolean | undefined {
  if (caught.includes('Exception')) return true;
  if (raised === null) return undefined;
  const above = ancestors(ctx.run.input.program, raised);
  if (caught.some(name => above.includes(name) || name === raised)) return true;
  return caught.some(name => ancestors(ctx.run.input.program, name).includes(raised)) ? undefined : false;
}

/** What a clause for these classes takes, and what goes on outwards; what may be either is in both. */
export function partition(ctx: Ctx, exits: readonly Exit[], names: readonly string[]): { taken: Exit[]; rest: Exit[] } {
  const taken: Exit[] = [];
  const rest: Exit[] = [];
  for (const exit of exits) {
    const takesIt = exit.thrown === undefined && takes(ctx, exit.exception, names);
    if (takesIt === true) taken.push(exit);
    else if (takesIt === false) rest.push(exit);
    else {
      const here = fresh(ctx.run, 'caught', BOOL_SORT);
      taken.push({ ...exit, state: withPath(exit.state, and(exit.state.path, here)) });
      rest.push({ ...exit, state: withPath(exit.state, and(exit.state.path, not(here))) });
    }
  }
  return { taken, rest };
}

/** Nobody sees what it raises but a `loop` around: it ends by StopIteration. */
export function stopEdge(ctx: Ctx, raises: readonly string[] | null, state: State, place: Place): State {
  const { stops } = ctx.sinks;
  if (!stops || raises?.every(name => takes(ctx, name, ['StopIteration']) === false)) return state;
  const stopped = fresh(ctx.run, 'stopped', BOOL_SORT);
  const at = { ...state, path: and(state.path, stopped) };
  stops.push({ value: NIL_VAL, state: at, place, exception: 'StopIteration' });
  return { ...state, path: and(state.path, not(stopped)) };
}
