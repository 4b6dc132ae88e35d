/**
 * Whether an object is frozen is not modelled. Where a rescue could see it, a write to the contents of an array, hash or
 * string may therefore raise FrozenError.
 */
import { and, not } from '../logic/build';
import { BOOL_SORT } from '../logic/sorts';
import type { Site } from './arguments';
import { type Ctx, fresh, placeOf } from './context';
import type { State } from './state';
import { NIL_VAL, type Val } from './value';

const WRITERS: ReadonlySet<string> = new Set(
  '<< push append unshift prepend pop shift insert concat clear replace delete delete_at delete_if reject! select! keep_if map! collect! sort! sort_by! reverse! rotate! shuffle! uniq! compact! flatten! fill []= store merge! update add sub! gsub! upcase! downcase! capitalize! swapcase! strip! lstrip! rstrip! chomp! chop! squeeze! tr! slice! setbyte force_encoding'.split(
    ' ',
  ),
);

/** The state on the way on, after the way on which the write failed was given to the rescue. */
export function whereNotFrozen(ctx: Ctx, receiver: Val, method: string, site: Site, state: State): State {
  if (ctx.spec || !ctx.sinks.observed || receiver.kind !== 'ref' || !WRITERS.has(method)) return state;
  const frozen = fresh(ctx.run, 'frozen', BOOL_SORT);
  ctx.sinks.raises.push({
    value: NIL_VAL,
    state: { ...state, path: and(state.path, frozen) },
    place: placeOf(ctx, site),
    exception: 'FrozenError',
  });
  return { ...state, path: and(state.path, not(frozen)) };
}
