/** Havoc of the heap, of some of its maps, or of one object. Types and refinements of fields still hold afterwards. */
import { le } from '../../logic/arithmetic';
import { same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { store } from '../../logic/maps';
import { memberKeys, slotInLabel } from '../analysis/structClasses';
import { touchObject } from '../heap/objects';
import { showHeapKey } from '../obligations/checkWrite';
import { assume, type Ctx, freshAllocation, freshCell, freshSymbol, noteStep } from '../state/context';
import { CONTENT_KEYS, type EffectKey, FROZEN, type HeapKey, isSlot } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { KeyMap, type ReadonlyKeySet } from '../state/keyedMap';
import { classNameOf } from '../state/representation';
import { type Epoch, type State, withMap } from '../state/state';
import type { Val } from '../state/value';
import { assumeHavockedFieldType } from './fieldAssumptions';
import { requireFieldTypes } from './fields';

/** Requires the field types of objects under construction that other code may see from now on. */
function requireFieldsOfEscaping(ctx: Ctx, state: State): void {
  const hidden = [...state.fresh, ...state.apart];
  for (const { object, constructing, place } of ctx.mode.active)
    if (constructing && object.kind === 'ref' && !hidden.some(each => same(each, object.term)))
      requireFieldTypes(ctx, state, { value: object, place, when: { kind: 'before-escape' } });
}

export interface HavocOptions {
  readonly taint?: number;
  /** What leaves the new values open (`noteUnmodelledPart`). */
  readonly open?: number | undefined;
  /** Only these keys; null: everything. */
  readonly keys?: ReadonlyKeySet<HeapKey>;
}

/** Havocs the heap, except for objects that never escaped. Reads assume the field types again (readField). */
export function havocHeap(ctx: Ctx, state: State, options: HavocOptions = {}): State {
  const { run } = ctx;
  requireFieldsOfEscaping(ctx, state);
  const refs = [...new Set([...state.fresh, ...state.apart])];
  const alloc = freshAllocation(run);
  assume(ctx, state, le(state.heap.alloc, alloc));
  const epoch: Epoch = {
    kind: 'base',
    id: run.names.counter,
    alloc,
    kept: refs.length > 0 ? { refs, before: state.heap } : null,
    taint: options.taint ?? null,
    ...(options.open === undefined ? {} : { open: options.open }),
    only: options.keys ? { keys: options.keys, before: state.heap } : null,
  };
  noteStep(ctx, { operation: 'havoc', text: options.keys ? [...options.keys].map(showHeapKey).join(', ') : 'heap' });
  const frozen = state.heap.maps.get(FROZEN);
  const maps = new KeyMap<HeapKey, Formula>(frozen ? [[FROZEN, frozen]] : []);
  return { ...state, heap: { maps, epoch, alloc, version: freshSymbol(run, 'version', { kind: 'int' }) } };
}

/** A callee may have allocated objects, even if it wrote none that existed. */
export function growAllocation(ctx: Ctx, state: State): State {
  const alloc = freshAllocation(ctx.run);
  assume(ctx, state, le(state.heap.alloc, alloc));
  return { ...state, heap: { ...state.heap, alloc } };
}

/** Havocs one field or the contents of one object; the field's type and refinement still hold. */
export function havocAt(ctx: Ctx, state: State, object: Val & { kind: 'ref' }, key: EffectKey): State {
  const className = classNameOf(object.type) ?? 'Object';
  const { program } = ctx.run.input;
  const keys =
    key.kind === 'all-contents'
      ? [...CONTENT_KEYS, ...memberKeys(program, className)]
      : [slotInLabel(program, className, key)];
  let next = touchObject(ctx, state, object.term);
  for (const each of keys) {
    const map = heapMap(ctx, next, each);
    if (map.sort.kind !== 'array') continue;
    const term = freshCell(ctx.run, each, map.sort.element);
    next = withMap(next, each, store(map, object.term, term));
    if (isSlot(each)) assumeHavockedFieldType(ctx, next, object, each, term);
  }
  noteStep(ctx, { operation: 'havoc', text: showHeapKey(key) });
  return next;
}
