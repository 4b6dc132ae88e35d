/**
 * `list.grep(C)` goes through the elements that are a C, `list.grep_v(C)` through the others, with and without a block;
 * `list.grep(/…/)` through what can be matched: no number, nil, true or false.
 */
import { findConstantExpr } from '../program/constants';
import { findSingletonMethod } from '../program/lookup';
import type { Expr } from '../ril/ril';
import type { MethodType, Type } from '../types/type';
import type { Ctx } from './context';
import type { Sending } from './elementResults';
import { instancePart, matchablePart, notInstancePart } from './narrow';

/** Null: the pattern says nothing of them. */
export function greppedPart(ctx: Ctx, call: Sending, element: Type): Type | null {
  const [only] = call.args;
  if (call.args.length !== 1 || only?.type !== 'positional') return null;
  const name = testedClass(ctx, only.value);
  if (name !== null)
    return call.method === 'grep' ? instancePart(ctx, element, name) : notInstancePart(ctx, element, name);
  const isRegexp = only.value.kind === 'lit' && only.value.value.type === 'regexp';
  return isRegexp && call.method === 'grep' ? matchablePart(ctx, element) : null;
}

/** The class that `pattern === x` asks for, unless it has a `===` of its own. */
export function testedClass(ctx: Ctx, pattern: Expr): string | null {
  if (pattern.kind !== 'const') return null;
  const name = findConstantExpr(ctx.program, ctx.frame.nesting, pattern)?.classInfo?.name ?? null;
  return name !== null && findSingletonMethod(ctx.program, name, '===')?.origin !== 'workspace' ? name : null;
}

/** What the block of `grep` is given. */
export function greppedBlock(ctx: Ctx, call: Sending, declared: MethodType): MethodType {
  if (call.method !== 'grep' && call.method !== 'grep_v') return declared;
  const [first, ...others] = declared.params;
  if (first === undefined) return declared;
  const part = greppedPart(ctx, call, first.type);
  return part === null || part.kind === 'bottom'
    ? declared
    : { ...declared, params: [{ ...first, type: part }, ...others] };
}
