/**
 * Assignable expressions: variables, constants, attributes, elements, and nested lists of these. Names are declared
 * here, before the right side is lowered: in `x = x` both are the local.
 */
import type { Call, Const, MultiTarget, Var } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { lowerArguments } from './arguments';
import { call, local } from './build';
import type { LowerContext } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr, lowerNested } from './lowerExpr';
import { variable } from './names';
import { declare } from './scope';
import { fieldOf, firstPart, partsOf } from './syntaxParts';

export type Target = Var | Const | Call;

/** A call is a write without its last argument: `x.y=`, `x[i]=`. Null if the node is not assignable. */
export function lowerTarget(ctx: LowerContext, node: SyntaxNode): Target | null {
  switch (node.type) {
    case 'identifier':
      return lowerLocalTarget(ctx, node);
    case 'instance_variable':
      return variable(ctx, node, 'instance');
    case 'class_variable':
      return variable(ctx, node, 'class');
    case 'global_variable':
      return variable(ctx, node, 'global');
    case 'constant':
      return { kind: 'const', span: spanOf(ctx, node), scope: null, name: textOf(ctx, node) };
    case 'scope_resolution':
      return lowerConstTarget(ctx, node);
    case 'element_reference':
      return lowerElementTarget(ctx, node);
    case 'call':
      return lowerAttributeTarget(ctx, node);
    default:
      return null;
  }
}

function lowerLocalTarget(ctx: LowerContext, node: SyntaxNode): Var | null {
  const name = textOf(ctx, node);
  if (name === '') return null;
  declare(ctx.scope, name);
  return local(spanOf(ctx, node), name);
}

function lowerConstTarget(ctx: LowerContext, node: SyntaxNode): Const | null {
  const target = lowerExpr(ctx, node);
  return target.kind === 'const' ? target : null;
}

function lowerElementTarget(ctx: LowerContext, node: SyntaxNode): Call | null {
  const object = fieldOf(node, 'object');
  if (!object) return null;
  const receiver = lowerExpr(ctx, object);
  const { args, pass } = lowerArguments(ctx, elementParts(node));
  const methodSpan = spanOf(ctx, { start: object.end, end: node.end });
  const span = spanOf(ctx, node);
  return call({ span, receiver, method: '[]=', methodSpan, args, block: pass, madeBy: 'attributeWrite' });
}

/** The nodes between the brackets of `a[…]`. */
export function elementParts(node: SyntaxNode): readonly SyntaxNode[] {
  return partsOf(node).filter(part => part.field !== 'object' && part.field !== 'block');
}

function lowerAttributeTarget(ctx: LowerContext, node: SyntaxNode): Call | null {
  const receiverNode = fieldOf(node, 'receiver');
  const method = fieldOf(node, 'method');
  if (!receiverNode || !method || fieldOf(node, 'arguments') || fieldOf(node, 'block')) return null;
  const operator = fieldOf(node, 'operator');
  return call({
    span: spanOf(ctx, node),
    receiver: lowerExpr(ctx, receiverNode),
    method: `${textOf(ctx, method)}=`,
    methodSpan: spanOf(ctx, method),
    safe: operator?.type === '&.',
    madeBy: 'attributeWrite',
  });
}

/** The targets of a list; null if one of them is not assignable. */
export function lowerTargets(ctx: LowerContext, nodes: readonly SyntaxNode[]): readonly MultiTarget[] | null {
  const targets: MultiTarget[] = [];
  for (const node of nodes) {
    const target = lowerNested(
      ctx,
      () => lowerMultiTarget(ctx, node),
      () => null,
    );
    if (!target) return null;
    targets.push(target);
  }
  return targets;
}

function lowerMultiTarget(ctx: LowerContext, node: SyntaxNode): MultiTarget | null {
  const span = spanOf(ctx, node);
  if (node.type === 'destructured_left_assignment' || node.type === 'left_assignment_list') {
    const items = lowerTargets(ctx, partsOf(node));
    return items && { type: 'list', span, items };
  }
  if (node.type === 'rest_assignment') {
    const part = firstPart(node);
    if (!part) return { type: 'splat', span, target: null };
    const target = lowerTarget(ctx, part);
    return target && { type: 'splat', span, target };
  }
  const target = lowerTarget(ctx, node);
  return target && { type: 'one', span, target };
}
