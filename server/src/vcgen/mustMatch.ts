/** `case/in` without an else, `value => pattern`: where no pattern matches, Ruby raises by itself. */
import type { Place } from '../base/span';
import { and, not } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Ctx } from './context';
import { takes } from './handlers';
import { oblige } from './obligations';
import { type State, withPath } from './state';
import { NIL_VAL } from './value';

export const NO_MATCH = 'NoMatchingPatternError';

/** Ruby raises where nothing matches: an obligation, unless somebody takes the error or the method says that it may raise. */
export function mustMatch(
  ctx: Ctx,
  state: State,
  matches: Formula,
  place: Place,
  exception: string | null = NO_MATCH,
): State {
  const on = withPath(state, and(state.path, matches));
  const isSaid = [ctx.run.input.method, ctx.frame.method].some(({ signature }) => signature?.labels.raises);
  if (!isSaid && !ctx.spec && takes(ctx, exception ?? NO_MATCH, ctx.sinks.caught) === false) {
    oblige(ctx, state, { kind: 'core-precondition', goal: matches, place, about: 'one of the patterns matches' });
    return on;
  }
  const failed = withPath(state, and(state.path, not(matches)));
  ctx.sinks.raises.push({ value: NIL_VAL, state: failed, place, exception });
  return on;
}
