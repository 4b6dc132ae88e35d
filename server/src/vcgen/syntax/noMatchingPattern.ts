/** `case/in` without an else, `value => pattern`: if no pattern matches, Ruby raises. */
import type { Place } from '../../base/span';
import { and, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { handlesException } from '../obligations/handlers';
import { addObligation } from '../obligations/obligations';
import type { Ctx } from '../state/context';
import { type State, withPath } from '../state/state';
import { NIL_VAL } from '../state/value';

export const NO_MATCH = 'NoMatchingPatternError';

/** Requires a match: an obligation, unless a rescue handles the error or the method declares that it may raise. */
export function requireMatch(
  ctx: Ctx,
  state: State,
  matches: Formula,
  place: Place,
  exception: string | null = NO_MATCH,
): State {
  const on = withPath(state, and(state.path, matches));
  const isSaid = [ctx.run.input.method, ctx.frame.method].some(({ signature }) => signature?.labels.raises);
  if (!isSaid && !ctx.spec && handlesException(ctx, exception ?? NO_MATCH, ctx.sinks.caught) === false) {
    addObligation(ctx, state, {
      kind: 'core-precondition',
      goal: matches,
      place,
      reason: { kind: 'pattern-matches' },
      declaredRaises: [NO_MATCH, 'NoMatchingPatternKeyError'],
    });
    return on;
  }
  const failed = withPath(state, and(state.path, not(matches)));
  ctx.sinks.raises.push({ value: NIL_VAL, state: failed, place, exception });
  return on;
}
