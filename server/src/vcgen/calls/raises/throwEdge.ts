/** A callee may throw past the call: an exceptional exit to each enclosing `catch`. */
import { and, FALSE, not } from '../../../logic/build';
import { BOOL_SORT } from '../../../logic/sorts';
import type { MethodInfo } from '../../../program/program';
import { ANY } from '../../../types/type';
import { mayThrow } from '../../analysis/mayRaise';
import { handlesException } from '../../obligations/handlers';
import type { Site } from '../../state/call';
import { type Catch, type Ctx, freshSymbol, placeOf, taintPart } from '../../state/context';
import type { Exit } from '../../state/frame';
import { type State, withPath } from '../../state/state';
import type { Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';

const UNCAUGHT = 'UncaughtThrowError';

export function exitByThrow(ctx: Ctx, site: Site, state: State, thrown: Exit['thrown'], value: Val): void {
  const exit = { value, state, place: placeOf(ctx, site), exception: UNCAUGHT };
  if (state.path !== FALSE) ctx.sinks.raises.push(thrown === undefined ? exit : { ...exit, thrown });
}

/** A callee by contract may throw to an enclosing catch; `info` null: code that is not visible. */
export function addThrowExits(ctx: Ctx, info: MethodInfo | null, state: State, site: Site): State {
  const { catches } = ctx.sinks;
  if (ctx.spec || !catches || catches.length === 0) return state;
  if (info && !(allows(ctx, info) && mayThrow(ctx.run.input, info))) return state;
  return catches.reduce((open, { id }) => edgeTo(ctx, id, open, site), state);
}

function edgeTo(ctx: Ctx, id: Catch['id'], state: State, site: Site): State {
  const thrown = freshSymbol(ctx.run, 'thrown', BOOL_SORT);
  const value = freshSymbol(ctx.run, 'thrown', VALUE_SORT);
  taintPart(ctx, value, { kind: 'thrown-by-callee' }, site);
  exitByThrow(ctx, site, withPath(state, and(state.path, thrown)), id, { kind: 'boxed', term: value, type: ANY });
  return withPath(state, and(state.path, not(thrown)));
}

/** Whether its labels allow a throw that no catch handles. */
function allows(ctx: Ctx, info: MethodInfo): boolean {
  const raises = info.signature?.labels.raises ?? null;
  return raises === null || handlesException(ctx, UNCAUGHT, raises) !== false;
}
