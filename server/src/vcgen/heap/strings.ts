/** Strings are objects; their contents are solver strings in the heap. */
import { compare, integer, neg } from '../../logic/arithmetic';
import { apply, int, ite, text } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { TEXT_SORT } from '../../logic/sorts';
import { STRING } from '../../types/type';
import type { Ctx, Out } from '../state/context';
import { TEXT } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { type State, withMap } from '../state/state';
import type { Val } from '../state/value';
import { allocate } from './objects';

export function makeString(ctx: Ctx, state: State, contents: Formula): Out {
  const { object, state: next } = allocate(ctx, state, 'String', STRING);
  return { value: object, state: withMap(next, TEXT, store(heapMap(ctx, next, TEXT), object.term, contents)) };
}

export function textOf(ctx: Ctx, state: State, string: Val & { kind: 'ref' }): Formula {
  return select(heapMap(ctx, state, TEXT), string.term);
}

/** An integer in Ruby's notation; the solver's function covers only numbers from 0 up. */
export function decimalText(a: Formula): Formula {
  const known = integer(a);
  if (known !== null) return text(String(known));
  const digits = (term: Formula): Formula => apply('str.from_int', [term], TEXT_SORT);
  return ite(compare('>=', a, int(0)), digits(a), apply('str.++', [text('-'), digits(neg(a))], TEXT_SORT));
}
