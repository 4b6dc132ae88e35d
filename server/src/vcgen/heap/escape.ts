/**
 * An object escapes when it is stored, passed or yielded. Everything reachable from it escapes too, so all objects that
 * are stored anywhere in the heap do; objects that only locals refer to stay local.
 */
import { isApply, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { Heap, State } from '../state/state';
import type { Val } from '../state/value';

export function markEscaped(state: State, ...values: readonly Val[]): State {
  if (state.fresh.length === 0 && state.apart.length === 0) return state;
  if (values.some(val => val.kind === 'proc')) return { ...state, fresh: [], apart: [] };
  const refs = values.flatMap(termsOf);
  if (refs.length === 0) return state;
  const leaves = (each: Formula): boolean => refs.some(ref => mentions(ref, each));
  const fresh = state.fresh.some(leaves) ? findHeldObjects(state, leaves) : state.fresh;
  const apart = state.apart.some(leaves) ? state.apart.filter(each => !leaves(each)) : state.apart;
  return fresh === state.fresh && apart === state.apart ? state : { ...state, fresh, apart };
}

/** The local objects that neither escape nor are stored in the heap. */
function findHeldObjects(state: State, leaves: (ref: Formula) => boolean): readonly Formula[] {
  const staying = state.fresh.filter(each => !leaves(each));
  if (staying.length === 0) return staying;
  const stored = new Stored(staying);
  stored.inHeap(state.heap);
  return staying.filter(each => !stored.found.has(each));
}

/** Whether the value may be this object or contain it directly. */
export function mayReachDirectly(val: Val, ref: Formula): boolean {
  return val.kind === 'proc' || termsOf(val).some(term => mentions(term, ref));
}

function termsOf(val: Val): readonly Formula[] {
  if (val.kind === 'range') return [val.from, val.to].flatMap(end => (end === null ? [] : termsOf(end)));
  return val.kind === 'ref' || val.kind === 'boxed' ? [val.term] : [];
}

/** Whether the term may be or contain the object. Searches a few levels; deeper terms count as containing it. */
function mentions(term: Formula, ref: Formula, depth = 6): boolean {
  if (same(term, ref)) return true;
  if (term.kind !== 'apply') return false;
  return depth === 0 || term.args.some(arg => mentions(arg, ref, depth - 1));
}

/** Finds the objects that are stored in maps as values; indices of maps do not count. */
class Stored {
  readonly found = new Set<Formula>();
  private readonly heaps = new Set<Heap>();
  private readonly maps = new Set<Formula>();
  private readonly values = new Set<Formula>();

  constructor(private readonly refs: readonly Formula[]) {}

  /** Includes the earlier heaps that it is based on. */
  inHeap(heap: Heap): void {
    if (this.heaps.has(heap)) return;
    this.heaps.add(heap);
    for (const map of heap.maps.values()) this.inMap(map);
    const { epoch } = heap;
    const before = epoch.kind === 'join' ? [epoch.yes, epoch.no] : [epoch.kept?.before, epoch.only?.before];
    for (const each of before) if (each) this.inHeap(each);
  }

  inMap(map: Formula): void {
    for (let next = map; ; next = next.args[0]!) {
      if (this.maps.has(next) || next.kind === 'symbol') return;
      this.maps.add(next);
      if (isApply(next, 'store')) this.inValue(next.args[2]!);
      else if (isApply(next, 'ite')) {
        this.inMap(next.args[1]!);
        this.inMap(next.args[2]!);
        return;
      } else {
        this.inValue(next);
        return;
      }
    }
  }

  private inValue(value: Formula): void {
    if (this.values.has(value)) return;
    this.values.add(value);
    for (const ref of this.refs) if (same(value, ref)) this.found.add(ref);
    if (isApply(value, 'select')) this.inMap(value.args[0]!);
    else if (value.kind === 'apply') for (const arg of value.args) this.inValue(arg);
    else if (value.kind !== 'symbol' && 'body' in value) this.inValue(value.body);
  }
}
