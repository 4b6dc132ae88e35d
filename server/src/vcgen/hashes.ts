/**
 * Contents of hashes, in the heap: which keys are present, the value of each, how many there are, and the default value.
 * Keys are compared as `eql?` does: numbers, symbols and the like by value, strings by their text (`v-text`), objects by
 * identity where their class has no `eql?` of its own. The order of entries is not kept; see hashEntries.ts for where it is.
 */
import type { Span } from '../base/span';
import { add, compare, sub } from '../logic/arithmetic';
import { and, apply, bound, FALSE, implies, int, ite, lambda, same, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { constantMap, select, store } from '../logic/maps';
import { BOOL_SORT } from '../logic/sorts';
import { candidates } from '../program/lookup';
import { ANY, type Type } from '../types/type';
import { heapMap } from './bases';
import { BY_CONTENTS } from './contentClasses';
import { assume, type Ctx, fresh, type Out, taintFor } from './context';
import { promiseDefault, promiseEntry, promiseMoved, sizesAreNatural } from './hashPromises';
import { valueTypeOf } from './hashTypes';
import { allocate } from './objects';
import { classNameOf, isDynamic, members, shapeOf, unionOf } from './shape';
import { type State, withMap, withPath } from './state';
import { fromTerm, tagsOf } from './typing';
import { BOXED_NIL, boxed, isTag, unboxed, VALUE_SORT, type Val } from './value';

export type HashVal = Val & { readonly kind: 'ref' };

/** The parts of a hash's contents. */
export interface Contents {
  readonly present: Formula;
  readonly values: Formula;
  readonly size: Formula;
  readonly default: Formula;
}

/** A map that says of every key what this does. */
export function byKey(ctx: Ctx, body: (key: Formula) => Formula): Formula {
  const name = `k${ctx.run.quantifiers++}`;
  return lambda(name, VALUE_SORT, body(bound(name, VALUE_SORT)));
}

export function isHash(val: Val): val is HashVal {
  return val.kind === 'ref' && classNameOf(val.type) === 'Hash';
}

/** The value as a key; null: its `eql?` is not modelled. */
export function keyTerm(ctx: Ctx, state: State, val: Val): Formula | null {
  if (val.kind === 'real') return null;
  if (val.kind === 'ref') return refKey(ctx, state, val.term, val.type, boxed(val)!);
  if (val.kind !== 'boxed') return boxed(val);
  const tags = tagsOf(val.type);
  if (tags === null || tags.has('real')) return null;
  if (!tags.has('ref')) return val.term;
  const refs = unionOf(members(val.type).filter(member => shapeOf(member) === 'ref'));
  const inner = refKey(ctx, state, unboxed(val.term, 'ref'), refs, val.term);
  return inner && ite(isTag(val.term, 'ref'), inner, val.term);
}

function refKey(ctx: Ctx, state: State, ref: Formula, type: Type, identity: Formula): Formula | null {
  const names = members(type).map(member => classNameOf(member) ?? 'Object');
  if (names.every(name => name === 'String'))
    return apply('v-text', [select(heapMap(ctx, state, '#text'), ref)], VALUE_SORT);
  const { program } = ctx.run.input;
  const own = (name: string): boolean =>
    BY_CONTENTS.has(name) ||
    ['String', 'Object', 'Data', 'Comparable', 'Numeric'].includes(name) ||
    ['eql?', 'hash'].some(method => candidates(program, name, method).some(each => each.method.origin === 'workspace'));
  return names.some(own) ? null : identity;
}

export function contentsOf(ctx: Ctx, state: State, hash: HashVal): Contents {
  const at = (key: string): Formula => select(heapMap(ctx, state, key), hash.term);
  sizesAreNatural(ctx, state, hash);
  return { present: at('#present'), values: at('#values'), size: at('#size'), default: at('#default') };
}

export function withHash(ctx: Ctx, state: State, hash: HashVal, parts: Contents): State {
  const put = (s: State, key: string, term: Formula): State => {
    const map = heapMap(ctx, s, key);
    return same(select(map, hash.term), term) ? s : withMap(s, key, store(map, hash.term, term));
  };
  const next = put(put(state, '#present', parts.present), '#values', parts.values);
  return put(put(next, '#size', parts.size), '#default', parts.default);
}

export const EMPTY: Contents = {
  present: constantMap(VALUE_SORT, FALSE),
  values: constantMap(VALUE_SORT, BOXED_NIL),
  size: int(0),
  default: BOXED_NIL,
};

export function makeHash(ctx: Ctx, state: State, type: Type, parts: Contents): { object: HashVal; state: State } {
  const made = allocate(ctx, state, 'Hash', type);
  return { object: made.object, state: withHash(ctx, made.state, made.object, parts) };
}

export function put(parts: Contents, key: Formula, value: Formula): Contents {
  const there = select(parts.present, key);
  return {
    ...parts,
    present: there === TRUE ? parts.present : store(parts.present, key, TRUE),
    values: store(parts.values, key, value),
    size: ite(there, parts.size, add(parts.size, int(1))),
  };
}

export function remove(parts: Contents, key: Formula): Contents {
  const there = select(parts.present, key);
  return {
    ...parts,
    present: there === FALSE ? parts.present : store(parts.present, key, FALSE),
    size: ite(there, sub(parts.size, int(1)), parts.size),
  };
}

/** Is the key there? What a hash from outside promises of that entry is assumed on the way. */
export function presence(ctx: Ctx, state: State, hash: HashVal, key: Formula): Formula {
  const { present, size } = contentsOf(ctx, state, hash);
  const there = select(present, key);
  if (there.kind === 'boolean') return there;
  if (!ctx.run.hashKeys.some(each => same(each, key))) ctx.run.hashKeys.push(key);
  assume(ctx, state, implies(there, compare('>=', size, int(1))));
  promiseEntry(ctx, state, hash, key);
  promiseMoved(ctx, state, hash, key);
  return there;
}

/** The value under a key that is known to be present. */
export function valueAt(ctx: Ctx, state: State, hash: HashVal, key: Formula): Val {
  const type = valueTypeOf(hash.type, key);
  return fromTerm(select(contentsOf(ctx, state, hash).values, key), isDynamic(type) ? ANY : type);
}

/** `h[k]`: the value, or the default, which is nil unless somebody gave another. */
export function lookUp(ctx: Ctx, state: State, hash: HashVal, key: Formula): Val {
  const there = presence(ctx, state, hash, key);
  if (there === TRUE) return valueAt(ctx, state, hash, key);
  const { values, default: otherwise } = contentsOf(ctx, state, hash);
  const type = valueTypeOf(hash.type, key);
  const declared: Type = isDynamic(type) ? ANY : unionOf([type, { kind: 'nil' }]);
  promiseDefault(ctx, state, hash);
  const term = ite(there, select(values, key), otherwise);
  if (otherwise === BOXED_NIL && there === FALSE) return { kind: 'nil' };
  return { kind: 'boxed', term, type: declared };
}

export function defaultOf(ctx: Ctx, state: State, hash: HashVal): Val {
  promiseDefault(ctx, state, hash);
  const type = unionOf([valueTypeOf(hash.type), { kind: 'nil' }]);
  return fromTerm(contentsOf(ctx, state, hash).default, type);
}

/** `compare_by_identity`: from here on keys are other things than those that are modelled, so nothing after it is. */
export function byIdentity(ctx: Ctx, hash: Val, site: { readonly span: Span }, state: State): Out {
  const unknown = fresh(ctx.run, 'identity', BOOL_SORT);
  if (unknown.kind === 'symbol') ctx.run.taints.set(unknown.name, taintFor(ctx, 'compare_by_identity', site));
  return { value: hash, state: withPath(state, and(state.path, unknown)) };
}
