/**
 * Calls in all their spellings: with and without receiver, `&.`, `::`, `.()`, operators by name, commands, blocks,
 * `a[i]`, super with arguments.
 */
import type { BlockArg, Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { argumentParts, lowerArguments } from './arguments';
import { lowerBlock } from './blocks';
import { call } from './build';
import { lowerCommandOnValue } from './commandOnValue';
import { applyPartCommentCast } from './commentCasts';
import type { LowerContext, LowererTable } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr } from './lowerExpr';
import { opaque } from './opaque';
import { fieldOf } from './syntaxParts';
import { elementParts } from './targets';

export const callLowerers: LowererTable = {
  call: lowerCall,
  element_reference: lowerElementReference,
  // Blocks and argument lists are parts of a call; on their own they are damage.
  block: (ctx, node) => opaque(ctx, node, { kind: 'block-without-call' }),
  do_block: (ctx, node) => opaque(ctx, node, { kind: 'block-without-call' }),
  block_argument: (ctx, node) => opaque(ctx, node, { kind: 'block-argument-without-call' }),
  argument_list: (ctx, node) => opaque(ctx, node, { kind: 'arguments-without-call' }),
  forward_argument: (ctx, node) => opaque(ctx, node, { kind: 'forwarding-without-call' }),
};

function lowerCall(ctx: LowerContext, node: SyntaxNode): Expr {
  const method = fieldOf(node, 'method');
  if (method?.type === 'super') return lowerSuper(ctx, node);
  return lowerCommandOnValue(ctx, node) ?? lowerPlainCall(ctx, node, method);
}

function lowerPlainCall(ctx: LowerContext, node: SyntaxNode, method: SyntaxNode | null): Expr {
  const receiverNode = fieldOf(node, 'receiver');
  const list = fieldOf(node, 'arguments');
  const operator = fieldOf(node, 'operator');
  if (!method && !list) return opaque(ctx, node, { kind: 'call-without-name' });
  const receiver = receiverNode ? applyPartCommentCast(ctx, receiverNode, lowerExpr(ctx, receiverNode)) : null;
  const { args, pass } = lowerArguments(ctx, argumentParts(list));
  // `f.(x)` is a call of `call`.
  const nameAt = method ?? list!;
  return call({
    span: spanOf(ctx, node),
    receiver,
    method: method ? textOf(ctx, method) : 'call',
    methodSpan: spanOf(ctx, method ? nameAt : { start: nameAt.start, end: nameAt.start }),
    args,
    block: lowerCallBlock(ctx, node) ?? pass,
    safe: operator?.type === '&.',
    bare: false,
  });
}

function lowerCallBlock(ctx: LowerContext, node: SyntaxNode): BlockArg | null {
  const block = fieldOf(node, 'block');
  return block && { type: 'block', block: lowerBlock(ctx, block, fieldOf(block, 'parameters')) };
}

function lowerSuper(ctx: LowerContext, node: SyntaxNode): Expr {
  const list = fieldOf(node, 'arguments');
  const lowered = list && lowerArguments(ctx, argumentParts(list));
  const block = lowerCallBlock(ctx, node) ?? lowered?.pass ?? null;
  return { kind: 'super', span: spanOf(ctx, node), args: lowered ? lowered.args : null, block };
}

/** `a[i, j]` is a call of `[]`. */
function lowerElementReference(ctx: LowerContext, node: SyntaxNode): Expr {
  const object = fieldOf(node, 'object');
  if (!object) return opaque(ctx, node, { kind: 'missing-code' });
  const receiver = lowerExpr(ctx, object);
  const { args, pass } = lowerArguments(ctx, elementParts(node));
  const block = lowerCallBlock(ctx, node) ?? pass;
  const methodSpan = spanOf(ctx, { start: object.end, end: node.end });
  return call({ span: spanOf(ctx, node), receiver, method: '[]', methodSpan, args, block });
}
