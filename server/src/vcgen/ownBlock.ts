/** The block of the verified method itself: what its type says, and whether a name means it. */
import { bool, symbol } from '../logic/build';
import type { Formula } from '../logic/formula';
import { BOOL_SORT } from '../logic/sorts';
import type { SignatureArm } from '../program/program';
import type { Expr } from '../ril/ril';
import type { BlockType } from '../types/type';
import type { Ctx } from './context';
import { eachExpr, writtenLocals } from './writes';

export interface Given {
  readonly arm: SignatureArm;
  readonly block: BlockType;
}

/** The type of the block that this frame's method is given; null: it has none, or several. */
export function blockTypeOf(ctx: Ctx): Given | null {
  const arms = ctx.frame.method.signature?.arms ?? [];
  const [arm] = arms;
  return arm?.type.block && arms.length === 1 ? { arm, block: arm.type.block } : null;
}

/** Whether the verified method was given a block: surely, if its type does not say that it may be left out. */
export function isGiven(ctx: Ctx): Formula | null {
  const given = blockTypeOf(ctx);
  if (!given) return null;
  return given.block.optional ? symbol('block-given!0', BOOL_SORT) : bool(true);
}

/** The name of the block that the verified method is given, if this is its only meaning in the body. */
export function isOwnBlock(ctx: Ctx, name: string): boolean {
  const { definition } = ctx.frame.method;
  if (ctx.frame.block || ctx.frame.callSite !== null || ctx.spec || !definition) return false;
  const isParam = definition.params.some(param => param.kind === 'block' && param.name === name);
  return isParam && !writtenLocals(definition.body).has(name) && !shadowed(definition.body, name);
}

function shadowed(body: Expr, name: string): boolean {
  let found = false;
  eachExpr(body, expr => {
    const block = expr.kind === 'call' && expr.block?.type === 'block' ? expr.block.block : null;
    if (block && JSON.stringify([block.params, block.locals]).includes(`"${name}"`)) found = true;
  });
  return found;
}
