/**
 * `return(a) + b` is `return((a) + b)`: a jump takes everything that follows, even after a parenthesised operand. The
 * parser reads `(return(a)) + b`; here the jump at the left edge of an expression gets the whole expression.
 */
import type { Expr, Jump } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { LEFT_FIELD, nodesOnLeftEdge } from './command';
import type { LowerContext } from './context';
import { spanOf } from './context';
import { lowerExpr } from './lowerExpr';
import { opaque } from './opaque';
import { partsOf } from './syntaxParts';

const JUMPS: Readonly<Record<string, Jump['jump']>> = { return: 'return', break: 'break', next: 'next' };

/** Returns null if there is no jump at the left edge. */
export function lowerJumpOnLeft(ctx: LowerContext, node: SyntaxNode): Expr | null {
  if (!Object.hasOwn(LEFT_FIELD, node.type) || isKeywordOperator(node)) return null;
  const spine = nodesOnLeftEdge(node);
  const leaf = spine.at(-1)!;
  const jump = Object.hasOwn(JUMPS, leaf.type) ? JUMPS[leaf.type]! : null;
  if (!jump || spine.slice(1).some(isKeywordOperator)) return null;
  const list = leaf.children.find(child => child.type === 'argument_list');
  const isOne = list && ctx.file.text[list.start] === '(' && partsOf(list).length === 1;
  // `return +1`: the operator is a sign.
  if (!list || !isOne) return opaque(ctx, node, { kind: 'operator-after-jump', jump });
  const operand: SyntaxNode = { ...list, type: 'parenthesized_statements', field: leaf.field };
  return { kind: 'jump', span: spanOf(ctx, node), jump, value: lowerExpr(ctx, replaceLeft(spine, operand)) };
}

function isKeywordOperator(node: SyntaxNode): boolean {
  const operator = node.type === 'binary' ? childOf(node, 'operator')?.type : null;
  return operator === 'and' || operator === 'or';
}

/** The first node of `spine` with `leaf` at its left edge. */
function replaceLeft(spine: readonly SyntaxNode[], leaf: SyntaxNode): SyntaxNode {
  let left = leaf;
  for (const level of spine.slice(0, -1).reverse()) {
    const field = LEFT_FIELD[level.type]!;
    const edge: SyntaxNode = { ...left, field };
    const children = level.children.map(child => (child.field === field ? edge : child));
    left = { ...level, start: leaf.start, children };
  }
  return left;
}
