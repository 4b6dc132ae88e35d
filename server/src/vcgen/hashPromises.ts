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

/** A copy of a hash that existed before has its entries. */
export function promiseMoved(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  const values = select(heapMap(ctx, state, '#values'), hash.term);
  if (!isApply(values, 'select') || values.args[0]!.kind !== 'symbol') return;
  const [map, ref] = values.args as [Formula & { readonly kind: 'symbol' }, Formula];
  const base = ctx.run.bases.get(map.name);
  if (!base || base.epoch.taint !== null || same(ref, hash.term)) return;
  const present = select(select(symbol(`#present!${base.epoch.id}`, sortOfKey('#present')), ref), key);
  const guard = typeGuard(ctx.run, select(values, key), valueTypeOf(hash.type, key), base.epoch.alloc);
  assume(ctx, state, implies(and(le(ref, base.epoch.alloc), present), guard));
}
