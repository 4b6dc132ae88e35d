/** The index of an element (`index`), by quantifiers and so without a bound. */
import { compare, lt } from '../../../logic/arithmetic';
import { and, bound, eq, forall, implies, int, ite, not, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { INT_SORT } from '../../../logic/sorts';
import { nominal } from '../../../types/type';
import { elementsOf, elementType, lengthOf } from '../../heap/arrays';
import { assume, type Ctx, freshSymbol, type Out } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { tagsOf } from '../../state/typeGuards';
import { type ArrayVal, BOXED_NIL, boxValue, type Val } from '../../state/value';

/** Forms that are equal to values of other forms, or by their contents. */
const NOT_BY_TERM = ['ref', 'real', 'rat'] as const;

function arePlain(array: ArrayVal): boolean {
  const tags = tagsOf(elementType(array.type));
  return tags !== null && !NOT_BY_TERM.some(tag => tags.has(tag));
}

/** The first index with an equal element, or nil. Uses quantifiers, so there is no bound. */
export function indexOf(ctx: Ctx, array: ArrayVal, value: Val, state: State): Out | null {
  const wanted = boxValue(value);
  const tags = value.kind === 'boxed' ? tagsOf(value.type) : null;
  const plain = value.kind === 'boxed' ? tags !== null && !NOT_BY_TERM.some(tag => tags.has(tag)) : isPlain(value);
  if (ctx.spec || wanted === null || !plain || !arePlain(array)) return null;
  const length = lengthOf(ctx, state, array);
  const elements = elementsOf(ctx, state, array);
  const found = freshSymbol(ctx.run, 'index', INT_SORT);
  const [name, j] = boundIndex(ctx);
  const noneBefore = (end: Formula): Formula =>
    forall(
      [{ name, sort: INT_SORT }],
      implies(and(compare('<=', int(0), j), lt(j, end)), not(eq(select(elements, j), wanted))),
    );
  const there = and(
    compare('<=', int(0), found),
    lt(found, length),
    eq(select(elements, found), wanted),
    noneBefore(found),
  );
  assume(ctx, state, or(and(eq(found, int(-1)), noneBefore(length)), there));
  const term = ite(eq(found, int(-1)), BOXED_NIL, boxValue({ kind: 'int', term: found })!);
  return { value: { kind: 'boxed', term, type: makeUnionType([nominal('Integer'), { kind: 'nil' }]) }, state };
}

function isPlain(val: Val): boolean {
  return val.kind === 'int' || val.kind === 'sym' || val.kind === 'bool' || val.kind === 'nil';
}

function boundIndex(ctx: Ctx): readonly [string, Formula] {
  const name = `i${ctx.run.names.quantifiers++}`;
  return [name, bound(name, INT_SORT)];
}
