/** Arrays given by a formula for each index. Short ones of known length are written out, others are maps by lambda. */
import { compare, integer } from '../logic/arithmetic';
import { bound, int, ite, lambda } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { INT_SORT } from '../logic/sorts';
import type { Type } from '../types/type';
import type { Site } from './arguments';
import { type ArrayVal, makeArray, withContents } from './arrays';
import { heapMap } from './bases';
import type { Ctx, Out } from './context';
import type { State } from './state';

const WRITTEN_OUT = 12n;

export function smallest(a: Formula, b: Formula): Formula {
  return ite(compare('<=', a, b), a, b);
}

export function largest(a: Formula, b: Formula): Formula {
  return ite(compare('>=', a, b), a, b);
}

/** The elements as a map; beyond the length they say nothing. */
export function elementsBy(ctx: Ctx, length: Formula, at: (index: Formula) => Formula, base: Formula): Formula {
  const known = integer(length);
  if (known !== null && known <= WRITTEN_OUT)
    return Array.from({ length: Math.max(0, Number(known)) }, (_, i) => i).reduce(
      (map, i) => store(map, int(i), at(int(i))),
      base,
    );
  const name = `i${ctx.run.quantifiers++}`;
  return lambda(name, INT_SORT, at(bound(name, INT_SORT)));
}

/** A new array of this length. The type of a tuple is that of its elements. */
export function arrayBy(
  ctx: Ctx,
  state: State,
  type: Type,
  length: Formula,
  at: (index: Formula) => Formula,
  site: Site,
): Out {
  const made = makeArray(ctx, state, [], plainArray(type), site);
  const array = made.value as ArrayVal;
  const base = select(heapMap(ctx, made.state, '#elements'), array.term);
  const elements = elementsBy(ctx, length, at, base);
  return { value: array, state: withContents(ctx, made.state, array, elements, length) };
}

function plainArray(type: Type): Type {
  if (type.kind !== 'tuple') return type;
  const kinds = new Map(type.elements.map(each => [JSON.stringify(each), each]));
  const element: Type = kinds.size === 1 ? [...kinds.values()][0]! : { kind: 'union', members: [...kinds.values()] };
  return { kind: 'nominal', name: 'Array', args: [kinds.size === 0 ? { kind: 'any' } : element] };
}
