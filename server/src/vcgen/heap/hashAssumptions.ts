/** What the type of a hash from the caller implies: types of entries and of the default, a size of at least 0. */
import { compare, le } from '../../logic/arithmetic';
import { and, implies, int, isApply, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { assume, assumeAlways, type Ctx, markAssumed } from '../state/context';
import { hasDeclaredKeys, requiredKeys, valueTypeOf } from '../state/hashTypes';
import { DEFAULT, type HeapKey, PRESENT, SIZE, VALUES } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { makeUnionType, mentionsFixedShape, withoutAnnotations } from '../state/representation';
import { baseSymbol, baseSymbols, type State } from '../state/state';
import { typeGuard } from '../state/typeGuards';
import { type HashVal, isTag } from '../state/value';
import { watchKey } from './watchedKeys';

export function assumeSizesNatural(ctx: Ctx, state: State, hash: HashVal): void {
  for (const base of baseSymbols(heapMap(ctx, state, SIZE))) {
    if (!markAssumed(ctx.run, hash.term, base.name)) continue;
    const entry = ctx.run.heapNotes.bases.get(base.name)?.epoch.id === 0;
    const size = select(base, hash.term);
    assumeAlways(ctx.run, compare('>=', size, int(0)), entry);
    if (entry) assumeFiniteKeys(ctx, hash, size);
  }
}

/** A finite hash from the caller has its keys. */
function assumeFiniteKeys(ctx: Ctx, hash: HashVal, size: Formula): void {
  const bare = withoutAnnotations(hash.type);
  if (bare.kind !== 'finiteHash' || hash.term.kind !== 'symbol') return;
  const required = requiredKeys(bare);
  for (const key of required) watchKey(ctx.run, key);
  const present = select(baseSymbol(PRESENT, 0), hash.term);
  const keys = mentionsFixedShape(bare) ? hasDeclaredKeys(bare, { present, size }) : TRUE;
  assumeAlways(ctx.run, keys, true);
  assumeAlways(ctx.run, compare('>=', size, int(required.length)), true);
}

export function assumeEntryType(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  const { run } = ctx;
  const type = valueTypeOf(hash.type, key);
  for (const values of baseSymbols(heapMap(ctx, state, VALUES))) {
    const base = run.heapNotes.bases.get(values.name);
    if (!base || base.epoch.taint !== null) continue;
    const present = select(select(baseSymbol(PRESENT, base.epoch.id), hash.term), key);
    const value = select(select(values, hash.term), key);
    const there = and(le(hash.term, base.epoch.alloc), present);
    assume(ctx, state, implies(there, typeGuard(run, value, type, base.epoch.alloc)));
  }
  for (const { symbol: values, present, alloc } of loopEntrySymbols(ctx, state, hash, VALUES))
    assume(ctx, state, implies(select(present, key), typeGuard(run, select(values, key), type, alloc)));
}

/** The symbols that loops introduced for this part of the hash (vcgen/loops/havocLoop.ts). */
export function loopEntrySymbols(
  ctx: Ctx,
  state: State,
  hash: HashVal,
  part: HeapKey,
): readonly { readonly symbol: Formula; readonly present: Formula; readonly alloc: Formula }[] {
  const now = select(heapMap(ctx, state, part), hash.term);
  return baseSymbols(now).flatMap(base => {
    const left = ctx.run.heapNotes.hashCells.get(base.name);
    return left && now.sort.kind === 'array' ? [{ ...left, symbol: base }] : [];
  });
}

/** The default of a hash from the caller has the type of its values or is nil. */
export function assumeDefaultType(ctx: Ctx, state: State, hash: HashVal): void {
  const type = makeUnionType([valueTypeOf(hash.type), { kind: 'nil' }]);
  for (const defaults of baseSymbols(heapMap(ctx, state, DEFAULT))) {
    const base = ctx.run.heapNotes.bases.get(defaults.name);
    if (!base || base.epoch.taint !== null) continue;
    const term = select(defaults, hash.term);
    const finite = withoutAnnotations(hash.type).kind === 'finiteHash';
    const guard = finite ? isTag(term, 'nil') : typeGuard(ctx.run, term, type, base.epoch.alloc);
    assume(ctx, state, implies(le(hash.term, base.epoch.alloc), guard));
  }
}

/** Assumes the types of entries that were copied from hashes that existed before. */
export function assumeCopiedEntries(ctx: Ctx, state: State, hash: HashVal, key: Formula): void {
  const values = select(heapMap(ctx, state, VALUES), hash.term);
  assumeCopiedEntry(ctx, state, hash, select(values, key));
}

function assumeCopiedEntry(ctx: Ctx, state: State, hash: HashVal, value: Formula): void {
  if (isApply(value, 'ite')) {
    assumeCopiedEntry(ctx, state, hash, value.args[1]!);
    assumeCopiedEntry(ctx, state, hash, value.args[2]!);
    return;
  }
  if (!isApply(value, 'select') || !isApply(value.args[0]!, 'select')) return;
  const key = value.args[1]!;
  const [map, ref] = value.args[0].args as [Formula, Formula];
  const base = map.kind === 'symbol' ? ctx.run.heapNotes.bases.get(map.name) : undefined;
  if (base?.key.id !== VALUES.id || base.epoch.taint !== null || same(ref, hash.term)) return;
  const present = select(select(baseSymbol(PRESENT, base.epoch.id), ref), key);
  const guard = typeGuard(ctx.run, value, valueTypeOf(hash.type, key), base.epoch.alloc);
  assume(ctx, state, implies(and(le(ref, base.epoch.alloc), present), guard));
}
