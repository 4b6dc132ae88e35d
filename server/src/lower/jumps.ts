/** return, break, next, redo, retry; several values become an array. yield and super. */
import type { Arg, Expr, Jump } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { argumentParts, lowerArguments, lowerElements } from './arguments';
import { separateSpilledArguments } from './command';
import type { LowerContext, LowererTable } from './context';
import { spanOf } from './context';
import { lowerExpr } from './lowerExpr';

export const jumpLowerers: LowererTable = {
  return: (ctx, node) => lowerJump(ctx, node, 'return'),
  break: (ctx, node) => lowerJump(ctx, node, 'break'),
  next: (ctx, node) => lowerJump(ctx, node, 'next'),
  redo: (ctx, node) => lowerJump(ctx, node, 'redo'),
  retry: (ctx, node) => lowerJump(ctx, node, 'retry'),
  yield: lowerYield,
  super: (ctx, node) => ({ kind: 'super', span: spanOf(ctx, node), args: null, block: null }),
};

function lowerJump(ctx: LowerContext, node: SyntaxNode, jump: Jump['jump']): Expr {
  return { kind: 'jump', span: spanOf(ctx, node), jump, value: jumpValue(ctx, argumentListOf(node)) };
}

function argumentListOf(node: SyntaxNode): SyntaxNode | null {
  return node.children.find(child => child.type === 'argument_list') ?? null;
}

function jumpValue(ctx: LowerContext, list: SyntaxNode | null): Expr | null {
  const parts = separateSpilledArguments(ctx, argumentParts(list));
  if (!list || parts.length === 0) return null;
  const [only] = parts;
  const isPlain = parts.length === 1 && !['splat_argument', 'pair', 'hash_splat_argument'].includes(only!.type);
  if (isPlain) return lowerExpr(ctx, only!);
  const elements = lowerElements(ctx, parts);
  const hash = elements.length === 1 ? hashOf(elements[0]!) : null;
  return hash ?? { kind: 'array', span: spanOf(ctx, list), elements };
}

/** `return a: 1` returns a hash. */
function hashOf(arg: Arg): Expr | null {
  return arg.type === 'positional' && arg.value.kind === 'hash' ? arg.value : null;
}

function lowerYield(ctx: LowerContext, node: SyntaxNode): Expr {
  const { args } = lowerArguments(ctx, argumentParts(argumentListOf(node)));
  return { kind: 'yield', span: spanOf(ctx, node), args };
}
