/**
 * The state at the beginning of an arbitrary iteration: what iterations change is havocked within its type; the rest is
 * unchanged. Maps that change only for new objects are unchanged for all objects that existed before.
 */
import { le } from '../../logic/arithmetic';
import { bound, eq, forall, implies } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { INT_SORT } from '../../logic/sorts';
import { havocHeap } from '../fields/havoc';
import type { Site } from '../state/call';
import { assume, type Ctx, freshAllocation, freshCell, freshSymbol } from '../state/context';
import { FROZEN, type HeapKey, PRESENT, VALUES } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { KeyMap, KeySet, type ReadonlyKeySet } from '../state/keyedMap';
import { hintOf } from '../state/localKey';
import { type Epoch, type State, withLocal, withMap } from '../state/state';
import { makeArbitraryValue } from '../state/typeGuards';
import type { LoopEffects } from './loopEffects';

export function havocLoop(ctx: Ctx, state: State, changed: LoopEffects, site: Site): State {
  let next = changed.everything
    ? havocHeap(ctx, { ...state, ...localObjects(changed) })
    : havocChangedMaps(ctx, state, changed);
  for (const [key, type] of changed.locals) {
    const { val, guard } = makeArbitraryValue(ctx, type, hintOf(key), next.heap.alloc, site);
    assume(ctx, next, guard);
    next = withLocal(next, key, val);
  }
  return next;
}

function havocChangedMaps(ctx: Ctx, state: State, changed: LoopEffects): State {
  const keys = new KeySet([...changed.maps, ...changed.grown]);
  if (keys.size === 0 && changed.cells.size === 0 && !changed.allocates) return { ...state, ...localObjects(changed) };
  let next = newEpoch(ctx, state, changed, keys);
  for (const key of changed.grown) if (!changed.maps.has(key)) assumeOldObjects(ctx, state, next, key);
  for (const [key, refs] of changed.cells)
    for (const ref of refs) {
      const map = heapMap(ctx, next, key);
      if (map.sort.kind !== 'array') continue;
      next = withMap(next, key, store(map, ref, freshCell(ctx.run, key, map.sort.element)));
    }
  recordHashCells(ctx, changed, next);
  return next;
}

/** Lets later reads of such a hash assume its type, as for a hash from the caller (hashAssumptions.ts). */
function recordHashCells(ctx: Ctx, changed: LoopEffects, state: State): void {
  for (const ref of changed.cells.get(VALUES) ?? []) {
    const present = select(heapMap(ctx, state, PRESENT), ref);
    const left = { present, alloc: state.heap.alloc };
    const values = select(heapMap(ctx, state, VALUES), ref);
    for (const term of [values, present]) if (term.kind === 'symbol') ctx.run.heapNotes.hashCells.set(term.name, left);
  }
}

function newEpoch(ctx: Ctx, state: State, changed: LoopEffects, keys: ReadonlyKeySet<HeapKey>): State {
  const { run } = ctx;
  const alloc = changed.allocates || changed.grown.size > 0 ? freshAllocation(run) : state.heap.alloc;
  if (alloc !== state.heap.alloc) assume(ctx, state, le(state.heap.alloc, alloc));
  const version = freshSymbol(run, 'version', INT_SORT);
  const epoch: Epoch = {
    kind: 'base',
    id: run.names.counter,
    alloc,
    kept: null,
    taint: null,
    only: { keys, before: state.heap },
    grownFrom: {
      keys: new KeySet([...changed.grown].filter(key => !changed.maps.has(key))),
      before: state.heap,
    },
  };
  const frozen = state.heap.maps.get(FROZEN);
  const maps = new KeyMap<HeapKey, Formula>(frozen ? [[FROZEN, frozen]] : []);
  return { ...state, heap: { maps, epoch, alloc, version }, ...localObjects(changed) };
}

/** Objects that have not escaped after any number of iterations. */
function localObjects(changed: LoopEffects): Pick<State, 'fresh' | 'apart'> {
  return { fresh: changed.kept, apart: changed.apart };
}

/** For all r that existed before: M'[r] = M[r]. */
function assumeOldObjects(ctx: Ctx, before: State, after: State, key: HeapKey): void {
  const [old, now] = [heapMap(ctx, before, key), heapMap(ctx, after, key)];
  const name = `r${ctx.run.names.quantifiers++}`;
  const ref = bound(name, INT_SORT);
  const cell: Formula = select(now, ref);
  assume(
    ctx,
    before,
    forall([{ name, sort: INT_SORT }], implies(le(ref, before.heap.alloc), eq(cell, select(old, ref))), [[cell]]),
  );
}
