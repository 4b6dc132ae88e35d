/** Other ways through an array: from its end, several times, up to the second hit. */
import { compare, integer, sub } from '../../logic/arithmetic';
import { eq, int } from '../../logic/build';
import { select } from '../../logic/maps';
import type { Site } from '../arguments';
import { type ArrayVal, elementsOf, lengthOf } from '../arrays';
import { fork } from '../branch';
import { type Ctx, type Exit, notModelled, type Out, taintFor } from '../context';
import { havoc } from '../havoc';
import { arrayBy } from '../indexed';
import { joinExits } from '../join';
import type { State } from '../state';
import { NIL_VAL, truthy, type Val } from '../value';
import { type CallBlock, carrying, each, giving } from './arrayRounds';
import { changesArray } from './changedArrays';

/** `reverse_each`: as `reverse.each`, while the block leaves the array alone. */
export function backwards(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const [length, elements] = [lengthOf(ctx, state, array), elementsOf(ctx, state, array)];
  const turned = arrayBy(ctx, state, array.type, length, i => select(elements, sub(sub(length, int(1)), i)), site);
  const out = each(
    ctx,
    turned.value as ArrayVal,
    site,
    turned.state,
    (element, _, s, breaks) => call([element], s, breaks).state,
    giving(array),
  );
  if (!changesArray(ctx, array, state, out.state)) return out;
  const what = 'reverse_each over an array that its block changes';
  return { value: notModelled(ctx, what, site), state: havoc(ctx, out.state, { taint: taintFor(ctx, what, site) }) };
}

const MOST_PASSES = 5n;

/** `cycle(n)` with a small number. */
export function cycling(
  ctx: Ctx,
  array: ArrayVal,
  given: readonly Val[],
  site: Site,
  state: State,
  call: CallBlock,
): Out | null {
  const [times, ...others] = given;
  const passes = times?.kind === 'int' && others.length === 0 ? integer(times.term) : null;
  if (passes === null || passes > MOST_PASSES) return null;
  const breaks: Exit[] = [];
  let next = state;
  for (let pass = 0n; pass < passes; pass++) {
    const visit = (element: Val, _: unknown, s: State): State => call([element], s, breaks).state;
    next = each(ctx, array, site, next, visit, giving(NIL_VAL), undefined, [breaks]).state;
  }
  return joinExits(ctx, [...breaks, { value: NIL_VAL, state: next }], site, next);
}

/** `one?` stops at the second hit. */
export function isOne(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const out = carrying(ctx, array, { kind: 'int', term: int(0) }, site, state, (hits, element, s, breaks) => {
    const counted = (hits as Val & { kind: 'int' }).term;
    const test = (open: State): Out => {
      const tested = call([element], open, breaks);
      const hit = giving({
        kind: 'int',
        term: { kind: 'apply', operator: '+', args: [counted, int(1)], sort: { kind: 'int' } },
      });
      return fork(ctx, truthy(tested.value), tested.state, site, hit, giving(hits));
    };
    return fork(ctx, compare('<', counted, int(2)), s, site, test, giving(hits));
  });
  return out.value.kind === 'int'
    ? { value: { kind: 'bool', term: eq(out.value.term, int(1)) }, state: out.state }
    : out;
}
