/**
 * Ruby freezes the strings that are keys of hashes and elements of sets. What a hash hands out (`keys`, `first`, `key(v)`) may
 * be such a string, and so may be whatever is made of it from there on: none of it is taken to be unfrozen by convention
 * (frozen.ts). Keys that are known one by one are frozen in sight (core/hashIteration.ts).
 */
import { isApply } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Type } from '../types/type';
import { elementType } from './arrays';
import type { Ctx } from './context';
import { keyTypeOf } from './hashTypes';
import { classNameOf, members, partsOf, plain } from './shape';
import type { Val } from './value';

/** They give no key, or hashes and sets that still hold them. */
const KEEP_KEYS: ReadonlySet<string> = new Set(
  '[] fetch dig values size length count empty? key? has_key? include? member? === value? has_value? []= store values_at fetch_values default default= clear sum each_value transform_values transform_values! merge merge! update slice except select filter reject compact compact! to_h dup clone freeze frozen? == != eql? equal? inspect to_s hash any? all? none? add add? << delete delete? | & - ^ + union difference intersection subset? superset? disjoint? intersect? <= >= < > nil? is_a? kind_of? class replace subtract to_set'.split(
    ' ',
  ),
);

/** Before a method of a hash or set runs: from here on strings may be keys. */
export function noteKeys(ctx: Ctx, receiver: Val, method: string): void {
  if (ctx.spec || receiver.kind !== 'ref' || KEEP_KEYS.has(method)) return;
  const held = keysOf(receiver.type);
  if (held && mayHoldString(held)) ctx.run.keysSince ??= ctx.run.counter;
}

function keysOf(type: Type): Type | null {
  const name = classNameOf(type);
  return name === 'Hash' ? keyTypeOf(type) : name === 'Set' ? elementType(type) : null;
}

function mayHoldString(type: Type): boolean {
  return members(type).some(member => {
    const bare = plain(member);
    if (bare.kind === 'any' || bare.kind === 'dynamic' || bare.kind === 'variable') return true;
    const name = classNameOf(bare);
    if (name === 'String' || name === 'Object' || name === 'Comparable') return true;
    return partsOf(bare).some(mayHoldString);
  });
}

/** Where it was read from came up after keys were handed out: an index or a key does not matter, nor does a field's name. */
export function mayBeKey({ run: { keysSince } }: Ctx, ref: Formula): boolean {
  return keysSince !== null && isLaterThan(ref, keysSince);
}

function isLaterThan(term: Formula, since: number): boolean {
  if (term.kind === 'symbol') return Number(term.name.slice(term.name.lastIndexOf('!') + 1)) > since;
  if (term.kind !== 'apply') return false;
  const [first, second] = term.args;
  // What a map holds for an object: the map is the heap's, the object is where it was read from.
  if (isApply(term, 'select') && first && second)
    return isHeap(first) ? isMadeHere(second) || isLaterThan(second, since) : isLaterThan(first, since);
  return term.args.some(each => isLaterThan(each, since));
}

/** What a container that was made here holds was put there, keys too. */
function isMadeHere(ref: Formula): boolean {
  return isApply(ref, '+') && ref.args.some(each => each.kind === 'symbol' && each.name.startsWith('alloc!'));
}

function isHeap(map: Formula): boolean {
  return map.kind === 'symbol'
    ? /^[#@$]/.test(map.name)
    : isApply(map, 'store') && !!map.args[0] && isHeap(map.args[0]);
}
