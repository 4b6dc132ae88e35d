/**
 * Contents of arrays: a length and a map from index to Value, in the heap. Reading follows Ruby: a negative index counts
 * from the end, out of range is nil. The element type is assumed for existing elements and required on writes.
 */
import type { Span } from '../../base/span';
import { add, compare, integer, le, lt } from '../../logic/arithmetic';
import { and, eq, implies, int, isApply, ite, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { equalTypes } from '../../types/equal';
import { ANY, nominal, type Type } from '../../types/type';
import { noteContentsRead, noteContentsWrite, storedValues } from '../analysis/aliasedContainers';
import { assume, assumeAlways, type Ctx, makeUnmodelled, markAssumed, type Out } from '../state/context';
import { ELEMENTS, LENGTH } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, isDynamic, makeUnionType, withoutAnnotations } from '../state/representation';
import { baseSymbol, baseSymbols, type State, withMap } from '../state/state';
import { typeGuard, valueFromTerm } from '../state/typeGuards';
import { type ArrayVal, BOXED_NIL, boxValue, NIL_VAL, typeOf, type Val } from '../state/value';
import { markEscaped } from './escape';
import { allocate } from './objects';
import { receivedTupleLength } from './receivedShapes';

type ArrayMark = { readonly isArray?: true };

export function isArray(val: Val): val is ArrayVal & ArrayMark {
  return val.kind === 'ref' && classNameOf(val.type) === 'Array';
}

/** The type of the elements: `Array<T>`'s T, the union of a tuple's members. */
export function elementType(type: Type, index: Formula | null = null): Type {
  const bare = withoutAnnotations(type);
  if (bare.kind === 'tuple') {
    const at = index && integer(index);
    return (at !== null ? bare.elements[Number(at)] : undefined) ?? makeUnionType(bare.elements);
  }
  return bare.kind === 'nominal' ? (bare.args[0] ?? ANY) : ANY;
}

export function makeArray(
  ctx: Ctx,
  state: State,
  values: readonly Val[],
  type: Type,
  site: { readonly span: Span },
): Out {
  const terms = values.map(
    val => boxValue(val) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-array', value: val.kind }, site))!,
  );
  const made = allocate(ctx, markEscaped(state, ...values), 'Array', type);
  const base = select(heapMap(ctx, made.state, ELEMENTS), made.object.term);
  const elements = terms.reduce((map, term, index) => store(map, int(index), term), base);
  if (withoutAnnotations(type).kind === 'tuple') ctx.run.heapNotes.tuples.set(elements, type);
  return { value: made.object, state: withContents(ctx, made.state, made.object, elements, int(values.length)) };
}

/** A new array with the same elements. */
export function copyOf(ctx: Ctx, state: State, array: ArrayVal): Out {
  const [length, elements] = [lengthOf(ctx, state, array), elementsOf(ctx, state, array)];
  const made = allocate(ctx, markEscaped(state, array), 'Array', array.type);
  return { value: made.object, state: withContents(ctx, made.state, made.object, elements, length) };
}

export function withContents(ctx: Ctx, state: State, array: ArrayVal, elements: Formula, length: Formula): State {
  noteContentsWrite(ctx, state, array, storedValues(elements, elementsBefore(ctx, state, array)));
  const next = withMap(state, ELEMENTS, store(heapMap(ctx, state, ELEMENTS), array.term, elements));
  return withMap(next, LENGTH, store(heapMap(ctx, next, LENGTH), array.term, length));
}

export function elementsOf(ctx: Ctx, state: State, array: ArrayVal): Formula {
  noteContentsRead(ctx, state, array);
  return elementsBefore(ctx, state, array);
}

/** The elements before a write, whatever their types are. */
export function elementsBefore(ctx: Ctx, state: State, array: ArrayVal): Formula {
  return select(heapMap(ctx, state, ELEMENTS), array.term);
}

export function lengthOf(ctx: Ctx, state: State, array: ArrayVal): Formula {
  const length = select(heapMap(ctx, state, LENGTH), array.term);
  for (const base of baseSymbols(heapMap(ctx, state, LENGTH))) {
    if (!markAssumed(ctx.run, array.term, base.name)) continue;
    const entry = ctx.run.heapNotes.bases.get(base.name)?.epoch.id === 0;
    assumeAlways(ctx.run, compare('>=', select(base, array.term), int(0)), entry);
  }
  assume(ctx, state, receivedTupleLength(ctx, array));
  return length;
}

/** The element at an index that is known to be in range. */
export function elementInRange(ctx: Ctx, state: State, array: ArrayVal, index: Formula): Val {
  assumeElementType(ctx, state, array, index);
  const term = select(elementsOf(ctx, state, array), index);
  assumeCopiedElementType(ctx, state, array, term);
  const type = elementTypeIn(ctx, state, array, index);
  return valueFromTerm(term, isDynamic(type) ? ANY : type);
}

/** `a[i]`, with nil out of range. */
export function readElement(ctx: Ctx, state: State, array: ArrayVal, index: Formula): Val {
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  const inRange = and(compare('>=', at, int(0)), lt(at, length));
  assumeElementType(ctx, state, array, at);
  const found = select(elementsOf(ctx, state, array), at);
  assumeCopiedElementType(ctx, state, array, found);
  const type = elementTypeIn(ctx, state, array, at);
  const term = ite(inRange, found, BOXED_NIL);
  if (inRange.kind === 'boolean') return inRange.value ? valueFromTerm(term, type) : NIL_VAL;
  return { kind: 'boxed', term, type: makeUnionType([type, { kind: 'nil' }]) };
}

/**
 * The type of the element at this index in this state. In a tuple it is that of the position only while the array is as
 * it was made or received: `t.reverse!` and `t[0] = t[1]` move others there.
 */
export function elementTypeIn(ctx: Ctx, state: State, array: ArrayVal, index: Formula): Type {
  if (withoutAnnotations(array.type).kind !== 'tuple') return elementType(array.type);
  const elements = elementsBefore(ctx, state, array);
  const made = ctx.run.heapNotes.tuples.get(elements);
  const found = select(elements, index);
  const isInPlace = made ? equalTypes(made, array.type) : isElementOf(found, array.term) && same(found.args[1]!, index);
  return elementType(array.type, isInPlace ? index : null);
}

/** `select(select(base, ref), index)` */
function isElementOf(term: Formula, ref: Formula): term is Formula & { readonly kind: 'apply' } {
  const row = isApply(term, 'select') ? term.args[0]! : null;
  return row !== null && isApply(row, 'select') && row.args[0]!.kind === 'symbol' && same(row.args[1]!, ref);
}

/** Assumes the element type for elements that existed before, within range. */
function assumeElementType(ctx: Ctx, state: State, array: ArrayVal, index: Formula): void {
  const { run } = ctx;
  const type = elementType(array.type, index);
  for (const elements of baseSymbols(heapMap(ctx, state, ELEMENTS))) {
    const base = run.heapNotes.bases.get(elements.name);
    if (!base || base.epoch.taint !== null) continue;
    const lengths = baseSymbol(LENGTH, base.epoch.id);
    if (!run.heapNotes.bases.has(lengths.name))
      run.heapNotes.bases.set(lengths.name, { key: LENGTH, epoch: base.epoch });
    const there = and(le(array.term, base.epoch.alloc), le(int(0), index), lt(index, select(lengths, array.term)));
    const term = select(select(elements, array.term), index);
    const guard = (each: Type): Formula => typeGuard(run, term, each, base.epoch.alloc);
    const byPosition = tupleTypes(array.type, index).map((each, at) => implies(eq(index, int(at)), guard(each)));
    assume(ctx, state, implies(there, and(guard(type), ...byPosition)));
  }
}

/** The types by position, if the index is not known (`t.last`). */
function tupleTypes(type: Type, index: Formula): readonly Type[] {
  const bare = withoutAnnotations(type);
  return bare.kind === 'tuple' && integer(index) === null ? bare.elements : [];
}

/** Assumes the element type for an element copied from an array that existed before, within range. */
function assumeCopiedElementType(ctx: Ctx, state: State, array: ArrayVal, term: Formula): void {
  if (isApply(term, 'ite')) {
    assumeCopiedElementType(ctx, state, array, term.args[1]!);
    assumeCopiedElementType(ctx, state, array, term.args[2]!);
    return;
  }
  if (!isApply(term, 'select') || !isApply(term.args[0]!, 'select')) return;
  const index = term.args[1]!;
  const [map, ref] = term.args[0].args as [Formula, Formula];
  const base = map.kind === 'symbol' ? ctx.run.heapNotes.bases.get(map.name) : undefined;
  if (base?.key.id !== ELEMENTS.id || base.epoch.taint !== null) return;
  const lengths = baseSymbol(LENGTH, base.epoch.id);
  const there = and(le(ref, base.epoch.alloc), le(int(0), index), lt(index, select(lengths, ref)));
  // In a tuple, the position that it comes from counts.
  const type = elementType(array.type, same(ref, array.term) ? index : null);
  assume(ctx, state, implies(there, typeGuard(ctx.run, term, type, base.epoch.alloc)));
}

/** The n-th part of a destructured value: of an array its element, of anything else itself for n = 0. */
export function elementAt(ctx: Ctx, state: State, val: Val, index: number, site: { readonly span: Span }): Val {
  if (isArray(val)) return readElement(ctx, state, val, int(index));
  if (val.kind === 'boxed' || val.kind === 'ref' || val.kind === 'proc' || val.kind === 'range')
    return makeUnmodelled(ctx, { kind: 'non-array-destructuring' }, site);
  return index === 0 ? val : NIL_VAL;
}

export function arrayTypeFor(values: readonly Val[]): Type {
  return nominal('Array', [values.length === 0 ? ANY : makeUnionType(values.map(typeOf))]);
}
