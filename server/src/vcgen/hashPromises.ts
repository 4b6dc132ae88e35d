/** What hashes from outside promise by their type: entries that are there, the default, a size that is not negative. */
import { compare, le } from '../logic/arithmetic';
import { and, implies, int, isApply, same, symbol } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { heapMap } from './bases';
import { assume, assumeAlways, type Ctx } from './context';
import type { HashVal } from './hashes';
import { literalKey, valueTypeOf } from './hashTypes';
import { plain, unionOf } from './shape';
import { baseSymbols, type State, sortOfKey } from './state';
import { typeGuard } from './typing';
import { isTag } from './value';

export function sizesAreNatural(ctx: Ctx, state: State, hash: HashVal): void {
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

export function promiseEntry(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
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
  for (const { symbol: values, present, alloc } of leftByLoops(ctx, state, hash, '#values'))
    assume(ctx, state, implies(select(present, key), typeGuard(run, select(values, key), type, alloc)));
}

/** What loops have left of this part of the hash (general/forget.ts). */
export function leftByLoops(
  ctx: Ctx,
  state: State,
  hash: HashVal,
  part: '#present' | '#values',
): readonly { readonly symbol: Formula; readonly present: Formula; readonly alloc: Formula }[] {
  const now = select(heapMap(ctx, state, part), hash.term);
  return baseSymbols(now).flatMap(name => {
    const left = ctx.run.hashCells.get(name);
    return left && now.sort.kind === 'array' ? [{ ...left, symbol: symbol(name, now.sort) }] : [];
  });
}

/** The default of a hash from outside may be anything that its values may be, or nil. */
export function promiseDefault(ctx: Ctx, state: State, hash: HashVal): void {
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

/** A hash that was made of others that existed before has their entries. */
export function promiseMoved(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  const values = select(heapMap(ctx, state, '#values'), hash.term);
  promiseLeaf(ctx, state, hash, select(values, key));
}

function promiseLeaf(ctx: Ctx, state: State, hash: HashVal, value: Formula): void {
  if (isApply(value, 'ite')) {
    promiseLeaf(ctx, state, hash, value.args[1]!);
    promiseLeaf(ctx, state, hash, value.args[2]!);
    return;
  }
  if (!isApply(value, 'select') || !isApply(value.args[0]!, 'select')) return;
  const key = value.args[1]!;
  const [map, ref] = value.args[0].args as [Formula, Formula];
  const base = map.kind === 'symbol' ? ctx.run.bases.get(map.name) : undefined;
  if (base?.key !== '#values' || base.epoch.taint !== null || same(ref, hash.term)) return;
  const present = select(select(symbol(`#present!${base.epoch.id}`, sortOfKey('#present')), ref), key);
  const guard = typeGuard(ctx.run, value, valueTypeOf(hash.type, key), base.epoch.alloc);
  assume(ctx, state, implies(and(le(ref, base.epoch.alloc), present), guard));
}
