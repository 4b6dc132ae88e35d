/**
 * The state at the beginning of an arbitrary round: what the rounds change is unknown, within its type; the rest is as
 * it was before the loop. Maps that only grew are known for every object that existed then.
 */
import { le } from '../../logic/arithmetic';
import { bound, eq, forall, implies } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { INT_SORT } from '../../logic/sorts';
import type { Site } from '../arguments';
import { heapMap } from '../bases';
import { assume, type Ctx, fresh } from '../context';
import { havoc } from '../havoc';
import { type Epoch, FROZEN, type State, withLocal, withMap } from '../state';
import { anyOf } from '../typing';
import type { Changed } from './changed';

export function forget(ctx: Ctx, state: State, changed: Changed, site: Site): State {
  let next = changed.everything ? havoc(ctx, { ...state, ...hereOnly(changed) }) : forgetHeap(ctx, state, changed);
  for (const [key, type] of changed.locals) {
    const declared = ctx.run.localTypes.get(key.slice(key.indexOf('/') + 1));
    const { val, guard } = anyOf(ctx, declared ?? type, key.slice(key.indexOf('/') + 1), next.heap.alloc, site);
    assume(ctx, next, guard);
    next = withLocal(next, key, val);
  }
  return next;
}

function forgetHeap(ctx: Ctx, state: State, changed: Changed): State {
  const keys = new Set([...changed.maps, ...changed.grown]);
  if (keys.size === 0 && changed.cells.size === 0 && !changed.allocates) return { ...state, ...hereOnly(changed) };
  let next = newEpoch(ctx, state, changed, keys);
  for (const key of changed.grown) if (!changed.maps.has(key)) assumeOldObjects(ctx, state, next, key);
  for (const [key, refs] of changed.cells)
    for (const ref of refs) {
      const map = heapMap(ctx, next, key);
      if (map.sort.kind !== 'array') continue;
      next = withMap(next, key, store(map, ref, fresh(ctx.run, `${key}@`, map.sort.element)));
    }
  rememberHashes(ctx, changed, next);
  return next;
}

/** So that what is read later of such a hash has its type, as of one from outside (hashPromises.ts). */
function rememberHashes(ctx: Ctx, changed: Changed, state: State): void {
  for (const ref of changed.cells.get('#values') ?? []) {
    const present = select(heapMap(ctx, state, '#present'), ref);
    const left = { present, alloc: state.heap.alloc };
    const values = select(heapMap(ctx, state, '#values'), ref);
    for (const term of [values, present]) if (term.kind === 'symbol') ctx.run.hashCells.set(term.name, left);
  }
}

function newEpoch(ctx: Ctx, state: State, changed: Changed, keys: ReadonlySet<string>): State {
  const { run } = ctx;
  const alloc = changed.allocates || changed.grown.size > 0 ? fresh(run, 'alloc', INT_SORT) : state.heap.alloc;
  if (alloc !== state.heap.alloc) assume(ctx, state, le(state.heap.alloc, alloc));
  const version = fresh(run, 'version', INT_SORT);
  const epoch: Epoch = {
    kind: 'base',
    id: run.counter,
    alloc,
    kept: null,
    taint: null,
    only: { keys, before: state.heap },
    grownFrom: {
      keys: new Set([...changed.grown].filter(key => !changed.maps.has(key))),
      before: state.heap,
    },
  };
  const frozen = state.heap.maps.get(FROZEN);
  const maps = new Map(frozen ? [[FROZEN, frozen]] : []);
  return { ...state, heap: { maps, epoch, alloc, version }, ...hereOnly(changed) };
}

/** What nobody else has after any number of rounds. */
function hereOnly(changed: Changed): Pick<State, 'fresh' | 'apart'> {
  return { fresh: changed.kept, apart: changed.apart };
}

/** For all r that existed before: M'[r] = M[r]. */
function assumeOldObjects(ctx: Ctx, before: State, after: State, key: string): void {
  const [old, now] = [heapMap(ctx, before, key), heapMap(ctx, after, key)];
  const name = `r${ctx.run.quantifiers++}`;
  const ref = bound(name, INT_SORT);
  const cell: Formula = select(now, ref);
  assume(
    ctx,
    before,
    forall([{ name, sort: INT_SORT }], implies(le(ref, before.heap.alloc), eq(cell, select(old, ref))), [[cell]]),
  );
}
