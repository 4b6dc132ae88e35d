/**
 * A symbolic state: path condition, locals, heap. Immutable; joins are if-then-else, so everything stays linear.
 *
 * The heap is one map per key (heapKey.ts). A map that was not written since the last havoc is the base symbol of that
 * epoch, created on demand.
 */
import { FALSE, isApply, ite, or, same, symbol } from '../../logic/build';
import type { Formula, SymbolFormula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { FROZEN, fieldKey, type HeapKey, sortOfKey, VALUES } from './heapKey';
import { KeyMap, type ReadonlyKeyMap, type ReadonlyKeySet } from './keyedMap';
import type { LocalKey } from './localKey';
import { NIL_VAL, type Val } from './value';

export type Epoch =
  | {
      readonly kind: 'base';
      readonly id: number;
      /** The newest object that existed when these symbols were created. */
      readonly alloc: Formula;
      /** Objects that never escaped, whose state survives the havoc. */
      readonly kept: { readonly refs: readonly Formula[]; readonly before: Heap } | null;
      /** The construct that is not modelled, if it caused the havoc: obligations must not depend on these symbols. */
      readonly taint: number | null;
      /** What leaves the new values open (`noteUnmodelledPart`). */
      readonly open?: number;
      /** Only these keys are new; the others are as before. Null: all. */
      readonly only: { readonly keys: ReadonlyKeySet<HeapKey>; readonly before: Heap } | null;
      /** These keys of `before` are as they were for every object that existed then. */
      readonly grownFrom?: { readonly keys: ReadonlyKeySet<HeapKey>; readonly before: Heap };
    }
  | { readonly kind: 'join'; readonly condition: Formula; readonly yes: Heap; readonly no: Heap };

export interface Heap {
  readonly maps: ReadonlyKeyMap<HeapKey, Formula>;
  readonly epoch: Epoch;
  /** Number of the newest object. */
  readonly alloc: Formula;
  /** Changes with every write to an existing object; pure methods with an unknown read set depend on it. */
  readonly version: Formula;
}

export interface State {
  readonly path: Formula;
  readonly locals: ReadonlyKeyMap<LocalKey, Val>;
  readonly heap: Heap;
  /** Objects allocated in this method that have not escaped. */
  readonly fresh: readonly Formula[];
  /** Objects under construction that have not escaped. */
  readonly apart: readonly Formula[];
}

/** Called for each base symbol when it is first created. */
export type NewBase = (name: string, key: HeapKey, epoch: Epoch & { readonly kind: 'base' }) => void;

/** The map as a havoc left it. Epoch 0 is the entry. */
export function baseSymbol(key: HeapKey, epoch: number): SymbolFormula {
  return symbol(baseName(key, epoch), sortOfKey(key), { kind: 'heap-map', serial: epoch, key: key.id });
}

function baseName(key: HeapKey, epoch: number): string {
  return `${key.id}!${epoch}`;
}

export function mapOf(heap: Heap, key: HeapKey, onNew: NewBase): Formula {
  return findMap(heap, key, onNew, new Map());
}

/** `found`: what the key's map was at the start of epochs. Branches share the epochs before them. */
function findMap(heap: Heap, key: HeapKey, onNew: NewBase, found: Map<Epoch, Formula>): Formula {
  const known = heap.maps.get(key);
  if (known) return known;
  if (key.kind === 'frozen') return baseSymbol(FROZEN, 0);
  const base = found.get(heap.epoch) ?? baseMap(heap.epoch, key, onNew, found);
  found.set(heap.epoch, base);
  return base;
}

function baseMap(epoch: Epoch, key: HeapKey, onNew: NewBase, found: Map<Epoch, Formula>): Formula {
  const at = (heap: Heap): Formula => findMap(heap, key, onNew, found);
  if (epoch.kind === 'join') return ite(epoch.condition, at(epoch.yes), at(epoch.no));
  if (epoch.only && !isAmong(epoch.only.keys, key)) return at(epoch.only.before);
  const base = baseSymbol(key, epoch.id);
  onNew(base.name, key, epoch);
  if (!epoch.kept || base.sort.kind !== 'array') return base;
  const before = at(epoch.kept.before);
  return epoch.kept.refs.reduce((map, ref) => store(map, ref, select(before, ref)), base);
}

/** Members of a Struct are contents too. A write of `@x` of some object may be a write of `@x` of a class object. */
function isAmong(keys: ReadonlyKeySet<HeapKey>, key: HeapKey): boolean {
  return (
    keys.has(key) ||
    (key.kind === 'member' && keys.has(VALUES)) ||
    (key.kind === 'class-field' && keys.has(fieldKey(key.name)))
  );
}

export function withMap(state: State, key: HeapKey, map: Formula): State {
  return { ...state, heap: { ...state.heap, maps: new KeyMap(state.heap.maps).set(key, map) } };
}

export function withLocal(state: State, key: LocalKey, value: Val): State {
  return { ...state, locals: new KeyMap(state.locals).set(key, value) };
}

export function withPath(state: State, path: Formula): State {
  return { ...state, path };
}

export function isDead(state: State): boolean {
  return state.path === FALSE;
}

/** The base symbols that a map is built on, through writes and joins. */
export function baseSymbols(map: Formula): readonly SymbolFormula[] {
  const found = new Map<string, SymbolFormula>();
  const stack = [map];
  const seen = new Set<Formula>();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === 'symbol') found.set(node.name, node);
    else if (isApply(node, 'store')) stack.push(node.args[0]!);
    else if (isApply(node, 'ite')) stack.push(node.args[1]!, node.args[2]!);
  }
  return [...found.values()];
}

/** Joins two states; `condition` holds exactly on the paths of the first. */
export function joinStates(
  condition: Formula,
  a: State,
  b: State,
  join: (a: Val, b: Val) => Val,
  onNew: NewBase,
): State {
  if (isDead(a)) return b;
  if (isDead(b)) return a;
  return {
    path: or(a.path, b.path),
    locals: joinLocals(a.locals, b.locals, join),
    heap: joinHeaps(condition, a.heap, b.heap, onNew),
    fresh: common(a.fresh, b.fresh),
    apart: common(a.apart, b.apart),
  };
}

/** A local assigned in one branch only is nil in the other. */
function joinLocals(
  a: ReadonlyKeyMap<LocalKey, Val>,
  b: ReadonlyKeyMap<LocalKey, Val>,
  join: (a: Val, b: Val) => Val,
): ReadonlyKeyMap<LocalKey, Val> {
  if (a === b) return a;
  const joined = new KeyMap<LocalKey, Val>();
  for (const [key, val] of a) joined.set(key, join(val, b.get(key) ?? NIL_VAL));
  for (const [key, val] of b) if (!a.has(key)) joined.set(key, join(NIL_VAL, val));
  return joined;
}

function joinHeaps(condition: Formula, a: Heap, b: Heap, onNew: NewBase): Heap {
  if (a === b) return a;
  const maps = new KeyMap<HeapKey, Formula>();
  for (const key of [...a.maps.keys(), ...b.maps.keys()])
    if (!maps.has(key)) maps.set(key, ite(condition, mapOf(a, key, onNew), mapOf(b, key, onNew)));
  const epoch: Epoch = a.epoch === b.epoch ? a.epoch : { kind: 'join', condition, yes: a, no: b };
  return {
    maps,
    epoch,
    alloc: ite(condition, a.alloc, b.alloc),
    version: ite(condition, a.version, b.version),
  };
}

function common(a: readonly Formula[], b: readonly Formula[]): readonly Formula[] {
  return a.filter(ref => b.some(other => same(ref, other)));
}
