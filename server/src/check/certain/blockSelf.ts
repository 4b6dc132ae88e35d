/**
 * The `self` of a block that a method of the workspace passes on (`def build(&block) = new.instance_eval(&block)`): the
 * receiver of the call that takes it, if the library says that this call runs the block with its receiver as `self`.
 */
import { findConstantExpr } from '../../program/constants';
import { findMethod, findSingletonMethod } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import type { Call, Expr } from '../../ril/ril';
import { children, walk } from '../../ril/walk';
import { nominal, type Type } from '../../types/type';
import { resolveType } from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import type { Callee } from '../types/methodTypes';

/** Null: unknown, or the block is used in other ways too. */
export function selfOfPassedBlock(ctx: Ctx, { info, receiver, makes }: Callee): Type | null {
  const block = info?.definition?.params.find(({ kind }) => kind === 'block')?.name;
  if (!info?.definition || !block || info.redefinitions.length > 0) return null;
  const body = info.definition.body();
  const takers = findCallsTakingBlock(body, block);
  const self = resolveType(ctx, makes ?? receiver);
  const [first, ...others] = (takers ?? []).map(taker => classOfReceiver(ctx, { info, body, self }, taker));
  if (!first || others.some(other => other !== first)) return null;
  return runsWithReceiver(ctx.program, first, takers ?? []) ? nominal(first) : null;
}

/** The calls that `&block` is passed to; null: something else happens to the block as well. */
function findCallsTakingBlock(body: Expr, block: string): readonly Call[] | null {
  const takers: Call[] = [];
  let only = true;
  walk(body, expr => {
    const isTaken = (inner: Expr): boolean =>
      expr.kind === 'call' && expr.block?.type === 'pass' && expr.block.value === inner;
    for (const inner of children(expr)) {
      if (inner.kind !== 'var' || inner.name !== block) continue;
      if (isTaken(inner) && expr.kind === 'call') takers.push(expr);
      else if (expr.kind !== 'if') only = false;
    }
    if (expr.kind === 'yield' || expr.kind === 'super') only = false;
    return only;
  });
  return only && takers.length > 0 ? takers : null;
}

/** The library's block type says `[self: self]`. */
function runsWithReceiver(program: Program, className: string, takers: readonly Call[]): boolean {
  return takers.every(({ method }) => {
    const info = findMethod(program, className, method);
    const arms = (info?.signature?.arms ?? []).filter(({ type }) => type.block !== null);
    return (
      info?.origin === 'core' && arms.length > 0 && arms.every(({ type }) => type.block?.type.selfType?.kind === 'self')
    );
  });
}

interface Passing {
  readonly info: MethodInfo;
  readonly body: Expr;
  /** The `self` of the method that passes the block. */
  readonly self: Type;
}

/** The class of the receiver. */
function classOfReceiver(ctx: Ctx, passing: Passing, { receiver }: Call): string | null {
  const { self, body } = passing;
  if (receiver === null || receiver.kind === 'self') return self.kind === 'nominal' ? self.name : null;
  const isLocal = receiver.kind === 'var' && receiver.scope === 'local';
  const made = isLocal ? findSingleValue(body, receiver.name) : receiver;
  return made && classCreatedBy(ctx, passing, made);
}

function findSingleValue(body: Expr, name: string): Expr | null {
  const values: Expr[] = [];
  walk(body, expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.name === name) values.push(expr.value);
    return true;
  });
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** `new`, `C.new`. */
function classCreatedBy({ program }: Ctx, { info, self }: Passing, made: Expr): string | null {
  if (made.kind !== 'call' || made.method !== 'new') return null;
  const isOwn = made.receiver === null || made.receiver.kind === 'self';
  const named = made.receiver?.kind === 'const' ? findConstantExpr(program, info.nesting, made.receiver) : null;
  const name = isOwn && self.kind === 'classOf' ? self.name : (named?.classInfo?.name ?? null);
  return name !== null && findSingletonMethod(program, name, 'new')?.owner === 'Class' ? name : null;
}
