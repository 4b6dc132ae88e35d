/**
 * Filters tell what passes them: `list.select { |x| x.is_a?(C) }` is an array of C, `list.reject(&:nil?)` one without nil,
 * `list.grep(C)` one of C. What the block's condition says of its parameter is what holds of the elements.
 */
import { findConstantExpr } from '../program/constants';
import type { Block, Call } from '../ril/ril';
import type { Type } from '../types/type';
import { NIL, nominal } from '../types/type';
import type { Ctx } from './context';
import type { Env } from './env';
import { bindLocal } from './env';
import { className, instancePart, nonNilPart } from './narrow';
import { elementOf, joined, resolved, sameTypes } from './relations';

/** Which elements are left: those for which the block is true, or those for which it is not. */
const KEEPS: ReadonlyMap<string, 'truthy' | 'falsy'> = new Map([
  ['select', 'truthy'],
  ['filter', 'truthy'],
  ['find_all', 'truthy'],
  ['take_while', 'truthy'],
  ['find', 'truthy'],
  ['detect', 'truthy'],
  ['reject', 'falsy'],
]);

/** Null: the signature knows as much. */
export function filteredResult(ctx: Ctx, env: Env, receiver: Type, call: Call): Type | null {
  const type = resolved(ctx, receiver);
  if (className(type) !== 'Array') return null;
  const element =
    type.kind === 'tuple' ? elementOf(ctx, type.elements) : type.kind === 'nominal' ? type.args[0] : undefined;
  const kept = element === undefined ? null : keptBy(ctx, env, call, element);
  if (element === undefined || kept === null || kept.kind === 'bottom' || sameTypes(kept, element)) return null;
  return call.method === 'find' || call.method === 'detect' ? joined(ctx, kept, NIL) : nominal('Array', [kept]);
}

function keptBy(ctx: Ctx, env: Env, call: Call, element: Type): Type | null {
  if (call.method === 'grep' && call.block === null) return grepped(ctx, call, element);
  const branch = KEEPS.get(call.method);
  if (branch === undefined || call.args.length > 0 || call.block === null) return null;
  if (call.block.type === 'block') return passing(ctx, env, call.block.block, element, branch);
  const { value } = call.block;
  const isNilTest = value?.kind === 'lit' && value.value.type === 'symbol' && value.value.value === 'nil?';
  return isNilTest && branch === 'falsy' ? nonNilPart(ctx, element) : null;
}

function passing(ctx: Ctx, env: Env, block: Block, element: Type, branch: 'truthy' | 'falsy'): Type | null {
  const [param] = block.params;
  if (block.params.length !== 1 || param?.kind !== 'required' || param.name === null || block.body.kind === 'seq')
    return null;
  const inner = bindLocal(env, param.name, element);
  return ctx.rules.condition({ ...ctx, silent: true }, inner, block.body)[branch].locals.get(param.name) ?? null;
}

function grepped(ctx: Ctx, call: Call, element: Type): Type | null {
  const [only] = call.args;
  if (call.args.length !== 1 || only?.type !== 'positional' || only.value.kind !== 'const') return null;
  const name = findConstantExpr(ctx.program, ctx.frame.nesting, only.value)?.classInfo?.name;
  return name === undefined ? null : instancePart(ctx, element, name);
}
