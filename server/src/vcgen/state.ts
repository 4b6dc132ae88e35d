/**
 * A symbolic state: path condition, locals, heap. Immutable; joins are if-then-else, so everything stays linear.
 *
 * The heap is one map per key: `@f` (object -> Value), `#length`, `#elements` (contents of arrays), `#text` (contents of
 * strings), `#present`, `#values`, `#size`, `#default` (of hashes), `#frozen`, and single Values for `$g` and `@@c`. A
 * map that was never written since the last havoc is the base symbol
 * of that epoch, made on demand.
 */
import { FALSE, isApply, ite, or, same, symbol } from '../logic/build';
import type { Formula, Sort } from '../logic/formula';
import { select, store } from '../logic/maps';
import { arraySort, INT_SORT, TEXT_SORT } from '../logic/sorts';
import { NIL_VAL, VALUE_SORT, type Val } from './value';

export type Epoch =
  | {
      readonly kind: 'base';
      readonly id: number;
      /** The newest object that existed when these symbols were made. */
      readonly alloc: Formula;
      /** A havoc spares what never escaped: these objects keep their state from before. */
      readonly kept: { readonly refs: readonly Formula[]; readonly before: Heap } | null;
      /** Made by a construct that is not modelled: nothing may be concluded from these symbols. */
      readonly taint: number | null;
      /** Only these keys are new; the others are as before. Null: all. */
      readonly only: { readonly keys: ReadonlySet<string>; readonly before: Heap } | null;
      /** These keys of `before` are as they were for every object that existed then. */
      readonly grownFrom?: { readonly keys: ReadonlySet<string>; readonly before: Heap };
    }
  | { readonly kind: 'join'; readonly condition: Formula; readonly yes: Heap; readonly no: Heap };

export interface Heap {
  readonly maps: ReadonlyMap<string, Formula>;
  readonly epoch: Epoch;
  /** Number of the newest object. */
  readonly alloc: Formula;
  /** Changes with every write to what existed before: what a pure method with an unknown read set depends on. */
  readonly version: Formula;
}

export interface State {
  readonly path: Formula;
  readonly locals: ReadonlyMap<string, Val>;
  readonly heap: Heap;
  /** Objects made here that nothing else can reach yet. */
  readonly fresh: readonly Formula[];
  /** Unfinished objects that were handed to nobody, whatever else was. */
  readonly apart: readonly Formula[];
}

/** Told of each base symbol when it is first made. */
export type NewBase = (name: string, key: string, epoch: Epoch & { readonly kind: 'base' }) => void;

export function sortOfKey(key: string): Sort {
  if (key === '#length' || key === '#stamp') return arraySort(INT_SORT, INT_SORT);
  if (key === '#elements') return arraySort(INT_SORT, arraySort(INT_SORT, VALUE_SORT));
  if (key === FROZEN) return arraySort(INT_SORT, { kind: 'bool' });
  if (key === '#text') return arraySort(INT_SORT, TEXT_SORT);
  if (key === '#size') return arraySort(INT_SORT, INT_SORT);
  if (key === '#present') return arraySort(INT_SORT, arraySort(VALUE_SORT, { kind: 'bool' }));
  if (key === '#values') return arraySort(INT_SORT, arraySort(VALUE_SORT, VALUE_SORT));
  if (key.startsWith('$') || key.includes('@@') || key.includes('.@')) return VALUE_SORT;
  return arraySort(INT_SORT, VALUE_SORT);
}

/** Whether an object is frozen. No havoc forgets it: what exists thaws never, and who may freeze is asked (frozen.ts). */
export const FROZEN = '#frozen';

export const CONTENT_KEYS: readonly string[] = [
  '#length',
  '#elements',
  '#text',
  '#size',
  '#present',
  '#values',
  '#default',
];

export function mapOf(heap: Heap, key: string, onNew: NewBase): Formula {
  const known = heap.maps.get(key);
  if (known) return known;
  return key === FROZEN ? symbol(`${FROZEN}!0`, sortOfKey(FROZEN)) : baseMap(heap.epoch, key, onNew);
}

function baseMap(epoch: Epoch, key: string, onNew: NewBase): Formula {
  if (epoch.kind === 'join') return ite(epoch.condition, mapOf(epoch.yes, key, onNew), mapOf(epoch.no, key, onNew));
  if (epoch.only && !isAmong(epoch.only.keys, key)) return mapOf(epoch.only.before, key, onNew);
  const name = `${key}!${epoch.id}`;
  onNew(name, key, epoch);
  const base = symbol(name, sortOfKey(key));
  if (!epoch.kept || base.sort.kind !== 'array') return base;
  const before = mapOf(epoch.kept.before, key, onNew);
  return epoch.kept.refs.reduce((map, ref) => store(map, ref, select(before, ref)), base);
}

/** Members of a Struct are contents too; who writes `@x` of anything may write that of a class object (`C.@x`). */
function isAmong(keys: ReadonlySet<string>, key: string): boolean {
  const ofClass = key.indexOf('.@');
  return (
    keys.has(key) ||
    (key.startsWith('#member:') && keys.has('#values')) ||
    (ofClass > 0 && keys.has(key.slice(ofClass + 1)))
  );
}

export function withMap(state: State, key: string, map: Formula): State {
  return { ...state, heap: { ...state.heap, maps: new Map(state.heap.maps).set(key, map) } };
}

export function withLocal(state: State, name: string, value: Val): State {
  return { ...state, locals: new Map(state.locals).set(name, value) };
}

export function withPath(state: State, path: Formula): State {
  return { ...state, path };
}

export function isDead(state: State): boolean {
  return state.path === FALSE;
}

/** The base symbols that a map is built on, through writes and joins. */
export function baseSymbols(map: Formula): readonly string[] {
  const names = new Set<string>();
  const stack = [map];
  const seen = new Set<Formula>();
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === 'symbol') names.add(node.name);
    else if (isApply(node, 'store')) stack.push(node.args[0]!);
    else if (isApply(node, 'ite')) stack.push(node.args[1]!, node.args[2]!);
  }
  return [...names];
}

/** Two states become one: `condition` holds exactly where the first was reached. Values without a common form: `mixed`. */
export function joinStates(
  condition: Formula,
  a: State,
  b: State,
  join: (name: string, a: Val, b: Val) => Val,
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
  a: ReadonlyMap<string, Val>,
  b: ReadonlyMap<string, Val>,
  join: (name: string, a: Val, b: Val) => Val,
): ReadonlyMap<string, Val> {
  if (a === b) return a;
  const names = new Set([...a.keys(), ...b.keys()]);
  return new Map([...names].map(name => [name, join(name, a.get(name) ?? NIL_VAL, b.get(name) ?? NIL_VAL)]));
}

function joinHeaps(condition: Formula, a: Heap, b: Heap, onNew: NewBase): Heap {
  if (a === b) return a;
  const maps = new Map<string, Formula>();
  for (const key of new Set([...a.maps.keys(), ...b.maps.keys()]))
    maps.set(key, ite(condition, mapOf(a, key, onNew), mapOf(b, key, onNew)));
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
