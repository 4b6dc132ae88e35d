/**
 * May the rounds between two states have written this array (hash, set)? Not if all that they wrote is new since then, or was made
 * here and is another one that nobody else has.
 */
import { isApply, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { offset } from '../../logic/maps';
import type { ArrayVal } from '../arrays';
import { baseKnown, heapMap } from '../bases';
import type { Ctx } from '../context';
import { mapOf, type State } from '../state';

export function changesArray(ctx: Ctx, array: ArrayVal, before: State, after: State): boolean {
  return changesContents(ctx, array.term, ['#elements', '#length'], before, after);
}

/** `keys`: the maps that count. */
export function changesContents(
  ctx: Ctx,
  container: Formula,
  keys: readonly string[],
  before: State,
  after: State,
): boolean {
  const newest = offset(before.heap.alloc);
  const isNew = (ref: Formula): boolean => same(offset(ref)[0], newest[0]) && offset(ref)[1] > newest[1];
  const isAnother = (ref: Formula): boolean =>
    !mentions(container, ref) && (isNew(ref) || before.fresh.some(each => same(each, ref)));
  const spares = (key: string, map: Formula, start: Formula): boolean => {
    if (same(map, start)) return true;
    if (isApply(map, 'ite')) return map.args.slice(1).every(each => spares(key, each, start));
    if (isApply(map, 'store') && isAnother(map.args[1]!)) return spares(key, map.args[0]!, start);
    if (isApply(start, 'store') && isAnother(start.args[1]!)) return spares(key, map, start.args[0]!);
    const grown = map.kind === 'symbol' ? ctx.run.bases.get(map.name)?.epoch.grownFrom : undefined;
    return !!grown?.keys.has(key) && spares(key, mapOf(grown.before, key, baseKnown(ctx.run)), start);
  };
  return !keys.every(key => spares(key, heapMap(ctx, after, key), heapMap(ctx, before, key)));
}

/** `c ? a : b` may be a. */
function mentions(term: Formula, ref: Formula): boolean {
  return (
    same(term, ref) || (term.kind === 'apply' && term.operator === 'ite' && term.args.some(arg => mentions(arg, ref)))
  );
}
