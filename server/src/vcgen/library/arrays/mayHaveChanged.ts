/**
 * Whether the iterations between two states may have written this array (hash, set). They have not if everything they
 * wrote was allocated since, or is a different local object that has not escaped.
 */
import { isApply, same } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { offset } from '../../../logic/maps';
import type { Ctx } from '../../state/context';
import { ELEMENTS, type HeapKey, LENGTH } from '../../state/heapKey';
import { heapMap, registerBase } from '../../state/heapMaps';
import { mapOf, type State } from '../../state/state';
import type { ArrayVal } from '../../state/value';

export function mayHaveChangedArray(ctx: Ctx, array: ArrayVal, before: State, after: State): boolean {
  return mayHaveChangedContents(ctx, array.term, [ELEMENTS, LENGTH], before, after);
}

/** `keys`: the heap maps to compare. */
export function mayHaveChangedContents(
  ctx: Ctx,
  container: Formula,
  keys: readonly HeapKey[],
  before: State,
  after: State,
): boolean {
  const newest = offset(before.heap.alloc);
  const isNew = (ref: Formula): boolean => same(offset(ref)[0], newest[0]) && offset(ref)[1] > newest[1];
  const isAnother = (ref: Formula): boolean =>
    !mentions(container, ref) && (isNew(ref) || before.fresh.some(each => same(each, ref)));
  const spares = (key: HeapKey, map: Formula, start: Formula): boolean => {
    if (same(map, start)) return true;
    if (isApply(map, 'ite')) return map.args.slice(1).every(each => spares(key, each, start));
    if (isApply(map, 'store') && isAnother(map.args[1]!)) return spares(key, map.args[0]!, start);
    if (isApply(start, 'store') && isAnother(start.args[1]!)) return spares(key, map, start.args[0]!);
    const grown = map.kind === 'symbol' ? ctx.run.heapNotes.bases.get(map.name)?.epoch.grownFrom : undefined;
    return !!grown?.keys.has(key) && spares(key, mapOf(grown.before, key, registerBase(ctx.run)), start);
  };
  return !keys.every(key => spares(key, heapMap(ctx, after, key), heapMap(ctx, before, key)));
}

/** `c ? a : b` may be a. */
function mentions(term: Formula, ref: Formula): boolean {
  return (
    same(term, ref) || (term.kind === 'apply' && term.operator === 'ite' && term.args.some(arg => mentions(arg, ref)))
  );
}
