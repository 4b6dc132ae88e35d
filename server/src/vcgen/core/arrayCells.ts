/** One element of an array, by its index: read, fetched, written. A negative index counts from the end. */
import { add, compare, lt } from '../../logic/arithmetic';
import { and, eq, int, ite, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementInRange, elementsOf, elementType, lengthOf, readElement, withContents } from '../arrays';
import { fork } from '../branch';
import { type Ctx, notModelled, type Out, placeOf } from '../context';
import { flowInto } from '../flow';
import { takes } from '../handlers';
import { elementsBy } from '../indexed';
import { leak } from '../leak';
import { mayWrite } from '../mayWrite';
import { touched } from '../objects';
import { oblige } from '../obligations';
import { mayBeNil } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, boxed, type Val } from '../value';

export function readAt(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const on = withinWord(ctx, state, index, site);
  return { value: readElement(ctx, on, array, index), state: on };
}

export function fetch(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  oblige(ctx, state, {
    kind: 'core-precondition',
    goal: and(compare('>=', at, int(0)), lt(at, length)),
    place: placeOf(ctx, site),
    about: 'the index of fetch is in range',
    raises: 'IndexError',
  });
  return { value: elementInRange(ctx, state, array, at), state };
}

/** `a.fetch(i, x)`: x out of range. */
export function fetchOr(ctx: Ctx, array: ArrayVal, index: Val, otherwise: Val, site: Site, state: State): Out | null {
  if (index.kind !== 'int') return null;
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index.term, int(0)), add(index.term, length), index.term);
  const inRange = and(compare('>=', at, int(0)), lt(at, length));
  return fork(
    ctx,
    inRange,
    state,
    site,
    s => ({ value: elementInRange(ctx, s, array, at), state: s }),
    s => ({ value: otherwise, state: s }),
  );
}

/** `a[i] = x`: too far to the left raises, beyond the end fills up with nil. */
export function assignAt(
  ctx: Ctx,
  array: ArrayVal,
  index: Val,
  value: Val,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  if (index.kind !== 'int') return null;
  const place = placeOf(ctx, site);
  mayWrite(ctx, state, '#elements', array.term, place);
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index.term, int(0)), add(index.term, length), index.term);
  oblige(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', at, int(0)),
    place,
    about: 'the index is not too far to the left',
    raises: 'IndexError',
  });
  const type = elementType(array.type);
  const nilable = mayBeNil(type);
  if (!nilable) askNoGap(ctx, state, at, length, site);
  const stored = flowInto(ctx, state, value, type, placeOf(ctx, args.sites[1] ?? site), 'the new element');
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} in an array`, site))!;
  const before = elementsOf(ctx, state, array);
  const elements = nilable ? withGap(ctx, before, length, at, term) : store(before, at, term);
  const longer = ite(lt(at, length), length, add(at, int(1)));
  return {
    value: stored,
    state: withContents(ctx, touched(ctx, leak(state, stored), array.term), array, elements, longer),
  };
}

/** Beyond the end: a gap of nils, which only an element type with nil allows. */
function askNoGap(ctx: Ctx, state: State, at: Formula, length: Formula, site: Site): void {
  const noGap = compare('<=', at, length);
  if (noGap === TRUE) return;
  const about = 'the index leaves no gap of nils';
  oblige(ctx, state, { kind: 'non-nil', goal: noGap, place: placeOf(ctx, site), about });
}

function withGap(ctx: Ctx, elements: Formula, length: Formula, at: Formula, term: Formula): Formula {
  if (compare('<=', at, length) === TRUE) return store(elements, at, term);
  const longer = ite(lt(at, length), length, add(at, int(1)));
  return elementsBy(
    ctx,
    longer,
    i => ite(eq(i, at), term, ite(lt(i, length), select(elements, i), BOXED_NIL)),
    elements,
  );
}

/** An index that no machine word holds raises RangeError: an edge where a rescue takes that, and no question elsewhere. */
function withinWord(ctx: Ctx, state: State, index: Formula, site: Site): State {
  if (ctx.spec || takes(ctx, 'RangeError', ctx.sinks.caught) !== true) return state;
  const [low, high] = [int(-(2n ** 63n)), int(2n ** 63n)];
  return oblige(ctx, state, {
    kind: 'core-precondition',
    goal: and(compare('<=', low, index), lt(index, high)),
    place: placeOf(ctx, site),
    about: 'the index fits into a machine word',
    raises: 'RangeError',
  });
}
