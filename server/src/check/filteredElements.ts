/**
 * Filters tell what passes them: `list.select { |x| x.is_a?(C) }` is an array of C, `list.reject(&:nil?)` one without nil,
 * `list.grep(C)` one of C, `list.partition { … }` two of them, `hash.select { |k, v| v.is_a?(C) }` a hash of C. What the
 * block's condition says of its parameters is what holds of the elements.
 */
import type { Block, Call } from '../ril/ril';
import type { Type } from '../types/type';
import { NIL, nominal } from '../types/type';
import type { Ctx } from './context';
import type { Env } from './env';
import { bindLocal } from './env';
import { greppedPart } from './greppedElements';
import { className, nonNilPart } from './narrow';
import { elementOf, hashKeyOf, hashValueOf, joined, resolved, sameTypes } from './relations';

type Branch = 'truthy' | 'falsy';

/** Which elements are left: those for which the block is true, or those for which it is not. */
const KEEPS: ReadonlyMap<string, Branch> = new Map([
  ['select', 'truthy'],
  ['filter', 'truthy'],
  ['find_all', 'truthy'],
  ['take_while', 'truthy'],
  ['find', 'truthy'],
  ['detect', 'truthy'],
  ['reject', 'falsy'],
]);

const FILTERS_TO_OWN_KIND: ReadonlySet<string> = new Set(['select', 'filter', 'reject']);

/** Null: the signature knows as much. */
export function filteredResult(ctx: Ctx, env: Env, receiver: Type, call: Call): Type | null {
  const type = resolved(ctx, receiver);
  const kind = className(type);
  const element = elementIn(ctx, type);
  if (element === null) return null;
  if (call.method === 'partition') return parted(ctx, env, call, element);
  const kept = keptBy(ctx, env, call, element);
  if (kept === null || !isNarrower(kept, element)) return null;
  if (call.method === 'find' || call.method === 'detect') return joined(ctx, kept, NIL);
  if (kind === 'Array' || !FILTERS_TO_OWN_KIND.has(call.method)) return nominal('Array', [kept]);
  return nominal(kind ?? 'Array', kind === 'Hash' && kept.kind === 'tuple' ? kept.elements : [kept]);
}

/** What a block over it is given: a hash gives pairs. */
export function elementIn(ctx: Ctx, type: Type): Type | null {
  if (type.kind === 'tuple') return elementOf(ctx, type.elements);
  if (type.kind === 'finiteHash') return { kind: 'tuple', elements: [hashKeyOf(ctx, type), hashValueOf(ctx, type)] };
  if (type.kind !== 'nominal') return null;
  const [first, second] = type.args;
  if (type.name === 'Array' || type.name === 'Set') return first ?? null;
  return type.name === 'Hash' && first !== undefined && second !== undefined
    ? { kind: 'tuple', elements: [first, second] }
    : null;
}

/** Nothing, or the nil that leniency sees in every type, is not worth saying. */
function isNarrower(kept: Type, element: Type): boolean {
  return kept.kind !== 'bottom' && !sameTypes(kept, element) && !(kept.kind === 'nil' && element.kind !== 'union');
}

function parted(ctx: Ctx, env: Env, call: Call, element: Type): Type | null {
  const sides = (['truthy', 'falsy'] as const).map(branch => passingAll(ctx, env, call, element, branch));
  const [yes, no] = sides.map(kept => (kept !== null && isNarrower(kept, element) ? kept : element));
  if (yes === undefined || no === undefined || (yes === element && no === element)) return null;
  return { kind: 'tuple', elements: [nominal('Array', [yes]), nominal('Array', [no])] };
}

function keptBy(ctx: Ctx, env: Env, call: Call, element: Type): Type | null {
  if (call.method === 'grep' || call.method === 'grep_v')
    return call.block === null ? greppedPart(ctx, call, element) : null;
  const branch = KEEPS.get(call.method);
  return branch === undefined ? null : passingAll(ctx, env, call, element, branch);
}

/** The elements for which the call's block is true (or is not). */
export function passingAll(ctx: Ctx, env: Env, call: Call, element: Type, branch: Branch): Type | null {
  if (call.args.length > 0 || call.block === null) return null;
  if (call.block.type === 'block') return passing(ctx, env, call.block.block, element, branch);
  const { value } = call.block;
  const isNilTest = value?.kind === 'lit' && value.value.type === 'symbol' && value.value.value === 'nil?';
  return isNilTest && branch === 'falsy' ? nonNilPart(ctx, element) : null;
}

function passing(ctx: Ctx, env: Env, block: Block, element: Type, branch: Branch): Type | null {
  const names = block.params.map(param => (param.kind === 'required' ? param.name : null));
  const pair = resolved(ctx, element);
  const types = names.length === 1 ? [element] : pair.kind === 'tuple' ? pair.elements : [];
  if (names.length === 0 || names.length !== types.length || names.includes(null) || block.body.kind === 'seq')
    return null;
  let inner = env;
  for (const [i, type] of types.entries()) inner = bindLocal(inner, names[i] ?? '', type);
  const known = ctx.rules.condition({ ...ctx, silent: true }, inner, block.body)[branch].locals;
  const kept = types.map((type, i) => narrowed(known.get(names[i] ?? ''), type));
  return names.length === 1 ? (kept[0] ?? null) : { kind: 'tuple', elements: kept };
}

function narrowed(kept: Type | undefined, type: Type): Type {
  return kept !== undefined && isNarrower(kept, type) ? kept : type;
}
