/** The block parameter of the verified method: the type of the block that its caller passes, and the name that means it. */
import type { SignatureArm } from '../../../program/program';
import { localsOfParam } from '../../../ril/bindings';
import type { Expr } from '../../../ril/ril';
import type { BlockType } from '../../../types/type';
import { findWrittenLocals, forEachExpr } from '../../analysis/writes';
import type { Ctx } from '../../state/context';

export interface CallerBlock {
  readonly arm: SignatureArm;
  readonly block: BlockType;
}

/** The type of the block passed to this frame's method; null: it has none, or several. */
export function callerBlockOf(ctx: Ctx): CallerBlock | null {
  const arms = ctx.frame.method.signature?.arms ?? [];
  const [arm] = arms;
  return arm?.type.block && arms.length === 1 ? { arm, block: arm.type.block } : null;
}

/** Whether this is the name of the verified method's block, which the body neither reassigns nor shadows. */
export function isCallerBlock(ctx: Ctx, name: string): boolean {
  const { definition } = ctx.frame.method;
  if (ctx.frame.block || ctx.frame.callSite !== null || ctx.spec || !definition) return false;
  const isParam = definition.params.some(param => param.kind === 'block' && param.name === name);
  return isParam && !findWrittenLocals(definition.body()).has(name) && !isShadowed(definition.body(), name);
}

function isShadowed(body: Expr, name: string): boolean {
  let found = false;
  forEachExpr(body, expr => {
    const block = expr.kind === 'call' && expr.block?.type === 'block' ? expr.block.block : null;
    if (block && [...block.params.flatMap(localsOfParam), ...block.locals].includes(name)) found = true;
  });
  return found;
}
