/** Adding an element to an array: by `<<`, and by the iterators that build one. */
import { add } from '../logic/arithmetic';
import { int } from '../logic/build';
import { store } from '../logic/maps';
import type { Site } from './arguments';
import { type ArrayVal, elementsOf, elementType, lengthOf, withContents } from './arrays';
import { type Ctx, notModelled, type Out, placeOf } from './context';
import { flowInto } from './flow';
import { leak } from './leak';
import { mayWrite } from './mayWrite';
import { touched } from './objects';
import { isDynamic } from './shape';
import type { State } from './state';
import { boxed, type Val } from './value';

/** `a << x`: one longer; x has the element type. */
export function append(ctx: Ctx, array: ArrayVal, value: Val, site: Site, state: State): Out {
  const place = placeOf(ctx, site);
  mayWrite(ctx, state, '#elements', array.term, place);
  const type = elementType(array.type);
  const stored = isDynamic(type) ? value : flowInto(ctx, state, value, type, place, 'the new element');
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} in an array`, site))!;
  const length = lengthOf(ctx, state, array);
  const elements = store(elementsOf(ctx, state, array), length, term);
  const next = touched(ctx, leak(state, stored), array.term);
  return { value: array, state: withContents(ctx, next, array, elements, add(length, int(1))) };
}

/** The same of an array that only a model knows yet: nobody is to be asked whether it may be written. */
export function extended(ctx: Ctx, array: ArrayVal, value: Val, site: Site, state: State): State {
  const term = boxed(value) ?? boxed(notModelled(ctx, `a ${value.kind} in an array`, site))!;
  const length = lengthOf(ctx, state, array);
  const elements = store(elementsOf(ctx, state, array), length, term);
  return withContents(ctx, touched(ctx, state, array.term), array, elements, add(length, int(1)));
}
