/**
 * `map!`, `select!`, `delete_if` and their like: what `map` and `select` make takes the place of the contents. Ruby writes
 * as it goes, so the block must read no contents and leave in no other way than by its end.
 */
import { eq, ite } from '../../logic/build';
import type { Site } from '../arguments';
import { type ArrayVal, elementsOf, lengthOf } from '../arrays';
import { type Ctx, notModelled, type Out, taintFor } from '../context';
import { effectsOfCode } from '../effects';
import { exitsOf } from '../general/exitsOf';
import { havoc } from '../havoc';
import { plain, unionOf } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, boxed, type Closure } from '../value';
import { kept, mappedInto } from './arrayBuilding';
import { written } from './arrayMoves';
import type { CallBlock } from './arrayRounds';

export const REPLACES: ReadonlySet<string> = new Set(
  'map! collect! select! filter! keep_if reject! delete_if'.split(' '),
);

/** The block cannot see how far the array is. */
export function looksAway(ctx: Ctx, closure: Closure): boolean {
  if (ctx.spec || closure.sends !== undefined) return false;
  const { reads, writes } = effectsOfCode(ctx.run, closure.frame.method, closure.block.body);
  return reads !== 'everything' && !reads.others.has('contents') && writes !== 'everything' && !writes.has('contents');
}

export function replacing(
  ctx: Ctx,
  array: ArrayVal,
  method: string,
  site: Site,
  state: State,
  call: CallBlock,
): Out | null {
  if (plain(array.type).kind === 'tuple') return null;
  const exits = exitsOf(ctx, []);
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
    ? mappedInto(ctx, array, array.type, site, state, own)
    : kept(ctx, array, rejects, site, state, own);
  if (left || exitsOf(ctx, []) !== exits) {
    const what = `a block of ${method} that may leave it`;
    return { value: notModelled(ctx, what, site), state: havoc(ctx, made.state, { taint: taintFor(ctx, what, site) }) };
  }
  const result = made.value as ArrayVal;
  const [length, elements] = [lengthOf(ctx, made.state, result), elementsOf(ctx, made.state, result)];
  const before = lengthOf(ctx, state, array);
  const next = written(ctx, array, elements, length, site, made.state);
  if (!/^(select|filter|reject)!$/.test(method)) return { value: array, state: next };
  const term = ite(eq(before, length), BOXED_NIL, boxed(array)!);
  return { value: { kind: 'boxed', term, type: unionOf([array.type, { kind: 'nil' }]) }, state: next };
}
