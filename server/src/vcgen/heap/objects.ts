/** Allocation (T-New) and writes to objects. escape.ts says how long an object stays local. */

import { add, integer } from '../../logic/arithmetic';
import { int, isApply, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import type { Type } from '../../types/type';
import { memberKeys } from '../analysis/structClasses';
import { instanceFieldNames } from '../analysis/variableKeys';
import { assume, type Ctx, freshSymbol, type Run } from '../state/context';
import { fieldKey, type HeapKey, type SlotKey, STAMP } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { KeySet } from '../state/keyedMap';
import { type State, withMap } from '../state/state';
import { hasExactClass } from '../state/typeGuards';
import { BOXED_NIL, type Val } from '../state/value';

/**
 * Records a write: it may change the result of pure methods with an unknown read set; as long as the object has not
 * escaped, only of those that receive it.
 */
export function touchObject(ctx: Ctx, state: State, ref: Formula | null): State {
  if (ref !== null && state.fresh.some(each => same(each, ref)))
    return withMap(
      state,
      STAMP,
      store(heapMap(ctx, state, STAMP), ref, freshSymbol(ctx.run, 'stamp', { kind: 'int' })),
    );
  return { ...state, heap: { ...state.heap, version: freshSymbol(ctx.run, 'version', { kind: 'int' }) } };
}

/** T-New: a fresh reference; every field of the class is nil. */
export function allocate(
  ctx: Ctx,
  state: State,
  className: string,
  type: Type,
  exact = true,
): { object: Val & { kind: 'ref' }; state: State } {
  ctx.run.heapNotes.allocates.value = true;
  const ref = ctx.spec ? takeClauseReference(ctx.run) : add(state.heap.alloc, int(1));
  const alloc = ctx.spec ? state.heap.alloc : ref;
  let next: State = { ...state, heap: { ...state.heap, alloc }, fresh: [...state.fresh, ref] };
  for (const field of slotKeysOf(ctx.run, className))
    next = withMap(next, field, store(heapMap(ctx, next, field), ref, BOXED_NIL));
  if (exact) assume(ctx, next, hasExactClass(ctx.run, ref, className));
  const object = { kind: 'ref', term: ref, type, exact } as const;
  if (exact && !ctx.spec) ctx.run.heapNotes.allocated.push(object);
  return { object, state: next };
}

/** A reference for an object that a clause allocates: negative, so distinct from the program's objects. */
export function takeClauseReference(run: Run): Formula {
  run.names.clauseObjects++;
  return int(-run.names.clauseObjects);
}

/** Whether a clause allocated the object. */
export function isClauseReference(ref: Formula): boolean {
  return (integer(ref) ?? 0n) < 0n;
}

/** A map's value for an object; skips writes to objects of clauses, which are distinct from the program's objects. */
export function cellAt(map: Formula, ref: Formula): Formula {
  let below = map;
  while (!isClauseReference(ref) && isApply(below, 'store') && isClauseReference(below.args[1]!))
    below = below.args[0]!;
  return select(below, ref);
}

export function slotKeysOf(run: Run, className: string): readonly SlotKey[] {
  const { program } = run.input;
  return [...new KeySet([...instanceFieldNames(program, className).map(fieldKey), ...memberKeys(program, className)])];
}

/** Restores the object's earlier value in a map. */
export function restoreMapAt(ctx: Ctx, before: State, after: State, ref: Formula, key: HeapKey): State {
  const map = heapMap(ctx, after, key);
  if (map.sort.kind !== 'array') return after;
  return withMap(after, key, store(map, ref, select(heapMap(ctx, before, key), ref)));
}
