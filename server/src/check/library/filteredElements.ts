/**
 * Filters narrow their elements: `list.select { |x| x.is_a?(C) }` and `list.grep(C)` are arrays of C,
 * `list.reject(&:nil?)` has no nil, `list.partition { … }` returns two narrowed arrays,
 * `hash.select { |k, v| v.is_a?(C) }` a hash of C. What the block's condition implies for its parameters holds for the
 * elements.
 */
import { factsOf } from '../../program/libraryFacts';
import { findMethod } from '../../program/lookup';
import type { Block, Call } from '../../ril/ril';
import type { Type } from '../../types/type';
import { NIL, nominal } from '../../types/type';
import { className, nonNilPart } from '../../typing/narrow';
import {
  elementOf,
  hashKeyOf,
  hashValueOf,
  joinTwoTypes,
  mayBeNil,
  resolveType,
  sameTypes,
} from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';
import { narrowGrepElement } from './greppedElements';

type Branch = 'truthy' | 'falsy';

/** Returns null if the signature is as precise. */
export function filteredResult(ctx: Ctx, env: Env, receiver: Type, call: Call): Type | null {
  const type = resolveType(ctx, receiver);
  const kind = className(type);
  const element = elementIn(ctx, type);
  if (element === null) return null;
  if (call.method === 'partition') return resultOfPartition(ctx, env, call, element);
  const kept = elementsKept(ctx, env, call, element, kind);
  if (kept === null || !isNarrower(kept, element)) return null;
  const results = resultsWithBlock(ctx, kind, call.method);
  if (results.some(result => mayBeNil(ctx, result))) return joinTwoTypes(ctx, kept, NIL);
  if (kind === null || !results.some(result => className(result) === kind)) return nominal('Array', [kept]);
  return nominal(kind, kind === 'Hash' && kept.kind === 'tuple' ? kept.elements : [kept]);
}

/** What the method returns if it is called with a block, as its signature says. */
function resultsWithBlock({ program }: Ctx, kind: string | null, method: string): readonly Type[] {
  const found = findMethod(program, kind ?? 'Array', method);
  return (found?.signature?.arms ?? []).flatMap(({ type: { block, result } }) => (block === null ? [] : [result]));
}

/** The type of what a block over the receiver gets: pairs for a hash. */
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

/** Removing nothing, or only the implicit nil of lenient mode, does not make the type narrower. */
function isNarrower(kept: Type, element: Type): boolean {
  return kept.kind !== 'bottom' && !sameTypes(kept, element) && !(kept.kind === 'nil' && element.kind !== 'union');
}

function resultOfPartition(ctx: Ctx, env: Env, call: Call, element: Type): Type | null {
  const sides = (['truthy', 'falsy'] as const).map(branch => narrowByPredicate(ctx, env, call, element, branch));
  const [yes, no] = sides.map(kept => (kept !== null && isNarrower(kept, element) ? kept : element));
  if (yes === undefined || no === undefined || (yes === element && no === element)) return null;
  return { kind: 'tuple', elements: [nominal('Array', [yes]), nominal('Array', [no])] };
}

function elementsKept(ctx: Ctx, env: Env, call: Call, element: Type, kind: string | null): Type | null {
  const { keeps } = factsOf(ctx.program, kind ?? 'Array', call.method);
  if (keeps === 'matching' || keeps === 'others')
    return call.block === null ? narrowGrepElement(ctx, call, element) : null;
  return keeps === null ? null : narrowByPredicate(ctx, env, call, element, keeps);
}

/** The elements for which the call's block is truthy, or falsy. */
export function narrowByPredicate(ctx: Ctx, env: Env, call: Call, element: Type, branch: Branch): Type | null {
  if (call.args.length > 0 || call.block === null) return null;
  if (call.block.type === 'block') return narrowByBlock(ctx, env, call.block.block, element, branch);
  const { value } = call.block;
  const isNilTest = value?.kind === 'lit' && value.value.type === 'symbol' && value.value.value === 'nil?';
  return isNilTest && branch === 'falsy' ? nonNilPart(ctx, element) : null;
}

function narrowByBlock(ctx: Ctx, env: Env, block: Block, element: Type, branch: Branch): Type | null {
  const names = block.params.map(param => (param.kind === 'required' ? param.name : null));
  const pair = resolveType(ctx, element);
  const types = names.length === 1 ? [element] : pair.kind === 'tuple' ? pair.elements : [];
  if (names.length === 0 || names.length !== types.length || names.includes(null) || block.body.kind === 'seq')
    return null;
  let inner = env;
  for (const [i, type] of types.entries()) inner = bindLocal(inner, names[i] ?? '', type);
  const known = ctx.rules.condition({ ...ctx, silent: true }, inner, block.body)[branch].locals;
  const kept = types.map((type, i) => replaceElement(known.get(names[i] ?? ''), type));
  return names.length === 1 ? (kept[0] ?? null) : { kind: 'tuple', elements: kept };
}

function replaceElement(kept: Type | undefined, type: Type): Type {
  return kept !== undefined && isNarrower(kept, type) ? kept : type;
}
