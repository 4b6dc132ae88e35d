/** The number of exits found so far, to see whether a piece of code may exit other than normally. */
import type { Ctx } from '../state/context';
import type { ExitList } from '../state/frame';

export function countExits(ctx: Ctx, gathers: readonly ExitList[]): number {
  const { returns, raises, breaks, nexts } = ctx.sinks;
  const lists: readonly { readonly length: number }[] = [
    returns,
    raises,
    breaks ?? [],
    nexts ?? [],
    ctx.run.hypotheses.edges,
    ...gathers,
    ...outer(ctx),
  ];
  return lists.reduce((sum, list) => sum + list.length, 0);
}

function outer(ctx: Ctx): ExitList[] {
  const found: ExitList[] = [];
  for (let { block } = ctx.frame; block; block = block.frame.block)
    found.push(block.frame.returns, ...(block.breaks ? [block.breaks] : []));
  return found;
}
