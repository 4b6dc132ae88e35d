/**
 * Contents of hashes, in the heap: which keys are present, the value of each, how many there are, and the default value.
 * Keys are compared as by `eql?`: numbers, symbols and the like by value, strings by contents (`v-text`), objects by
 * identity if their classes say so (program/equality.ts). Keys compared by contents or members are not modelled; also,
 * mutating such a key hides its entry. The order of entries is not represented, except in hashEntries.ts.
 */
import type { Span } from '../../base/span';
import { add, compare, sub } from '../../logic/arithmetic';
import { and, apply, bound, FALSE, implies, int, ite, lambda, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { constantMap, select, store } from '../../logic/maps';
import { BOOL_SORT } from '../../logic/sorts';
import { allDescendants } from '../../program/ancestors';
import { type Equalities, equalitiesBelow, equalityOf } from '../../program/equality';
import { factsOf } from '../../program/libraryFacts';
import type { Program } from '../../program/program';
import { ANY, type Type } from '../../types/type';
import { noteContentsRead, noteContentsWrite, storedValues } from '../analysis/aliasedContainers';
import { findRedefinition } from '../analysis/redefinitions';
import { assume, type Ctx, freshSymbol, type Out, taintFor } from '../state/context';
import { valueTypeOf } from '../state/hashTypes';
import { DEFAULT, type HeapKey, PRESENT, SIZE, TEXT, VALUES } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, isDynamic, makeUnionType, representationOf, unionMembers } from '../state/representation';
import { type State, withMap, withPath } from '../state/state';
import { tagsOf, valueFromTerm } from '../state/typeGuards';
import { BOXED_NIL, boxValue, type HashVal, isTag, unboxTerm, type Val } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';
import { assumeCopiedEntries, assumeDefaultType, assumeEntryType, assumeSizesNatural } from './hashAssumptions';
import { allocate } from './objects';
import { receivedKeys } from './receivedShapes';
import { watchKey } from './watchedKeys';

/** The parts of a hash's contents. */
export interface Contents {
  readonly present: Formula;
  readonly values: Formula;
  readonly size: Formula;
  readonly default: Formula;
}

/** A map defined by a term for each key. */
export function makeMapByKey(ctx: Ctx, body: (key: Formula) => Formula): Formula {
  const name = `k${ctx.run.names.quantifiers++}`;
  return lambda(name, VALUE_SORT, body(bound(name, VALUE_SORT)));
}

export function isHash(val: Val): val is HashVal {
  return val.kind === 'ref' && classNameOf(val.type) === 'Hash';
}

/** The value as a key; null: its `eql?` is not modelled. */
export function keyTerm(ctx: Ctx, state: State, val: Val): Formula | null {
  if (val.kind === 'real') return null;
  if (val.kind === 'ref') return refKey(ctx, state, val);
  if (val.kind !== 'boxed') return boxValue(val);
  const tags = tagsOf(val.type);
  if (tags === null || tags.has('real')) return null;
  if (!tags.has('ref')) return val.term;
  const type = makeUnionType(unionMembers(val.type).filter(member => representationOf(member) === 'ref'));
  const inner = refKey(ctx, state, { kind: 'ref', term: unboxTerm(val.term, 'ref'), type, exact: false });
  return inner && ite(isTag(val.term, 'ref'), inner, val.term);
}

/** Whether keys of this type are compared as the models do. */
export function hasKeyModel(ctx: Ctx, state: State, type: Type): boolean {
  return keyTerm(ctx, state, { kind: 'boxed', term: BOXED_NIL, type }) !== null;
}

function refKey(ctx: Ctx, state: State, val: Val & { readonly kind: 'ref' }): Formula | null {
  const names = unionMembers(val.type).map(member => classNameOf(member) ?? 'Object');
  const { program } = ctx.run.input;
  if (names.every(name => name === 'String'))
    return val.exact || !hasOwnStrings(program)
      ? apply('v-text', [select(heapMap(ctx, state, TEXT), val.term)], VALUE_SORT)
      : null;
  const isAllocatedHere = val.exact && state.fresh.some(each => same(each, val.term));
  const isRedefined = (className: string): boolean =>
    methodsCalledByLookup(program)?.some(
      method => findRedefinition(ctx, { className, asClass: null, isAllocatedHere, method }) !== null,
    ) ?? true;
  const equalities = (name: string): Equalities =>
    val.exact ? new Set([equalityOf(program, name, 'keys')]) : equalitiesBelow(program, name, 'keys');
  const byIdentity = (name: string): boolean =>
    [...equalities(name)].every(each => each === 'identity') && !isRedefined(name);
  return names.every(byIdentity) ? boxValue(val) : null;
}

/** The methods of a key that a lookup calls. Null: unknown. */
function methodsCalledByLookup(program: Program): readonly string[] | null {
  return factsOf(program, 'Hash', '[]').calls?.arguments ?? null;
}

/** For a String, Ruby keeps a frozen copy as the key; for an instance of a subclass it keeps the object. */
function hasOwnStrings(program: Program): boolean {
  return allDescendants(program, 'String').some(name => program.classes.get(name)?.origin === 'workspace');
}

export function contentsOf(ctx: Ctx, state: State, hash: HashVal): Contents {
  const at = (key: HeapKey): Formula => select(heapMap(ctx, state, key), hash.term);
  assumeSizesNatural(ctx, state, hash);
  assume(ctx, state, receivedKeys(ctx, hash));
  return { present: at(PRESENT), values: at(VALUES), size: at(SIZE), default: at(DEFAULT) };
}

export function withHash(ctx: Ctx, state: State, hash: HashVal, parts: Contents): State {
  noteContentsWrite(ctx, state, hash, storedValues(parts.values, select(heapMap(ctx, state, VALUES), hash.term)));
  const put = (s: State, key: HeapKey, term: Formula): State => {
    const map = heapMap(ctx, s, key);
    return same(select(map, hash.term), term) ? s : withMap(s, key, store(map, hash.term, term));
  };
  const next = put(put(state, PRESENT, parts.present), VALUES, parts.values);
  return put(put(next, SIZE, parts.size), DEFAULT, parts.default);
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

export function putEntry(parts: Contents, key: Formula, value: Formula): Contents {
  const there = select(parts.present, key);
  return {
    ...parts,
    present: there === TRUE ? parts.present : store(parts.present, key, TRUE),
    values: store(parts.values, key, value),
    size: ite(there, parts.size, add(parts.size, int(1))),
  };
}

export function removeEntry(parts: Contents, key: Formula): Contents {
  const there = select(parts.present, key);
  return {
    ...parts,
    present: there === FALSE ? parts.present : store(parts.present, key, FALSE),
    size: ite(there, sub(parts.size, int(1)), parts.size),
  };
}

/** Whether the key is present. Assumes the type of that entry for hashes from the caller. */
export function isKeyPresent(ctx: Ctx, state: State, hash: HashVal, key: Formula): Formula {
  const { present, size } = contentsOf(ctx, state, hash);
  const there = select(present, key);
  if (there.kind === 'boolean') return there;
  watchKey(ctx.run, key);
  assume(ctx, state, implies(there, compare('>=', size, int(1))));
  assumeEntryType(ctx, state, hash, key);
  assumeCopiedEntries(ctx, state, hash, key);
  return there;
}

/** The value for a key that is present. */
export function valueAt(ctx: Ctx, state: State, hash: HashVal, key: Formula): Val {
  const type = valueTypeOf(hash.type, key);
  noteContentsRead(ctx, state, hash);
  return valueFromTerm(select(contentsOf(ctx, state, hash).values, key), isDynamic(type) ? ANY : type);
}

/** `h[k]`: the value, or the default, which is nil unless set otherwise. */
export function lookUpValue(ctx: Ctx, state: State, hash: HashVal, key: Formula): Val {
  const there = isKeyPresent(ctx, state, hash, key);
  if (there === TRUE) return valueAt(ctx, state, hash, key);
  noteContentsRead(ctx, state, hash);
  const { values, default: otherwise } = contentsOf(ctx, state, hash);
  const type = valueTypeOf(hash.type, key);
  const declared: Type = isDynamic(type) ? ANY : makeUnionType([type, { kind: 'nil' }]);
  assumeDefaultType(ctx, state, hash);
  const term = ite(there, select(values, key), otherwise);
  if (otherwise === BOXED_NIL && there === FALSE) return { kind: 'nil' };
  return { kind: 'boxed', term, type: declared };
}

export function defaultOf(ctx: Ctx, state: State, hash: HashVal): Val {
  assumeDefaultType(ctx, state, hash);
  const type = makeUnionType([valueTypeOf(hash.type), { kind: 'nil' }]);
  return valueFromTerm(contentsOf(ctx, state, hash).default, type);
}

/** `compare_by_identity`: keys are compared differently from here on, so nothing after it is modelled. */
export function compareByIdentity(ctx: Ctx, hash: Val, site: { readonly span: Span }, state: State): Out {
  const unknown = freshSymbol(ctx.run, 'identity', BOOL_SORT);
  if (unknown.kind === 'symbol')
    ctx.run.results.taints.set(unknown.name, taintFor(ctx, { kind: 'compare-by-identity' }, site));
  return { value: hash, state: withPath(state, and(state.path, unknown)) };
}
