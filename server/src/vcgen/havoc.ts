/** Forgetting: the whole heap, some of its maps, or one object; what is forgotten keeps what its fields promise. */
import { le } from '../logic/arithmetic';
import { same } from '../logic/build';
import { store } from '../logic/maps';
import { heapMap } from './bases';
import { assume, type Ctx, fresh, note } from './context';
import { keepsPromise } from './fieldPromises';
import { askPromises } from './fields';
import { shownKey } from './mayWrite';
import { touched } from './objects';
import { classNameOf } from './shape';
import { CONTENT_KEYS, type Epoch, FROZEN, type State, withMap } from './state';
import { isMemberKey, memberKeys, slotKey } from './structs';
import type { Val } from './value';

/** Others may look at an unfinished object from now on: it must already be what its fields promise. */
function handedOn(ctx: Ctx, state: State): void {
  const hidden = [...state.fresh, ...state.apart];
  for (const { object, constructing, place } of ctx.run.active)
    if (constructing && object.kind === 'ref' && !hidden.some(each => same(each, object.term)))
      askPromises(ctx, state, object, place, 'before the object is handed on');
}

export interface HavocOptions {
  readonly taint?: number;
  /** Only these keys; null: everything. */
  readonly keys?: ReadonlySet<string>;
}

/** Forgets the heap, but for objects that never escaped. What is forgotten keeps its promises (see readField). */
export function havoc(ctx: Ctx, state: State, options: HavocOptions = {}): State {
  const { run } = ctx;
  handedOn(ctx, state);
  const refs = [...new Set([...state.fresh, ...state.apart])];
  const alloc = fresh(run, 'alloc', { kind: 'int' });
  assume(ctx, state, le(state.heap.alloc, alloc));
  const epoch: Epoch = {
    kind: 'base',
    id: run.counter,
    alloc,
    kept: refs.length > 0 ? { refs, before: state.heap } : null,
    taint: options.taint ?? null,
    only: options.keys ? { keys: options.keys, before: state.heap } : null,
  };
  note(ctx, { operation: 'havoc', text: options.keys ? [...options.keys].map(shownKey).join(', ') : 'heap' });
  const frozen = state.heap.maps.get(FROZEN);
  const maps = new Map(frozen ? [[FROZEN, frozen]] : []);
  return { ...state, heap: { maps, epoch, alloc, version: fresh(run, 'version', { kind: 'int' }) } };
}

/** A callee may have made new objects, even if it changed none that was there. */
export function grown(ctx: Ctx, state: State): State {
  const alloc = fresh(ctx.run, 'alloc', { kind: 'int' });
  assume(ctx, state, le(state.heap.alloc, alloc));
  return { ...state, heap: { ...state.heap, alloc } };
}

/** Forgets one field of one object, or one object's contents; what the field promises still holds. */
export function havocAt(ctx: Ctx, state: State, object: Val & { kind: 'ref' }, key: string): State {
  const className = classNameOf(object.type) ?? 'Object';
  const { program } = ctx.run.input;
  const keys =
    key === 'contents' ? [...CONTENT_KEYS, ...memberKeys(program, className)] : [slotKey(program, className, key)];
  let next = touched(ctx, state, object.term);
  for (const each of keys) {
    const map = heapMap(ctx, next, each);
    if (map.sort.kind !== 'array') continue;
    const term = fresh(ctx.run, `${each}@`, map.sort.element);
    next = withMap(next, each, store(map, object.term, term));
    if (each.startsWith('@') || isMemberKey(each)) keepsPromise(ctx, next, object, each, term);
  }
  note(ctx, { operation: 'havoc', text: shownKey(key) });
  return next;
}
