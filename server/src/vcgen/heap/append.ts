/** Adding an element to an array: by `<<`, and by the iterators that build one. */
import { add } from '../../logic/arithmetic';
import { int } from '../../logic/build';
import { store } from '../../logic/maps';
import { checkWrite } from '../obligations/checkWrite';
import { flowInto } from '../obligations/flowInto';
import type { Site } from '../state/call';
import { type Ctx, makeUnmodelled, type Out, placeOf } from '../state/context';
import { ELEMENTS } from '../state/heapKey';
import { isDynamic } from '../state/representation';
import type { State } from '../state/state';
import { type ArrayVal, boxValue, type Val } from '../state/value';
import { elementsBefore, elementType, lengthOf, withContents } from './arrays';
import { markEscaped } from './escape';
import { touchObject } from './objects';

/** `a << x`: one longer; x has the element type. */
export function appendElement(ctx: Ctx, array: ArrayVal, value: Val, site: Site, state: State): Out {
  const place = placeOf(ctx, site);
  checkWrite(ctx, state, ELEMENTS, array.term, place);
  const type = elementType(array.type);
  const stored = isDynamic(type)
    ? value
    : flowInto(ctx, state, { value, type, place, subject: { kind: 'new-element' } });
  const term = boxValue(stored) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-array', value: value.kind }, site))!;
  const length = lengthOf(ctx, state, array);
  const elements = store(elementsBefore(ctx, state, array), length, term);
  const next = touchObject(ctx, markEscaped(state, stored), array.term);
  return { value: array, state: withContents(ctx, next, array, elements, add(length, int(1))) };
}

/** The same for an array that has not escaped the model: its writes need no check. */
export function appendUnchecked(ctx: Ctx, array: ArrayVal, value: Val, site: Site, state: State): State {
  const term = boxValue(value) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-array', value: value.kind }, site))!;
  const length = lengthOf(ctx, state, array);
  const elements = store(elementsBefore(ctx, state, array), length, term);
  return withContents(ctx, touchObject(ctx, state, array.term), array, elements, add(length, int(1)));
}
