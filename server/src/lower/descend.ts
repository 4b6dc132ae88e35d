/**
 * `lowerExpr` is the one way down: it counts the depth, so that hostile nesting becomes an opaque node and not a
 * stack overflow (here and in every later pass over RIL), and goes through `dispatch`, so that the files of this
 * folder need not import each other in a circle.
 */
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { LowerContext } from './context';
import { opaque } from './opaque';

/** Deeper code exists only to break tools: the deepest in two million lines of real Ruby is far below. */
export const MAX_DEPTH = 300;

export function lowerExpr(ctx: LowerContext, node: SyntaxNode): Expr {
  return deeper(
    ctx,
    () => ctx.done.get(node) ?? ctx.file.dispatch(ctx, node),
    () => tooDeep(ctx, node),
  );
}

/** One level down, or `tooDeep` at the limit. */
export function deeper<T>(ctx: Pick<LowerContext, 'file'>, lower: () => T, tooDeep: () => T): T {
  if (ctx.file.depth >= MAX_DEPTH) return tooDeep();
  ctx.file.depth++;
  try {
    return lower();
  } finally {
    ctx.file.depth--;
  }
}

export function tooDeep(ctx: LowerContext, node: SyntaxNode): Expr {
  return opaque(ctx, node, `nesting deeper than ${MAX_DEPTH}`);
}
