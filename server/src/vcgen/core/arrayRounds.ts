/**
 * Rounds over an array, one per element. The length is asked again before every round, as Ruby does, so a block that
 * changes the array is followed. Arrays longer than the bound are left out, and the proof says so.
 */
import { compare } from '../../logic/arithmetic';
import { int } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementInRange, lengthOf } from '../arrays';
import type { Ctx, Exit, Out } from '../context';
import { invariantIn, withInvariant } from '../invariants';
import { iterate } from '../iterate';
import { joinExits } from '../join';
import { type State, withLocal } from '../state';
import type { Val } from '../value';

/** What a round does with an element; hidden accumulators are locals of their own. */
export type Visit = (element: Val, index: Formula, state: State, breaks: Exit[]) => State;

/** `index`: which element it is, where that is told. */
export type CallBlock = (values: readonly Val[], state: State, breaks: Exit[], index?: Formula) => Out;

/** Runs `visit` for every element; what the call returns is `result`, or what a `break` gave. */
export function each(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  visit: Visit,
  result: (state: State) => Out,
  args?: Args,
  gathers: Exit[][] = [],
): Out {
  const breaks: Exit[] = [];
  const block = args?.block?.block;
  const invariant = block ? invariantIn(block.body) : null;
  if (invariant && block) {
    const length = lengthOf(ctx, state, array);
    const end = withInvariant(ctx, state, site, {
      body: block.body,
      invariant,
      from: int(0),
      to: length,
      params: block.params,
      closure: args!.block!,
      byElement: s => index => elementInRange(ctx, s, array, index),
      round: (index, s) => visit(elementInRange(ctx, s, array, index), index, s, breaks),
      length: s => lengthOf(ctx, s, array),
    });
    return joinExits(ctx, [...breaks, result(end)], site, end);
  }
  const { settings } = ctx.run.input;
  const end = iterate(ctx, state, site, {
    more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, array)), state: s }),
    round: (k, s) => visit(elementInRange(ctx, s, array, k), k, s, breaks),
    gathers: [breaks, ...gathers],
    counted: true,
    counter: block?.params[1]?.name ?? null,
    bound: settings.arrayBound,
    exactly: settings.unrolling,
    caveat: { type: 'arrays', bound: settings.arrayBound },
  });
  return joinExits(ctx, [...breaks, result(end)], site, end);
}

/** A hidden local carries what is built up from round to round. */
export function carrying(
  ctx: Ctx,
  array: ArrayVal,
  start: Val,
  site: Site,
  state: State,
  step: (carried: Val, element: Val, state: State, breaks: Exit[], index: Formula) => Out,
): Out {
  const name = hidden(ctx, 'carried');
  return each(
    ctx,
    array,
    site,
    withLocal(state, name, start),
    (element, index, s, breaks) => {
      const out = step(s.locals.get(name)!, element, s, breaks, index);
      return withLocal(out.state, name, out.value);
    },
    s => ({ value: s.locals.get(name) ?? start, state: s }),
  );
}

/** What a call returns that gives back one thing, whatever the rounds did. */
export function giving(value: Val): (state: State) => Out {
  return state => ({ value, state });
}

/** A name for a hidden local. */
export function hidden(ctx: Ctx, what: string): string {
  ctx.run.counter++;
  return `${what}/${ctx.run.counter}`;
}
