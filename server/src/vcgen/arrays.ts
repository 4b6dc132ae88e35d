/**
 * Contents of arrays: a length and a map from index to Value, in the heap. Reading follows Ruby: a negative index counts
 * from the end, out of range is nil. What the element type promises is assumed of what existed before, asked on writes.
 */
import type { Span } from '../base/span';
import { add, compare, integer, le, lt } from '../logic/arithmetic';
import { and, implies, int, isApply, ite, symbol } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { ANY, nominal, type Type } from '../types/type';
import { heapMap } from './bases';
import { assume, assumeAlways, type Ctx, notModelled, type Out } from './context';
import { lengthAsGiven } from './givenLengths';
import { leak } from './leak';
import { allocate } from './objects';
import { classNameOf, isDynamic, plain, unionOf } from './shape';
import { baseSymbols, type State, sortOfKey, withMap } from './state';
import { fromTerm, typeGuard } from './typing';
import { BOXED_NIL, boxed, NIL_VAL, typeOf, type Val } from './value';

export type ArrayVal = Val & { readonly kind: 'ref' };
type ArrayMark = { readonly isArray?: true };

export function isArray(val: Val): val is ArrayVal & ArrayMark {
  return val.kind === 'ref' && classNameOf(val.type) === 'Array';
}

/** The type of the elements: `Array<T>`'s T, the union of a tuple's members. */
export function elementType(type: Type, index: Formula | null = null): Type {
  const bare = plain(type);
  if (bare.kind === 'tuple') {
    const at = index && integer(index);
    return (at !== null ? bare.elements[Number(at)] : undefined) ?? unionOf(bare.elements);
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
  const terms = values.map(val => boxed(val) ?? boxed(notModelled(ctx, `a ${val.kind} in an array`, site))!);
  const made = allocate(ctx, leak(state, ...values), 'Array', type);
  const base = select(heapMap(ctx, made.state, '#elements'), made.object.term);
  const elements = terms.reduce((map, term, index) => store(map, int(index), term), base);
  return { value: made.object, state: withContents(ctx, made.state, made.object, elements, int(values.length)) };
}

/** A new array with the same elements. */
export function copyOf(ctx: Ctx, state: State, array: ArrayVal): Out {
  const [length, elements] = [lengthOf(ctx, state, array), elementsOf(ctx, state, array)];
  const made = allocate(ctx, leak(state, array), 'Array', array.type);
  return { value: made.object, state: withContents(ctx, made.state, made.object, elements, length) };
}

export function withContents(ctx: Ctx, state: State, array: ArrayVal, elements: Formula, length: Formula): State {
  const next = withMap(state, '#elements', store(heapMap(ctx, state, '#elements'), array.term, elements));
  return withMap(next, '#length', store(heapMap(ctx, next, '#length'), array.term, length));
}

export function elementsOf(ctx: Ctx, state: State, array: ArrayVal): Formula {
  return select(heapMap(ctx, state, '#elements'), array.term);
}

export function lengthOf(ctx: Ctx, state: State, array: ArrayVal): Formula {
  const length = select(heapMap(ctx, state, '#length'), array.term);
  for (const name of baseSymbols(heapMap(ctx, state, '#length'))) {
    const known = ctx.run.assumed.get(array.term) ?? new Set<string>();
    if (known.has(name)) continue;
    ctx.run.assumed.set(array.term, known.add(name));
    const entry = ctx.run.bases.get(name)?.epoch.id === 0;
    assumeAlways(ctx.run, compare('>=', select(symbol(name, sortOfKey('#length')), array.term), int(0)), entry);
  }
  assume(ctx, state, lengthAsGiven(ctx, array));
  return length;
}

/** The element at an index that is known to be in range. */
export function elementInRange(ctx: Ctx, state: State, array: ArrayVal, index: Formula): Val {
  const type = elementType(array.type, index);
  promiseElement(ctx, state, array, index, type);
  const term = select(elementsOf(ctx, state, array), index);
  promiseMoved(ctx, state, term, type);
  return fromTerm(term, isDynamic(type) ? ANY : type);
}

/** `a[i]`, with nil out of range. */
export function readElement(ctx: Ctx, state: State, array: ArrayVal, index: Formula): Val {
  const length = lengthOf(ctx, state, array);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  const inRange = and(compare('>=', at, int(0)), lt(at, length));
  const type = elementType(array.type, at);
  promiseElement(ctx, state, array, at, type);
  const found = select(elementsOf(ctx, state, array), at);
  promiseMoved(ctx, state, found, type);
  const term = ite(inRange, found, BOXED_NIL);
  if (inRange.kind === 'boolean') return inRange.value ? fromTerm(term, type) : NIL_VAL;
  return { kind: 'boxed', term, type: unionOf([type, { kind: 'nil' }]) };
}

/** What stood in the array before has the element type, as long as it is in range. */
function promiseElement(ctx: Ctx, state: State, array: ArrayVal, index: Formula, type: Type): void {
  const { run } = ctx;
  for (const name of baseSymbols(heapMap(ctx, state, '#elements'))) {
    const base = run.bases.get(name);
    if (!base || base.epoch.taint !== null) continue;
    const lengths = symbol(`#length!${base.epoch.id}`, sortOfKey('#length'));
    if (!run.bases.has(`#length!${base.epoch.id}`))
      run.bases.set(`#length!${base.epoch.id}`, { key: '#length', epoch: base.epoch });
    const there = and(le(array.term, base.epoch.alloc), le(int(0), index), lt(index, select(lengths, array.term)));
    const term = select(select(symbol(name, sortOfKey('#elements')), array.term), index);
    assume(ctx, state, implies(there, typeGuard(run, term, type, base.epoch.alloc)));
  }
}

/** An element that was taken over from an array that existed before has its type there, as long as it was in range. */
function promiseMoved(ctx: Ctx, state: State, term: Formula, type: Type): void {
  if (isApply(term, 'ite')) {
    promiseMoved(ctx, state, term.args[1]!, type);
    promiseMoved(ctx, state, term.args[2]!, type);
    return;
  }
  if (!isApply(term, 'select') || !isApply(term.args[0]!, 'select')) return;
  const index = term.args[1]!;
  const [map, ref] = term.args[0].args as [Formula, Formula];
  const base = map.kind === 'symbol' && map.name.startsWith('#elements!') ? ctx.run.bases.get(map.name) : undefined;
  if (!base || base.epoch.taint !== null) return;
  const lengths = symbol(`#length!${base.epoch.id}`, sortOfKey('#length'));
  const there = and(le(ref, base.epoch.alloc), le(int(0), index), lt(index, select(lengths, ref)));
  assume(ctx, state, implies(there, typeGuard(ctx.run, term, type, base.epoch.alloc)));
}

/** The n-th part of a destructured value: of an array its element, of anything else itself for n = 0. */
export function elementAt(ctx: Ctx, state: State, val: Val, index: number, site: { readonly span: Span }): Val {
  if (isArray(val)) return readElement(ctx, state, val, int(index));
  if (val.kind === 'boxed' || val.kind === 'ref' || val.kind === 'proc' || val.kind === 'range')
    return notModelled(ctx, 'destructuring of something that is no array', site);
  return index === 0 ? val : NIL_VAL;
}

export function arrayTypeFor(values: readonly Val[]): Type {
  return nominal('Array', [values.length === 0 ? ANY : unionOf(values.map(typeOf))]);
}
