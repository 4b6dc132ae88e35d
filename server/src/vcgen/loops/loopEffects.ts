/**
 * The effects of one iteration, from the states before and after it: locals, contents of single objects, whole maps of
 * the heap, or only the state of objects that the iteration allocated.
 */
import { integer } from '../../logic/arithmetic';
import { isApply, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { Origin } from '../../logic/symbolOrigin';
import { symbolsIn } from '../../logic/symbols';
import type { Type } from '../../types/type';
import { mayReachDirectly } from '../heap/escape';
import type { Ctx } from '../state/context';
import { FROZEN, type HeapKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { KeyMap, KeySet, type ReadonlyKeySet } from '../state/keyedMap';
import type { LocalKey } from '../state/localKey';
import { makeUnionType } from '../state/representation';
import type { Epoch, Heap, State } from '../state/state';
import { NIL_VAL, typeOf, type Val } from '../state/value';

export interface LoopEffects {
  /** By the local's key: a type that holds before and after every iteration. */
  readonly locals: KeyMap<LocalKey, Type>;
  /** Changed contents of objects that are the same in every iteration: key -> references. */
  readonly cells: KeyMap<HeapKey, readonly Formula[]>;
  /** Maps in which anything may have changed. */
  readonly maps: KeySet<HeapKey>;
  /** Maps that changed only for objects allocated in the iterations. */
  readonly grown: KeySet<HeapKey>;
  /** Anything may have been written. */
  everything: boolean;
  /** Frozen bits changed: such loops are only unrolled. */
  freezes: boolean;
  allocates: boolean;
  /** Objects that have not escaped. */
  kept: readonly Formula[];
  /** Objects under construction that have not escaped. */
  apart: readonly Formula[];
}

export function noLoopEffects(state: State): LoopEffects {
  return {
    locals: new KeyMap(),
    cells: new KeyMap(),
    maps: new KeySet(),
    grown: new KeySet(),
    everything: false,
    freezes: false,
    allocates: false,
    kept: state.fresh,
    apart: state.apart,
  };
}

/** Whether a symbol or function was created after the mark and not after `until`. */
export function isCreatedSince({ serial }: Origin, mark: number, until = Number.POSITIVE_INFINITY): boolean {
  return serial > mark && serial <= until;
}

/** An iteration, run to find its effects; symbols numbered above `mark` are new in it. */
export interface ObservedIteration {
  readonly start: State;
  readonly after: State;
  readonly mark: number;
}

/** Adds what differs; false: nothing new. Null: something changed for which there is no arbitrary value. */
export function addLoopEffects(
  ctx: Ctx,
  changed: LoopEffects,
  from: State,
  { start, after, mark }: ObservedIteration,
): boolean | null {
  const before = sizeOf(changed);
  if (!addLocals(ctx, changed, from, start, after)) return null;
  addHeap(ctx, changed, start, after, mark);
  // A local that the loop assigns may later hold any value that it held before.
  const assigned = [...changed.locals.keys()].flatMap(key =>
    [from, start, after].flatMap(state => state.locals.get(key) ?? []),
  );
  const stays = (ref: Formula): boolean => !assigned.some(val => mayReachDirectly(val, ref));
  changed.kept = changed.kept.filter(ref => stays(ref) && after.fresh.some(each => same(each, ref)));
  changed.apart = changed.apart.filter(ref => stays(ref) && after.apart.some(each => same(each, ref)));
  return sizeOf(changed) !== before;
}

function sizeOf(changed: LoopEffects): string {
  const cells = [...changed.cells].map(([key, refs]) => `${key.id}${refs.length}`);
  const { everything, allocates } = changed;
  const known = [changed.kept.length, changed.apart.length];
  const types = [...changed.locals].map(([key, type]) => key.id + JSON.stringify(type));
  return JSON.stringify([types, cells, idsOf(changed.maps), idsOf(changed.grown), everything, allocates, known]);
}

function idsOf(keys: Iterable<HeapKey>): readonly string[] {
  return Array.from(keys, key => key.id);
}

function addLocals(ctx: Ctx, changed: LoopEffects, from: State, start: State, after: State): boolean {
  for (const [key, now] of after.locals) {
    const known = start.locals.get(key);
    if (known === undefined && !(key.kind === 'variable' && ctx.scope.includes(key.scope))) continue;
    const was = known ?? NIL_VAL;
    if (was === now || sameValue(was, now)) continue;
    if (hasNoAnyValue(was) || hasNoAnyValue(now)) return false;
    const types = [typeOf(from.locals.get(key) ?? NIL_VAL), typeOf(now)];
    const joined = changed.locals.get(key);
    changed.locals.set(key, makeUnionType(joined ? [joined, ...types] : types));
  }
  return true;
}

function hasNoAnyValue(val: Val): boolean {
  return val.kind === 'proc' || val.kind === 'range' || val.kind === 'class';
}

function sameValue(a: Val, b: Val): boolean {
  if (a.kind !== b.kind || a.kind === 'range' || a.kind === 'proc') return false;
  if (a.kind === 'nil' || b.kind === 'nil') return true;
  return same((a as { term: Formula }).term, (b as { term: Formula }).term);
}

function addHeap(ctx: Ctx, changed: LoopEffects, start: State, after: State, mark: number): void {
  if (!same(start.heap.alloc, after.heap.alloc)) changed.allocates = true;
  if (start.heap === after.heap) return;
  const keys = keysSince(start.heap, after.heap);
  if (keys === null) {
    changed.everything = true;
    return;
  }
  if (keys.has(FROZEN)) changed.freezes = true;
  for (const key of keys) addMap(ctx, changed, key, { start, after, mark });
}

/** The maps that may differ between two heaps, the second reached from the first; null: all. */
function keysSince(start: Heap, after: Heap): ReadonlyKeySet<HeapKey> | null {
  const keys = new KeySet(after.maps.keys());
  for (const [key, map] of start.maps) if (after.maps.get(key) === map) keys.delete(key);
  return addEpochKeys(start, after.epoch, keys) ? keys : null;
}

function addEpochKeys(start: Heap, epoch: Epoch, keys: KeySet<HeapKey>): boolean {
  if (epoch === start.epoch) return true;
  if (epoch.kind === 'join') {
    for (const key of [...epoch.yes.maps.keys(), ...epoch.no.maps.keys()]) keys.add(key);
    return addEpochKeys(start, epoch.yes.epoch, keys) && addEpochKeys(start, epoch.no.epoch, keys);
  }
  if (epoch.only === null) return false;
  for (const key of epoch.only.keys) keys.add(key);
  for (const key of epoch.only.before.maps.keys()) keys.add(key);
  return addEpochKeys(start, epoch.only.before.epoch, keys);
}

function addMap(ctx: Ctx, changed: LoopEffects, key: HeapKey, { start, after, mark }: ObservedIteration): void {
  if (changed.maps.has(key)) return;
  const writes: Writes = { cells: [], grown: false, anywhere: false };
  const scope = { ctx, key, before: heapMap(ctx, start, key), alloc: start.heap.alloc, mark };
  collectMapWrites(scope, heapMap(ctx, after, key), writes, new Set());
  const fields = key.kind === 'field';
  if (writes.anywhere || (fields && writes.cells.length > 0) || scope.before.sort.kind !== 'array') {
    if (writes.anywhere || writes.cells.length > 0) {
      changed.maps.add(key);
      changed.cells.delete(key);
    }
    return;
  }
  if (writes.grown) changed.grown.add(key);
  for (const ref of writes.cells) {
    const known = changed.cells.get(key) ?? [];
    if (!known.some(each => same(each, ref))) changed.cells.set(key, [...known, ref]);
  }
}

interface Writes {
  readonly cells: Formula[];
  grown: boolean;
  anywhere: boolean;
}

interface Scope {
  readonly ctx: Ctx;
  readonly key: HeapKey;
  readonly before: Formula;
  readonly alloc: Formula;
  readonly mark: number;
}

/** Follows a map down to the earlier one that it is based on, and collects the writes. */
function collectMapWrites(scope: Scope, map: Formula, writes: Writes, seen: Set<Formula>): void {
  if (writes.anywhere || seen.has(map) || map === scope.before || same(map, scope.before)) return;
  seen.add(map);
  const replaced = findReplacedWrites(scope.before, map);
  if (replaced) {
    for (const ref of replaced) addWrite(scope, ref, writes);
  } else if (isApply(map, 'store')) {
    addWrite(scope, map.args[1]!, writes);
    collectMapWrites(scope, map.args[0]!, writes, seen);
  } else if (isApply(map, 'ite')) {
    collectMapWrites(scope, map.args[1]!, writes, seen);
    collectMapWrites(scope, map.args[2]!, writes, seen);
  } else if (map.kind === 'symbol') collectBaseWrites(scope, map.name, writes, seen);
  else writes.anywhere = true;
}

function addWrite(scope: Scope, ref: Formula, writes: Writes): void {
  if (isNewObject(ref, scope)) writes.grown = true;
  else if (isFixed(ref, scope)) writes.cells.push(ref);
  else writes.anywhere = true;
}

/** A write replaces the previous one at the same place, so the map may derive from an earlier version. */
function findReplacedWrites(before: Formula, map: Formula): readonly Formula[] | null {
  const refs: Formula[] = [];
  for (let below = before; ; below = below.args[0]!) {
    if (below === map || same(below, map)) return refs;
    if (!isApply(below, 'store')) return null;
    refs.push(below.args[1]!);
  }
}

/** The maps of an inner loop that only added objects continue those from before it. */
function collectBaseWrites(scope: Scope, name: string, writes: Writes, seen: Set<Formula>): void {
  const epoch = scope.ctx.run.heapNotes.bases.get(name)?.epoch;
  if (!epoch?.grownFrom?.keys.has(scope.key)) {
    writes.anywhere = true;
    return;
  }
  writes.grown = true;
  const heap = epoch.grownFrom.before;
  collectMapWrites(scope, heapMap(scope.ctx, { heap } as State, scope.key), writes, seen);
}

/** `alloc + n` for an allocation counter of this iteration: no object had that number when it began. */
function isNewObject(ref: Formula, scope: { readonly alloc: Formula; readonly mark: number }): boolean {
  if (isApply(ref, 'ite')) return isNewObject(ref.args[1]!, scope) && isNewObject(ref.args[2]!, scope);
  const [base, by] = offset(ref);
  const [start, from] = offset(scope.alloc);
  if (same(base, start)) return by > from;
  return by > 0n && isLaterCounter(base, scope);
}

/** A counter created in this iteration is not below the one at its beginning. */
function isLaterCounter(term: Formula, scope: { readonly alloc: Formula; readonly mark: number }): boolean {
  if (term.kind === 'symbol') return term.origin.kind === 'allocation' && isCreatedSince(term.origin, scope.mark);
  if (isApply(term, 'ite')) return term.args.slice(1).every(each => isNotBelow(each, scope));
  return false;
}

function isNotBelow(term: Formula, scope: { readonly alloc: Formula; readonly mark: number }): boolean {
  const [base, by] = offset(term);
  const [start, from] = offset(scope.alloc);
  return same(base, start) ? by >= from : by >= 0n && isLaterCounter(base, scope);
}

function offset(term: Formula): readonly [Formula, bigint] {
  if (!isApply(term, '+') || term.args.length !== 2) return [term, 0n];
  const by = integer(term.args[1]!);
  return by === null ? [term, 0n] : [term.args[0]!, by];
}

/** Whether it is the same object in every iteration: it depends on nothing created in this one. */
function isFixed(ref: Formula, scope: Scope): boolean {
  return symbolsIn([ref]).every(each => !isCreatedSince(each.origin, scope.mark));
}
