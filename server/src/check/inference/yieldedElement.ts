/**
 * What a method passes to its block each time it runs it, several values as a tuple: the elements of a class that
 * includes Enumerable, if the method is its `each`.
 */
import { callsProc } from '../../program/libraryFacts';
import { methodByKey } from '../../program/lookup';
import type { Arg, Call, Expr, Super, Yield } from '../../ril/ril';
import { children, walk } from '../../ril/walk';
import { withoutFlexible } from '../../types/flexible';
import type { Type } from '../../types/type';
import { BOTTOM, DYNAMIC, NIL } from '../../types/type';
import { generaliseType, joinTwoTypes, replaceSelf } from '../../typing/typeOps';
import { isBlockParameter } from '../facts/blockParameter';
import type { MethodRun } from '../run/run';
import type { Ctx } from '../state/context';
import { typeOfYielded } from './outgoingCalls';

/** Null: the body has no block, or code that is not followed may run it. */
export function findYieldedElement(run: MethodRun, body: Expr): Type | null {
  const { ctx } = run;
  if (ctx.frame.method?.definition?.params.some(({ kind }) => kind === 'forward')) return null;
  let element: Type = BOTTOM;
  let isFollowed = true;
  let isRun = false;
  walk(body, expr => {
    if (expr.kind === 'super' || isHeldBlock(ctx, expr)) isFollowed = false;
    const passed = isFollowed ? yieldedBy(run, expr) : undefined;
    if (passed !== undefined) {
      isRun = true;
      element = joinTwoTypes(ctx, element, passed ?? DYNAMIC);
    }
    return isFollowed;
  });
  return isFollowed && isRun ? element : null;
}

/** An expression that keeps the block, or passes it as a value. A call of it, a test, and `&block` do neither. */
function isHeldBlock(ctx: Ctx, expr: Expr): boolean {
  const harmless = new Set<Expr>();
  if (expr.kind === 'if') harmless.add(expr.condition);
  if (expr.kind === 'call') {
    if (expr.receiver !== null && callsProc(ctx.program, expr.method)) harmless.add(expr.receiver);
    if (expr.block?.type === 'pass' && expr.block.value !== null) harmless.add(expr.block.value);
  }
  return children(expr).some(each => !harmless.has(each) && isBlockParameter(ctx, each));
}

/** What the block is given here; null: unknown; undefined: this does not run it. */
function yieldedBy(run: MethodRun, expr: Expr): Type | null | undefined {
  const { ctx } = run;
  if (expr.kind === 'yield') return packYielded(run, expr.args);
  if (expr.kind !== 'call') return undefined;
  const { receiver, method, args, block } = expr;
  if (receiver !== null && isBlockParameter(ctx, receiver))
    return callsProc(ctx.program, method) ? packYielded(run, args) : undefined;
  const isPassed = block?.type === 'pass' && (block.value === null || isBlockParameter(ctx, block.value));
  return isPassed ? yieldedByCallee(run, expr) : undefined;
}

/** What the callee passes to the block that it is given. */
function yieldedByCallee({ ctx, out }: MethodRun, expr: Call | Super | Yield): Type | null {
  const target = out.calls.get(expr);
  if (target === undefined || target.dynamic || target.candidates.length === 0) return null;
  return target.candidates.reduce<Type | null>((all, { method, arms }) => {
    const info = method === null ? null : methodByKey(ctx.program, method);
    const inferred = info?.origin === 'workspace' && info.signature === null;
    const types = inferred
      ? [ctx.summaries.elementOf(info, ctx.memory.depth.now)]
      : arms.map(({ type }) => (type.block === null ? null : packTypes(type.block.type.params.map(each => each.type))));
    if (all === null || types.length === 0) return null;
    return types.reduce<Type | null>(
      (joined, type) => joined && type && joinTwoTypes(ctx, joined, typeAsSeenOutside(ctx, type)),
      all,
    );
  }, BOTTOM);
}

function packYielded({ ctx, out }: MethodRun, args: readonly Arg[]): Type | null {
  const types = args.flatMap(arg => (arg.type === 'positional' ? [typeOfYielded(ctx, arg.value, out)] : []));
  return types.length < args.length ? null : packTypes(types);
}

function packTypes(types: readonly Type[]): Type {
  const [only] = types;
  if (only === undefined) return NIL;
  return types.length === 1 ? only : { kind: 'tuple', elements: types };
}

function typeAsSeenOutside(ctx: Ctx, type: Type): Type {
  return type.kind === 'variable' ? DYNAMIC : withoutFlexible(generaliseType(ctx, replaceSelf(ctx, type)));
}
