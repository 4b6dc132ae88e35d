/**
 * Ruby freezes strings that are keys of hashes or elements of sets. Results of a hash (`keys`, `first`, `key(v)`) may be
 * such strings, and so may be values derived from them: none of these is assumed to be unfrozen by convention (frozen.ts).
 * Keys that are known individually are modelled as frozen (vcgen/library/tables/hashIteration.ts).
 */
import { isApply } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { factsOf } from '../../program/libraryFacts';
import type { Type } from '../../types/type';
import type { Ctx } from '../state/context';
import { keyTypeOf } from '../state/hashTypes';
import { classNameOf, containedTypes, unionMembers, withoutAnnotations } from '../state/representation';
import type { Val } from '../state/value';
import { elementType } from './arrays';

/** Records that a method of a hash or set may return keys: from here on strings may be frozen keys. */
export function noteExposedKeys(ctx: Ctx, receiver: Val, method: string): void {
  if (ctx.spec || receiver.kind !== 'ref') return;
  const className = classNameOf(receiver.type);
  if (className !== null && !factsOf(ctx.run.input.program, className, method).exposesKeys) return;
  const held = keysOf(receiver.type);
  if (held && mayHoldString(held)) ctx.run.hazards.keysSince ??= ctx.run.names.counter;
}

function keysOf(type: Type): Type | null {
  const name = classNameOf(type);
  return name === 'Hash' ? keyTypeOf(type) : name === 'Set' ? elementType(type) : null;
}

function mayHoldString(type: Type): boolean {
  return unionMembers(type).some(member => {
    const bare = withoutAnnotations(member);
    if (bare.kind === 'any' || bare.kind === 'dynamic' || bare.kind === 'variable') return true;
    const name = classNameOf(bare);
    if (name === 'String' || name === 'Object' || name === 'Comparable') return true;
    return containedTypes(bare).some(mayHoldString);
  });
}

/** Whether the object was read from something created after keys were returned. Indices, keys and field names do not count. */
export function mayBeFrozenKey(ctx: Ctx, ref: Formula): boolean {
  const since = ctx.run.hazards.keysSince;
  return since !== null && isCreatedAfter(ref, since);
}

function isCreatedAfter(term: Formula, since: number): boolean {
  if (term.kind === 'symbol') return term.origin.serial > since;
  if (term.kind !== 'apply') return false;
  const [first, second] = term.args;
  // A read of a heap map: the object, not the map, is where the value was read from.
  if (isApply(term, 'select') && first && second)
    return isHeap(first) ? isAllocatedHere(second) || isCreatedAfter(second, since) : isCreatedAfter(first, since);
  return term.args.some(each => isCreatedAfter(each, since));
}

/** Containers allocated in this method hold what this method stored, including keys. */
function isAllocatedHere(ref: Formula): boolean {
  return isApply(ref, '+') && ref.args.some(each => each.kind === 'symbol' && each.origin.kind === 'allocation');
}

function isHeap(map: Formula): boolean {
  return map.kind === 'symbol'
    ? map.origin.kind === 'heap-map' || map.origin.kind === 'heap-cell'
    : isApply(map, 'store') && !!map.args[0] && isHeap(map.args[0]);
}
