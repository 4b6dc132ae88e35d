/**
 * `map!`, `select!`, `delete_if` and the like: the result of `map` or `select` replaces the contents. Ruby writes
 * during the iteration, so the block must read no contents and must exit normally.
 */
import { eq, ite } from '../../../logic/build';
import { effectsOfCode } from '../../analysis/effects';
import { havocHeap } from '../../fields/havoc';
import { elementsOf, lengthOf } from '../../heap/arrays';
import { countExits } from '../../loops/countExits';
import type { Send } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, taintFor } from '../../state/context';
import { ALL_CONTENTS } from '../../state/heapKey';
import { makeUnionType, withoutAnnotations } from '../../state/representation';
import type { State } from '../../state/state';
import { type ArrayVal, BOXED_NIL, boxValue, type Closure } from '../../state/value';
import type { CallBlock } from './forEachElement';
import { writeContents } from './insertRemove';
import { filterElements, mapElementsInto } from './mapFilter';

export const REPLACES_IN_PLACE: ReadonlySet<string> = new Set(
  'map! collect! select! filter! keep_if reject! delete_if'.split(' '),
);

/** Whether the block cannot observe a partially written array. */
export function readsNoContents(ctx: Ctx, closure: Closure): boolean {
  if (ctx.spec || closure.sends !== undefined) return false;
  const { reads, writes } = effectsOfCode(ctx.run, closure.frame.method, closure.block.body);
  return (
    reads !== 'everything' && !reads.others.has(ALL_CONTENTS) && writes !== 'everything' && !writes.has(ALL_CONTENTS)
  );
}

export function replaceInPlace(ctx: Ctx, send: Send<ArrayVal>, state: State, call: CallBlock): Out | null {
  const { receiver: array, method, site } = send;
  if (withoutAnnotations(array.type).kind === 'tuple') return null;
  const exits = countExits(ctx, []);
  let left = false;
  const own: CallBlock = (values, s, breaks) => {
    const before = breaks.length;
    const out = call(values, s, breaks);
    left ||= breaks.length > before;
    return out;
  };
  const maps = method === 'map!' || method === 'collect!';
  const rejects = method === 'reject!' || method === 'delete_if';
  const made = maps
    ? mapElementsInto(ctx, send, array.type, state, own)
    : filterElements(ctx, send, rejects, state, own);
  if (left || countExits(ctx, []) !== exits) {
    const what = { kind: 'leaving-block', method } as const;
    return {
      value: makeUnmodelled(ctx, what, site),
      state: havocHeap(ctx, made.state, { taint: taintFor(ctx, what, site) }),
    };
  }
  const result = made.value as ArrayVal;
  const [length, elements] = [lengthOf(ctx, made.state, result), elementsOf(ctx, made.state, result)];
  const before = lengthOf(ctx, state, array);
  const next = writeContents(ctx, array, { elements, length }, site, made.state);
  if (!/^(select|filter|reject)!$/.test(method)) return { value: array, state: next };
  const term = ite(eq(before, length), BOXED_NIL, boxValue(array)!);
  return { value: { kind: 'boxed', term, type: makeUnionType([array.type, { kind: 'nil' }]) }, state: next };
}
