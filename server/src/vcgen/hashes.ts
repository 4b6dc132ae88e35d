/**
 * Contents of hashes, in the heap: which keys are present, the value of each, how many there are, and the default value.
 * Keys are compared as `eql?` does: numbers, symbols and the like by value, strings by their text (`v-text`), objects by
 * identity where their class has no `eql?` of its own. The order of entries is not kept; see knownEntries for where it is.
 */
import { add, compare, le, sub } from '../logic/arithmetic';
import { and, apply, eq, FALSE, implies, int, isApply, isConstant, ite, same, symbol, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { constantMap, select, store } from '../logic/maps';
import { candidates } from '../program/lookup';
import type { Expr } from '../ril/ril';
import { ANY, type Type } from '../types/type';
import { heapMap } from './bases';
import { BY_CONTENTS } from './contentClasses';
import { assume, assumeAlways, type Ctx } from './context';
import { literalKey, valueTypeOf } from './hashTypes';
import { allocate } from './heap';
import { classNameOf, isDynamic, members, plain, shapeOf, unionOf } from './shape';
import { baseSymbols, type State, sortOfKey, withMap } from './state';
import { fromTerm, tagsOf, typeGuard } from './typing';
import { BOXED_NIL, boxed, isTag, unboxed, VALUE_SORT, type Val } from './value';

export type HashVal = Val & { readonly kind: 'ref' };

/** The parts of a hash's contents. */
export interface Contents {
  readonly present: Formula;
  readonly values: Formula;
  readonly size: Formula;
  readonly default: Formula;
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
  const put = (s: State, key: string, term: Formula): State =>
    withMap(s, key, store(heapMap(ctx, s, key), hash.term, term));
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

/** A copy of a hash that existed before has its entries. */
function promiseMoved(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  const { values } = contentsOf(ctx, state, hash);
  if (!isApply(values, 'select') || values.args[0]!.kind !== 'symbol') return;
  const [map, ref] = values.args as [Formula & { readonly kind: 'symbol' }, Formula];
  const base = ctx.run.bases.get(map.name);
  if (!base || base.epoch.taint !== null || same(ref, hash.term)) return;
  const present = select(select(symbol(`#present!${base.epoch.id}`, sortOfKey('#present')), ref), key);
  const guard = typeGuard(ctx.run, select(values, key), valueTypeOf(hash.type, key), base.epoch.alloc);
  assume(ctx, state, implies(and(le(ref, base.epoch.alloc), present), guard));
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

function sizesAreNatural(ctx: Ctx, state: State, hash: HashVal): void {
  for (const name of baseSymbols(heapMap(ctx, state, '#size'))) {
    const known = ctx.run.assumed.get(hash.term) ?? new Set<string>();
    if (known.has(name)) continue;
    ctx.run.assumed.set(hash.term, known.add(name));
    const entry = ctx.run.bases.get(name)?.epoch.id === 0;
    const size = select(symbol(name, sortOfKey('#size')), hash.term);
    assumeAlways(ctx.run, compare('>=', size, int(0)), entry);
    if (entry) promiseFiniteKeys(ctx, hash, size);
  }
}

/** A finite hash from outside has its keys. */
function promiseFiniteKeys(ctx: Ctx, hash: HashVal, size: Formula): void {
  const bare = plain(hash.type);
  if (bare.kind !== 'finiteHash' || hash.term.kind !== 'symbol') return;
  const needed = bare.entries.filter(entry => !entry.optional && entry.key.type !== 'class');
  const present = select(symbol('#present!0', sortOfKey('#present')), hash.term);
  for (const entry of needed) {
    const key = literalKey(entry.key);
    if (!ctx.run.hashKeys.some(each => same(each, key))) ctx.run.hashKeys.push(key);
    assumeAlways(ctx.run, select(present, key), true);
  }
  assumeAlways(ctx.run, compare('>=', size, int(needed.length)), true);
}

function promiseEntry(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  const { run } = ctx;
  const type = valueTypeOf(hash.type, key);
  for (const name of baseSymbols(heapMap(ctx, state, '#values'))) {
    const base = run.bases.get(name);
    if (!base || base.epoch.taint !== null) continue;
    const present = select(select(symbol(`#present!${base.epoch.id}`, sortOfKey('#present')), hash.term), key);
    const value = select(select(symbol(name, sortOfKey('#values')), hash.term), key);
    const there = and(le(hash.term, base.epoch.alloc), present);
    assume(ctx, state, implies(there, typeGuard(run, value, type, base.epoch.alloc)));
  }
}

/** The default of a hash from outside may be anything that its values may be, or nil. */
function promiseDefault(ctx: Ctx, state: State, hash: HashVal): void {
  const type = unionOf([valueTypeOf(hash.type), { kind: 'nil' }]);
  for (const name of baseSymbols(heapMap(ctx, state, '#default'))) {
    const base = ctx.run.bases.get(name);
    if (!base || base.epoch.taint !== null) continue;
    const term = select(symbol(name, sortOfKey('#default')), hash.term);
    const finite = plain(hash.type).kind === 'finiteHash';
    const guard = finite ? isTag(term, 'nil') : typeGuard(ctx.run, term, type, base.epoch.alloc);
    assume(ctx, state, implies(le(hash.term, base.epoch.alloc), guard));
  }
}

export interface KnownEntry {
  readonly key: Formula;
  readonly value: Formula;
}

/** All entries, in Ruby's order, of a hash that was built here from keys that are constants; null: not known. */
export function knownEntries(ctx: Ctx, state: State, hash: HashVal): readonly KnownEntry[] | null {
  if (hash.term.kind === 'symbol') return ctx.run.constantHashes.get(hash.term.name) ?? null;
  const { present, values } = contentsOf(ctx, state, hash);
  const written: { key: Formula; there: boolean }[] = [];
  let map = present;
  while (map.kind === 'apply' && map.operator === 'store') {
    const [below, key, there] = map.args as [Formula, Formula, Formula];
    if (!isConstantKey(key) || there.kind !== 'boolean') return null;
    written.unshift({ key, there: there.value });
    map = below;
  }
  if (map.kind !== 'apply' || !map.operator.startsWith('(as const ')) return null;
  const kept: Formula[] = [];
  for (const { key, there } of written) {
    const at = kept.findIndex(each => same(each, key));
    if (there && at < 0) kept.push(key);
    if (!there && at >= 0) kept.splice(at, 1);
  }
  return kept.map(key => ({ key, value: select(values, key) }));
}

export function isConstantKey(key: Formula): boolean {
  return key.kind === 'apply' && key.operator.startsWith('v-') && key.args.every(isConstant);
}

/** What a constant that is a frozen hash holds: its entries where key and value are plain, its size. */
export function frozenEntries(
  ctx: Ctx,
  literal: Expr & { readonly kind: 'hash' },
  hash: HashVal,
  state: State,
  read: (expr: Expr) => Val | null,
): readonly Formula[] {
  const entries = literal.entries.map(entry => constantEntry(entry, read));
  const keys = entries.map(entry => entry?.key ?? null);
  if (entries.some(entry => entry === null) || keys.some((key, i) => keys.findIndex(k => same(k!, key!)) !== i))
    return [];
  const { present, values, size, default: otherwise } = contentsOf(ctx, state, hash);
  const facts = entries.flatMap(entry => [
    select(present, entry!.key),
    ...(entry!.value ? [eq(select(values, entry!.key), entry!.value)] : []),
  ]);
  if (entries.every(entry => entry!.value !== null) && hash.term.kind === 'symbol')
    ctx.run.constantHashes.set(hash.term.name, entries as readonly KnownEntry[]);
  return [eq(size, int(entries.length)), eq(otherwise, BOXED_NIL), ...facts, onlyThese(ctx, present, entries)];
}

function constantEntry(
  entry: (Expr & { readonly kind: 'hash' })['entries'][number],
  read: (expr: Expr) => Val | null,
): { key: Formula; value: Formula | null } | null {
  const valued = (expr: Expr): Formula | null => {
    const val = read(expr);
    return val && boxed(val);
  };
  if (entry.type === 'keyword')
    return { key: literalKey({ type: 'symbol', value: entry.name }), value: valued(entry.value) };
  if (entry.type !== 'pair' || entry.key.kind !== 'lit') return null;
  const { value: literal } = entry.key;
  if (literal.type !== 'symbol' && literal.type !== 'string' && literal.type !== 'integer') return null;
  return { key: literalKey({ type: literal.type, value: literal.value }), value: valued(entry.value) };
}

/** No other key is there. */
function onlyThese(ctx: Ctx, present: Formula, entries: readonly ({ key: Formula } | null)[]): Formula {
  const all = entries.reduce<Formula>((map, entry) => store(map, entry!.key, TRUE), EMPTY.present);
  return ctx.spec ? TRUE : eq(present, all);
}
