/** How many ways out were found so far: whether a piece of code may leave other than by its end. */
import type { Ctx, Exit } from '../context';

export function exitsOf(ctx: Ctx, gathers: readonly Exit[][]): number {
  const { returns, raises, breaks, nexts } = ctx.sinks;
  const lists: readonly (readonly unknown[])[] = [
    returns,
    raises,
    breaks ?? [],
    nexts ?? [],
    ctx.run.edges,
    ...gathers,
    ...outer(ctx),
  ];
  return lists.reduce((sum, list) => sum + list.length, 0);
}

function outer(ctx: Ctx): Exit[][] {
  const found: Exit[][] = [];
  for (let { block } = ctx.frame; block; block = block.frame.block) found.push(block.frame.returns, block.breaks ?? []);
  return found;
}
