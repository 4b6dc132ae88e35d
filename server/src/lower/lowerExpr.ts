/**
 * `lowerExpr` is the only way to recurse: it counts the depth, so that extreme nesting becomes an opaque node instead
 * of a stack overflow (here and in every later phase over RIL), and it goes through `dispatch`, which keeps the imports
 * of this folder free of cycles.
 */
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { LowerContext } from './context';
import { opaque } from './opaque';

/** The deepest nesting in two million lines of real Ruby is far below this limit. */
const MAX_DEPTH = 300;

export function lowerExpr(ctx: LowerContext, node: SyntaxNode): Expr {
  return lowerNested(
    ctx,
    () => ctx.done.get(node) ?? ctx.file.dispatch(ctx, node),
    () => tooDeep(ctx, node),
  );
}

/** One level deeper, or `tooDeep` at the limit. */
export function lowerNested<T>(ctx: Pick<LowerContext, 'file'>, lower: () => T, opaqueTooDeep: () => T): T {
  if (ctx.file.depth >= MAX_DEPTH) return opaqueTooDeep();
  ctx.file.depth++;
  try {
    return lower();
  } finally {
    ctx.file.depth--;
  }
}

export function tooDeep(ctx: LowerContext, node: SyntaxNode): Expr {
  return opaque(ctx, node, { kind: 'nested-too-deeply', limit: MAX_DEPTH });
}
