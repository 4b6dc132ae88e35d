/**
 * Assignments. `x.y = v` and `x[i] = v` are calls of `y=` and `[]=` marked `attributeWrite`: they evaluate to v, not to
 * the result of the method.
 */
import type { Expr } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { lowerElements } from './arguments';
import { assign, nilAt, positional } from './build';
import { separateSpilledArguments } from './command';
import type { LowerContext, LowererTable } from './context';
import { spanOf } from './context';
import { lowerExpr } from './lowerExpr';
import { opaque } from './opaque';
import { partsOf } from './syntaxParts';
import { lowerTarget, lowerTargets, type Target } from './targets';

export const assignmentLowerers: LowererTable = {
  assignment: lowerAssignment,
  right_assignment_list: lowerRightSide,
  splat_argument: lowerRightSide,
};

function lowerAssignment(ctx: LowerContext, node: SyntaxNode): Expr {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  if (!left) return opaque(ctx, node, { kind: 'missing-code' });
  if (left.type === 'left_assignment_list') return lowerMultiple(ctx, node, left, right);
  const target = lowerTarget(ctx, left);
  if (!target) return opaque(ctx, node, { kind: 'assignment', target: left.type });
  const value = right ? lowerRightSide(ctx, right) : nilAt(node.end - ctx.base);
  return write(spanOf(ctx, node), target, value);
}

/** The write of `value` to a target. */
export function write(span: Expr['span'], target: Target, value: Expr): Expr {
  if (target.kind !== 'call') return assign(span, target, value);
  return { ...target, span, args: [...target.args, positional(value)] };
}

/** `= 1, *x` and `= *x` create an array. */
export function lowerRightSide(ctx: LowerContext, node: SyntaxNode): Expr {
  if (node.type === 'splat_argument')
    return { kind: 'array', span: spanOf(ctx, node), elements: lowerElements(ctx, [node]) };
  if (node.type === 'right_assignment_list')
    return { kind: 'array', span: spanOf(ctx, node), elements: lowerElements(ctx, partsOf(node)) };
  const spilled = separateSpilledArguments(ctx, [node]);
  if (spilled.length === 1) return lowerExpr(ctx, node);
  return { kind: 'array', span: spanOf(ctx, node), elements: lowerElements(ctx, spilled) };
}

function lowerMultiple(ctx: LowerContext, node: SyntaxNode, left: SyntaxNode, right: SyntaxNode | null): Expr {
  const targets = lowerTargets(ctx, partsOf(left));
  if (!targets) return opaque(ctx, node, { kind: 'multiple-assignment' });
  const value = right ? lowerRightSide(ctx, right) : nilAt(node.end - ctx.base);
  return { kind: 'multiAssign', span: spanOf(ctx, node), targets, value };
}
