/** Arrays defined by a formula for each index. Short ones of known length are stores, others are lambdas. */
import { compare, integer } from '../../logic/arithmetic';
import { bound, int, ite, lambda } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { INT_SORT } from '../../logic/sorts';
import type { Type } from '../../types/type';
import type { Site } from '../state/call';
import type { Ctx, Out } from '../state/context';
import { ELEMENTS } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import type { State } from '../state/state';
import type { ArrayVal } from '../state/value';
import { makeArray, withContents } from './arrays';

const WRITTEN_OUT = 12n;

export function minOf(a: Formula, b: Formula): Formula {
  return ite(compare('<=', a, b), a, b);
}

export function maxOf(a: Formula, b: Formula): Formula {
  return ite(compare('>=', a, b), a, b);
}

/** The elements as a map, unspecified beyond the length. */
export function makeElementsByIndex(
  ctx: Ctx,
  length: Formula,
  at: (index: Formula) => Formula,
  base: Formula,
): Formula {
  const known = integer(length);
  if (known !== null && known <= WRITTEN_OUT)
    return Array.from({ length: Math.max(0, Number(known)) }, (_, i) => i).reduce(
      (map, i) => store(map, int(i), at(int(i))),
      base,
    );
  const name = `i${ctx.run.names.quantifiers++}`;
  return lambda(name, INT_SORT, at(bound(name, INT_SORT)));
}

/** A new array, given by its type, its length and the element at each index. */
export interface Comprehension {
  readonly type: Type;
  readonly length: Formula;
  readonly at: (index: Formula) => Formula;
}

/** A new array of this length. The type of a tuple is that of its elements. */
export function makeArrayByIndex(ctx: Ctx, state: State, { type, length, at }: Comprehension, site: Site): Out {
  const made = makeArray(ctx, state, [], plainArray(type), site);
  const array = made.value as ArrayVal;
  const base = select(heapMap(ctx, made.state, ELEMENTS), array.term);
  const elements = makeElementsByIndex(ctx, length, at, base);
  return { value: array, state: withContents(ctx, made.state, array, elements, length) };
}

function plainArray(type: Type): Type {
  if (type.kind !== 'tuple') return type;
  const kinds = new Map(type.elements.map(each => [JSON.stringify(each), each]));
  const element: Type = kinds.size === 1 ? [...kinds.values()][0]! : { kind: 'union', members: [...kinds.values()] };
  return { kind: 'nominal', name: 'Array', args: [kinds.size === 0 ? { kind: 'any' } : element] };
}
