/** Objects come to be (T-New) and are touched: what is known of them here only (until when: leak.ts). */
import { add } from '../logic/arithmetic';
import { int, same } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { ancestors } from '../program/ancestors';
import type { Type } from '../types/type';
import { heapMap } from './bases';
import { assume, type Ctx, fresh, type Run } from './context';
import { type State, withMap } from './state';
import { memberKeys } from './structs';
import { hasExactClass } from './typing';
import { BOXED_NIL, type Val } from './value';

/**
 * A write changes what pure methods with an unknown read set return: for all of them, or, while nothing else can reach
 * the object, for those that it is itself given to.
 */
export function touched(ctx: Ctx, state: State, ref: Formula | null): State {
  if (ref !== null && state.fresh.some(each => same(each, ref)))
    return withMap(
      state,
      '#stamp',
      store(heapMap(ctx, state, '#stamp'), ref, fresh(ctx.run, 'stamp', { kind: 'int' })),
    );
  return { ...state, heap: { ...state.heap, version: fresh(ctx.run, 'version', { kind: 'int' }) } };
}

/** T-New: a number that no object had before; every field of the class is nil. */
export function allocate(
  ctx: Ctx,
  state: State,
  className: string,
  type: Type,
  exact = true,
): { object: Val & { kind: 'ref' }; state: State } {
  ctx.run.allocates = true;
  const ref = ctx.spec ? inClause(ctx.run) : add(state.heap.alloc, int(1));
  const alloc = ctx.spec ? state.heap.alloc : ref;
  let next: State = { ...state, heap: { ...state.heap, alloc }, fresh: [...state.fresh, ref] };
  for (const field of fieldNames(ctx.run, className))
    next = withMap(next, field, store(heapMap(ctx, next, field), ref, BOXED_NIL));
  if (exact) assume(ctx, next, hasExactClass(ctx.run, ref, className));
  const object = { kind: 'ref', term: ref, type, exact } as const;
  if (exact && !ctx.spec) ctx.run.made.push(object);
  return { object, state: next };
}

/** What a clause makes is nothing that code makes later: no reference of the program is below zero. */
function inClause(run: Run): Formula {
  run.madeInClauses++;
  return int(-run.madeInClauses);
}

export function fieldNames(run: Run, className: string): readonly string[] {
  const { program } = run.input;
  const names = ancestors(program, className).flatMap(name => [...(program.classes.get(name)?.fields.keys() ?? [])]);
  return [...new Set([...names, ...memberKeys(program, className)])].filter(name => !name.startsWith('@@'));
}

/** The object's value of a map as it was before. */
export function copyAt(ctx: Ctx, before: State, after: State, ref: Formula, key: string): State {
  const map = heapMap(ctx, after, key);
  if (map.sort.kind !== 'array') return after;
  return withMap(after, key, store(map, ref, select(heapMap(ctx, before, key), ref)));
}
