/**
 * Iterates over an array, one iteration per element. The length is read again before every iteration, as Ruby does, so
 * the model follows a block that changes the array. Arrays longer than the bound are excluded, and the proof says so.
 */
import { compare } from '../../../logic/arithmetic';
import { int } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { elementInRange, lengthOf } from '../../heap/arrays';
import { iterate } from '../../loops/iterate';
import { findInvariant, runWithInvariant } from '../../loops/loopInvariants';
import type { Args, Site } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import { type LocalKey, temporaryKey } from '../../state/localKey';
import { type State, withLocal } from '../../state/state';
import type { ArrayVal, Val } from '../../state/value';

/** A loop over the elements of an array: its body and the result of the call. */
export interface ElementLoop {
  readonly visit: Visit;
  readonly result: (state: State) => Out;
  /** The arguments of the call, if its block may state a loop invariant. */
  readonly args?: Args;
  /** Further exits of an iteration, to be generalised with it. */
  readonly gathers?: ExitList[];
}

/** The effect of an iteration on one element; hidden accumulators are locals of their own. */
type Visit = (element: Val, index: Formula, state: State, breaks: ExitList) => State;

/** A fold: the initial accumulator and the step that updates it. */
export interface Fold<Step> {
  readonly start: Val;
  readonly step: Step;
}

/** `index`: the index of the element, if passed. */
export type CallBlock = (values: readonly Val[], state: State, breaks: ExitList, index?: Formula) => Out;

/** Runs `visit` for every element; the call returns `result`, or the value of a `break`. */
export function forEachElement(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  { visit, result, args, gathers = [] }: ElementLoop,
): Out {
  const breaks: ExitList = ctx.run.trail.list();
  const block = args?.block?.block;
  const invariant = block ? findInvariant(block.body) : null;
  if (invariant && block) {
    const length = lengthOf(ctx, state, array);
    const end = runWithInvariant(ctx, state, site, {
      body: block.body,
      invariant,
      from: int(0),
      to: length,
      params: block.params,
      closure: args!.block!,
      byElement: s => index => elementInRange(ctx, s, array, index),
      iteration: (index, s) => visit(elementInRange(ctx, s, array, index), index, s, breaks),
      length: s => lengthOf(ctx, s, array),
    });
    return joinExits(ctx, [...breaks, result(end)], site, end);
  }
  const { settings } = ctx.run.input;
  const end = iterate(ctx, state, site, {
    more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, array)), state: s }),
    iteration: (k, s) => visit(elementInRange(ctx, s, array, k), k, s, breaks),
    gathers: [breaks, ...gathers],
    counted: true,
    counter: block?.params[1]?.name ?? null,
    bound: settings.arrayBound,
    exactly: settings.unrolling,
    caveat: { type: 'arrays', bound: settings.arrayBound },
  });
  return joinExits(ctx, [...breaks, result(end)], site, end);
}

/** A hidden local carries the accumulator from iteration to iteration. */
export function foldElements(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  { start, step }: Fold<(carried: Val, element: Val, state: State, breaks: ExitList, index: Formula) => Out>,
): Out {
  const name = newTemporary(ctx, 'carried');
  return forEachElement(ctx, array, site, withLocal(state, name, start), {
    visit: (element, index, s, breaks) => {
      const out = step(s.locals.get(name)!, element, s, breaks, index);
      return withLocal(out.state, name, out.value);
    },
    result: s => ({ value: s.locals.get(name) ?? start, state: s }),
  });
}

/** The result of a call that returns one value, whatever the iterations do. */
export function alwaysReturn(value: Val): (state: State) => Out {
  return state => ({ value, state });
}

/** A new temporary; `purpose` documents it. */
export function newTemporary(ctx: Ctx, purpose: string): LocalKey {
  return temporaryKey(purpose, ++ctx.run.names.counter);
}
