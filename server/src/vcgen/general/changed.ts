/**
 * What one round of a loop has changed, read off the states before and after it: locals, contents of single objects,
 * whole maps of the heap, or only what belongs to objects that the round itself has made.
 */
import { integer } from '../../logic/arithmetic';
import { isApply, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { freeSymbols } from '../../logic/symbols';
import type { Type } from '../../types/type';
import { heapMap } from '../bases';
import type { Ctx } from '../context';
import { mayBe } from '../leak';
import { unionOf } from '../shape';
import { type Epoch, FROZEN, type Heap, type State } from '../state';
import { NIL_VAL, typeOf, type Val } from '../value';

export interface Changed {
  /** By the local's key; the type that holds before and after every round. */
  readonly locals: Map<string, Type>;
  /** Contents of objects that the loop does not choose: key -> references. */
  readonly cells: Map<string, Formula[]>;
  /** Maps in which anything may have changed. */
  readonly maps: Set<string>;
  /** Maps that have changed only for objects made in the rounds. */
  readonly grown: Set<string>;
  /** Somebody may have written anything. */
  everything: boolean;
  /** What is frozen has changed: that is followed round by round only. */
  freezes: boolean;
  allocates: boolean;
  /** Objects that are still known here only. */
  kept: readonly Formula[];
  /** Unfinished objects that are still handed to nobody. */
  apart: readonly Formula[];
}

export function nothingChanged(state: State): Changed {
  return {
    locals: new Map(),
    cells: new Map(),
    maps: new Set(),
    grown: new Set(),
    everything: false,
    freezes: false,
    allocates: false,
    kept: state.fresh,
    apart: state.apart,
  };
}

/** Whether a symbol or function was made after this moment (and not after that one): its number says so. */
export function isMadeSince(name: string, mark: number, until = Number.POSITIVE_INFINITY): boolean {
  const number = Number(name.slice(name.lastIndexOf('!') + 1));
  return number > mark && number <= until;
}

/** Adds what differs; false: nothing new. Null: something changed for which there is no arbitrary value. */
export function addChanges(
  ctx: Ctx,
  changed: Changed,
  from: State,
  start: State,
  after: State,
  mark: number,
): boolean | null {
  const before = sizeOf(changed);
  if (!addLocals(ctx, changed, from, start, after)) return null;
  addHeap(ctx, changed, start, after, mark);
  // What a local that rounds assign has held may be what it holds later.
  const assigned = [...changed.locals.keys()].flatMap(key =>
    [from, start, after].flatMap(state => state.locals.get(key) ?? []),
  );
  const stays = (ref: Formula): boolean => !assigned.some(val => mayBe(val, ref));
  changed.kept = changed.kept.filter(ref => stays(ref) && after.fresh.some(each => same(each, ref)));
  changed.apart = changed.apart.filter(ref => stays(ref) && after.apart.some(each => same(each, ref)));
  return sizeOf(changed) !== before;
}

function sizeOf(changed: Changed): string {
  const cells = [...changed.cells].map(([key, refs]) => `${key}${refs.length}`);
  const { everything, allocates } = changed;
  const known = [changed.kept.length, changed.apart.length];
  const types = [...changed.locals].map(([name, type]) => name + JSON.stringify(type));
  return JSON.stringify([types, cells, [...changed.maps], [...changed.grown], everything, allocates, known]);
}

function addLocals(ctx: Ctx, changed: Changed, from: State, start: State, after: State): boolean {
  for (const [key, now] of after.locals) {
    const known = start.locals.get(key);
    if (known === undefined && !ctx.scope.some(scope => key.startsWith(`${scope}/`))) continue;
    const was = known ?? NIL_VAL;
    if (was === now || sameValue(was, now)) continue;
    if (hasNoAnyValue(was) || hasNoAnyValue(now)) return false;
    const types = [typeOf(from.locals.get(key) ?? NIL_VAL), typeOf(now)];
    const joined = changed.locals.get(key);
    changed.locals.set(key, unionOf(joined ? [joined, ...types] : types));
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

function addHeap(ctx: Ctx, changed: Changed, start: State, after: State, mark: number): void {
  if (!same(start.heap.alloc, after.heap.alloc)) changed.allocates = true;
  if (start.heap === after.heap) return;
  const keys = keysSince(start.heap, after.heap);
  if (keys === null) {
    changed.everything = true;
    return;
  }
  if (keys.has(FROZEN)) changed.freezes = true;
  for (const key of keys) addMap(ctx, changed, key, start, after, mark);
}

/** The maps that may differ between two heaps, the second reached from the first; null: all. */
function keysSince(start: Heap, after: Heap): ReadonlySet<string> | null {
  const keys = new Set(after.maps.keys());
  for (const [key, map] of start.maps) if (after.maps.get(key) === map) keys.delete(key);
  return addEpochKeys(start, after.epoch, keys) ? keys : null;
}

function addEpochKeys(start: Heap, epoch: Epoch, keys: Set<string>): boolean {
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

function addMap(ctx: Ctx, changed: Changed, key: string, start: State, after: State, mark: number): void {
  if (changed.maps.has(key)) return;
  const writes: Writes = { cells: [], grown: false, anywhere: false };
  const scope = { ctx, key, before: heapMap(ctx, start, key), alloc: start.heap.alloc, mark };
  follow(scope, heapMap(ctx, after, key), writes, new Set());
  const fields = key.startsWith('@');
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
  readonly key: string;
  readonly before: Formula;
  readonly alloc: Formula;
  readonly mark: number;
}

/** Down from a map to the one that it was made from, gathering where it was written on the way. */
function follow(scope: Scope, map: Formula, writes: Writes, seen: Set<Formula>): void {
  if (writes.anywhere || seen.has(map) || map === scope.before || same(map, scope.before)) return;
  seen.add(map);
  const replaced = replacedBelow(scope.before, map);
  if (replaced) {
    for (const ref of replaced) addWrite(scope, ref, writes);
  } else if (isApply(map, 'store')) {
    addWrite(scope, map.args[1]!, writes);
    follow(scope, map.args[0]!, writes, seen);
  } else if (isApply(map, 'ite')) {
    follow(scope, map.args[1]!, writes, seen);
    follow(scope, map.args[2]!, writes, seen);
  } else if (map.kind === 'symbol') followBase(scope, map.name, writes, seen);
  else writes.anywhere = true;
}

function addWrite(scope: Scope, ref: Formula, writes: Writes): void {
  if (isNewObject(ref, scope)) writes.grown = true;
  else if (isFixed(ref, scope)) writes.cells.push(ref);
  else writes.anywhere = true;
}

/** A write replaces the one before at the same place, so the map may have been left by a way further down. */
function replacedBelow(before: Formula, map: Formula): readonly Formula[] | null {
  const refs: Formula[] = [];
  for (let below = before; ; below = below.args[0]!) {
    if (below === map || same(below, map)) return refs;
    if (!isApply(below, 'store')) return null;
    refs.push(below.args[1]!);
  }
}

/** The maps of an inner loop that only added objects continue those from before it. */
function followBase(scope: Scope, name: string, writes: Writes, seen: Set<Formula>): void {
  const epoch = scope.ctx.run.bases.get(name)?.epoch;
  if (!epoch?.grownFrom?.keys.has(scope.key)) {
    writes.anywhere = true;
    return;
  }
  writes.grown = true;
  const heap = epoch.grownFrom.before;
  follow(scope, heapMap(scope.ctx, { heap } as State, scope.key), writes, seen);
}

/** `alloc + n` for an allocation counter of this round: no object had that number when the round began. */
export function isNewObject(ref: Formula, scope: { readonly alloc: Formula; readonly mark: number }): boolean {
  if (isApply(ref, 'ite')) return isNewObject(ref.args[1]!, scope) && isNewObject(ref.args[2]!, scope);
  const [base, by] = offset(ref);
  const [start, from] = offset(scope.alloc);
  if (same(base, start)) return by > from;
  return by > 0n && isLaterCounter(base, scope);
}

/** A counter that was made in this round is not below the one that the round began with. */
function isLaterCounter(term: Formula, scope: { readonly alloc: Formula; readonly mark: number }): boolean {
  if (term.kind === 'symbol') return term.name.startsWith('alloc!') && isMadeSince(term.name, scope.mark);
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

/** The same object in every round: nothing that it depends on was made in this one. */
function isFixed(ref: Formula, scope: Scope): boolean {
  return [...freeSymbols([ref])].every(name => !isMadeSince(name, scope.mark));
}
