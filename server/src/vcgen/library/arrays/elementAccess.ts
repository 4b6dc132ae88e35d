/** One element of an array, by its index: read, fetched, written. A negative index counts from the end. */
import { add, compare, lt } from '../../../logic/arithmetic';
import { and, eq, int, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select, store } from '../../../logic/maps';
import { elementInRange, elementsBefore, elementType, lengthOf, readElement, withContents } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { makeElementsByIndex } from '../../heap/indexedArrays';
import { touchObject } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import { flowInto } from '../../obligations/flowInto';
import { handlesException } from '../../obligations/handlers';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { ELEMENTS } from '../../state/heapKey';
import { mayBeNil } from '../../state/representation';
import type { State } from '../../state/state';
import { type ArrayVal, BOXED_NIL, boxValue, type Val } from '../../state/value';

export function readElementAt(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const on = requireMachineWord(ctx, state, index, site);
  return { value: readElement(ctx, on, array, index), state: on };
}

export function fetchElement(ctx: Ctx, array: ArrayVal, index: Formula, site: Site, state: State): Out {
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: and(compare('>=', at, int(0)), lt(at, length)),
    place: placeOf(ctx, site),
    reason: { kind: 'array-index-in-range' },
    raises: 'IndexError',
  });
  return { value: elementInRange(ctx, state, array, at), state };
}

/** `a.fetch(i, x)`: returns x if i is out of range. */
export function fetchElementOr(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  index: Val,
  otherwise: Val,
  state: State,
): Out | null {
  if (index.kind !== 'int') return null;
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index.term, int(0)), add(index.term, length), index.term);
  const inRange = and(compare('>=', at, int(0)), lt(at, length));
  return forkState(ctx, inRange, state, site, {
    yes: s => ({ value: elementInRange(ctx, s, array, at), state: s }),
    no: s => ({ value: otherwise, state: s }),
  });
}

/** `a[i] = x`: an index before the first element raises, one beyond the end pads with nil. */
export function writeElementAt(
  ctx: Ctx,
  { receiver: array, args, site }: Send<ArrayVal>,
  index: Val,
  value: Val,
  state: State,
): Out | null {
  if (index.kind !== 'int') return null;
  const place = placeOf(ctx, site);
  checkWrite(ctx, state, ELEMENTS, array.term, place);
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index.term, int(0)), add(index.term, length), index.term);
  addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: compare('>=', at, int(0)),
    place,
    reason: { kind: 'index-not-below-start' },
    raises: 'IndexError',
  });
  const type = elementType(array.type);
  const nilable = mayBeNil(type);
  if (!nilable) requireNoGap(ctx, state, at, length, site);
  const stored = flowInto(ctx, state, {
    value,
    type,
    place: placeOf(ctx, args.sites[1] ?? site),
    subject: { kind: 'new-element' },
  });
  const term = boxValue(stored) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-array', value: value.kind }, site))!;
  const before = elementsBefore(ctx, state, array);
  const elements = nilable ? storeWithGap(ctx, before, length, at, term) : store(before, at, term);
  const longer = ite(lt(at, length), length, add(at, int(1)));
  return {
    value: stored,
    state: withContents(ctx, touchObject(ctx, markEscaped(state, stored), array.term), array, elements, longer),
  };
}

/** A write beyond the end pads with nils, which the element type must permit. */
function requireNoGap(ctx: Ctx, state: State, at: Formula, length: Formula, site: Site): void {
  const noGap = compare('<=', at, length);
  if (noGap === TRUE) return;
  const reason = { kind: 'index-leaves-no-gap' } as const;
  addObligation(ctx, state, { kind: 'non-nil', goal: noGap, place: placeOf(ctx, site), reason });
}

function storeWithGap(ctx: Ctx, elements: Formula, length: Formula, at: Formula, term: Formula): Formula {
  if (compare('<=', at, length) === TRUE) return store(elements, at, term);
  const longer = ite(lt(at, length), length, add(at, int(1)));
  return makeElementsByIndex(
    ctx,
    longer,
    i => ite(eq(i, at), term, ite(lt(i, length), select(elements, i), BOXED_NIL)),
    elements,
  );
}

/**
 * An index that does not fit a machine word raises RangeError: an exceptional exit if a rescue handles it, else
 * ignored.
 */
function requireMachineWord(ctx: Ctx, state: State, index: Formula, site: Site): State {
  if (ctx.spec || handlesException(ctx, 'RangeError', ctx.sinks.caught) !== true) return state;
  const [low, high] = [int(-(2n ** 63n)), int(2n ** 63n)];
  return addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: and(compare('<=', low, index), lt(index, high)),
    place: placeOf(ctx, site),
    reason: { kind: 'index-is-machine-word' },
    raises: 'RangeError',
  });
}
