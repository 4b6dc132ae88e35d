/** Strings are objects whose contents are a text in the heap. */
import { compare, integer, neg } from '../logic/arithmetic';
import { apply, int, ite, text } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { TEXT_SORT } from '../logic/sorts';
import { STRING } from '../types/type';
import { heapMap } from './bases';
import type { Ctx, Out } from './context';
import { allocate } from './objects';
import { type State, withMap } from './state';
import type { Val } from './value';

export function makeString(ctx: Ctx, state: State, contents: Formula): Out {
  const { object, state: next } = allocate(ctx, state, 'String', STRING);
  return { value: object, state: withMap(next, '#text', store(heapMap(ctx, next, '#text'), object.term, contents)) };
}

export function textOf(ctx: Ctx, state: State, string: Val & { kind: 'ref' }): Formula {
  return select(heapMap(ctx, state, '#text'), string.term);
}

/** An integer as Ruby writes it; the solver's own function knows numbers from 0 up. */
export function decimal(a: Formula): Formula {
  const known = integer(a);
  if (known !== null) return text(String(known));
  const digits = (term: Formula): Formula => apply('str.from_int', [term], TEXT_SORT);
  return ite(compare('>=', a, int(0)), digits(a), apply('str.++', [text('-'), digits(neg(a))], TEXT_SORT));
}
