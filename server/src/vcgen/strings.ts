/** Strings are objects whose contents are a text in the heap. */
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { STRING } from '../types/type';
import { heapMap } from './bases';
import type { Ctx, Out } from './context';
import { allocate } from './heap';
import { type State, withMap } from './state';
import type { Val } from './value';

export function makeString(ctx: Ctx, state: State, contents: Formula): Out {
  const { object, state: next } = allocate(ctx, state, 'String', STRING);
  return { value: object, state: withMap(next, '#text', store(heapMap(ctx, next, '#text'), object.term, contents)) };
}

export function textOf(ctx: Ctx, state: State, string: Val & { kind: 'ref' }): Formula {
  return select(heapMap(ctx, state, '#text'), string.term);
}
