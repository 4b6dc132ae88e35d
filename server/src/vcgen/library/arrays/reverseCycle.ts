/** Other orders of iteration over an array: from its end, several times, up to the second match. */
import { compare, integer, sub } from '../../../logic/arithmetic';
import { eq, int } from '../../../logic/build';
import { select } from '../../../logic/maps';
import { havocHeap } from '../../fields/havoc';
import { elementsOf, lengthOf } from '../../heap/arrays';
import { makeArrayByIndex } from '../../heap/indexedArrays';
import type { Send, Site } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, taintFor } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import type { State } from '../../state/state';
import { type ArrayVal, isTruthy, NIL_VAL, type Val } from '../../state/value';
import { alwaysReturn, type CallBlock, foldElements, forEachElement } from './forEachElement';
import { mayHaveChangedArray } from './mayHaveChanged';

/** `reverse_each`: as `reverse.each`, if the block does not change the array. */
export function reverseEach(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const [length, elements] = [lengthOf(ctx, state, array), elementsOf(ctx, state, array)];
  const turned = makeArrayByIndex(
    ctx,
    state,
    { type: array.type, length, at: i => select(elements, sub(sub(length, int(1)), i)) },
    site,
  );
  const out = forEachElement(ctx, turned.value as ArrayVal, site, turned.state, {
    visit: (element, _, s, breaks) => call([element], s, breaks).state,
    result: alwaysReturn(array),
  });
  if (!mayHaveChangedArray(ctx, array, state, out.state)) return out;
  const what = { kind: 'reverse-over-changing-array' } as const;
  return {
    value: makeUnmodelled(ctx, what, site),
    state: havocHeap(ctx, out.state, { taint: taintFor(ctx, what, site) }),
  };
}

const MOST_PASSES = 5n;

/** `cycle(n)` with a small constant. */
export function cycleElements(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  given: readonly Val[],
  state: State,
  call: CallBlock,
): Out | null {
  const [times, ...others] = given;
  const passes = times?.kind === 'int' && others.length === 0 ? integer(times.term) : null;
  if (passes === null || passes > MOST_PASSES) return null;
  const breaks: ExitList = ctx.run.trail.list();
  let next = state;
  for (let pass = 0n; pass < passes; pass++) {
    const visit = (element: Val, _: unknown, s: State): State => call([element], s, breaks).state;
    next = forEachElement(ctx, array, site, next, { visit, result: alwaysReturn(NIL_VAL), gathers: [breaks] }).state;
  }
  return joinExits(ctx, [...breaks, { value: NIL_VAL, state: next }], site, next);
}

/** `one?` stops at the second match. */
export function hasExactlyOne(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const out = foldElements(ctx, array, site, state, {
    start: { kind: 'int', term: int(0) },
    step: (hits, element, s, breaks) => {
      const counted = (hits as Val & { kind: 'int' }).term;
      const test = (open: State): Out => {
        const tested = call([element], open, breaks);
        const hit = alwaysReturn({
          kind: 'int',
          term: { kind: 'apply', operator: '+', args: [counted, int(1)], sort: { kind: 'int' } },
        });
        return forkState(ctx, isTruthy(tested.value), tested.state, site, { yes: hit, no: alwaysReturn(hits) });
      };
      return forkState(ctx, compare('<', counted, int(2)), s, site, { yes: test, no: alwaysReturn(hits) });
    },
  });
  return out.value.kind === 'int'
    ? { value: { kind: 'bool', term: eq(out.value.term, int(1)) }, state: out.state }
    : out;
}
