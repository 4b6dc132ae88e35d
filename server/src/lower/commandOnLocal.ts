/**
 * `x [1]`, `x -1`, `x *y`, `x &y`, `x **y` where x is a local variable: Ruby reads an operator, tree-sitter, which
 * knows no scopes, a call of x with an argument. The operator takes its place at the left end of that argument:
 * `x -1 * 2 + 3`, read as `x(-1 * 2 + 3)`, is `(x - (1 * 2)) + 3`.
 */
import type { Expr } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { lowerArguments } from './arguments';
import { call, local, positional } from './build';
import type { LowerContext } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr } from './descend';
import { opaque } from './opaque';
import { fieldOf, firstPart, partsOf } from './parts';
import { isLocal } from './scope';

/** Null: an ordinary call. */
export function lowerCommandOnLocal(ctx: LowerContext, node: SyntaxNode): Expr | null {
  const method = fieldOf(node, 'method');
  const list = fieldOf(node, 'arguments');
  if (method?.type !== 'identifier' || !list || fieldOf(node, 'receiver')) return null;
  const name = textOf(ctx, method);
  if (!isLocal(ctx.scope, name) || ctx.file.text[list.start] === '(') return null;
  const parts = partsOf(list);
  const [first] = parts;
  if (!first) return null;
  const spine = leftSpine(first);
  const joint = jointOf(ctx, spine.at(-1)!);
  if (!joint) return null;
  const isWhole = parts.length === 1 && !fieldOf(node, 'block');
  if (!isWhole || joint === 'unclear') return opaque(ctx, node, `\`${name} ${ctx.file.text[first.start]}…\``);
  return rebuild(ctx, { name, method, node }, joint, spine);
}

/** From a node down its left edge; every node of it starts where the first one does, after any prefix operator. */
function leftSpine(node: SyntaxNode): readonly SyntaxNode[] {
  const spine = [node];
  for (let next = leftChild(node); next; next = leftChild(next)) spine.push(next);
  return spine;
}

const LEFT_FIELD: Readonly<Record<string, string>> = {
  binary: 'left',
  call: 'receiver',
  element_reference: 'object',
  conditional: 'condition',
  range: 'begin',
};
const PREFIXED = new Set(['splat_argument', 'block_argument', 'hash_splat_argument']);

function leftChild(node: SyntaxNode): SyntaxNode | null {
  if (PREFIXED.has(node.type)) return null;
  const field = LEFT_FIELD[node.type];
  return field ? fieldOf(node, field) : null;
}

/** Where the local meets the argument: an index, or a binary operator and its right operand's first piece. */
type Joint =
  | { readonly type: 'index'; readonly array: SyntaxNode }
  | { readonly type: 'operator'; readonly operator: SyntaxNode; readonly operand: SyntaxNode };

function jointOf(ctx: LowerContext, leaf: SyntaxNode): Joint | 'unclear' | null {
  if (leaf.type === 'array') return ctx.file.text[leaf.start] === '[' ? { type: 'index', array: leaf } : 'unclear';
  if (PREFIXED.has(leaf.type)) {
    const operand = firstPart(leaf);
    const operator = leaf.children[0];
    return operator && operand ? { type: 'operator', operator, operand } : 'unclear';
  }
  if (leaf.type === 'unary') {
    const operator = childOf(leaf, 'operator');
    const operand = childOf(leaf, 'operand');
    if (operator?.type !== '-' && operator?.type !== '+') return null;
    return operand ? { type: 'operator', operator, operand } : 'unclear';
  }
  // `x /y/`, `x %w[a]`, `x <<A`, `x ?a`, `x ::Y`: an operator too, but what follows was cut into other tokens.
  return /^(\/|%|<<|\?|::)/.test(textOf(ctx, leaf)) ? 'unclear' : null;
}

interface LocalCommand {
  readonly name: string;
  readonly method: SyntaxNode;
  readonly node: SyntaxNode;
}

function rebuild(ctx: LowerContext, command: LocalCommand, joint: Joint, spine: readonly SyntaxNode[]): Expr {
  const above = spine.slice(0, -1).reverse();
  const start = command.method.start;
  if (joint.type === 'index') {
    const receiver = local(spanOf(ctx, command.method), command.name);
    const { args } = lowerArguments(ctx, partsOf(joint.array));
    const span = spanOf(ctx, { start, end: joint.array.end });
    const indexed = call({ span, receiver, method: '[]', methodSpan: spanOf(ctx, joint.array), args });
    return climb(ctx, indexed, above, start);
  }
  return rebuildOperator(ctx, command, joint, above);
}

/** Operators on the operand's own left edge that bind tighter stay with the operand; the others apply to the whole. */
function rebuildOperator(
  ctx: LowerContext,
  command: LocalCommand,
  joint: Extract<Joint, { type: 'operator' }>,
  above: readonly SyntaxNode[],
): Expr {
  const name = textOf(ctx, joint.operator);
  const inside = leftSpine(joint.operand);
  const levels = [...inside.slice(0, -1).reverse(), ...above];
  const leaf = inside.at(-1)!;
  const split = levels.findIndex(level => !bindsTighter(ctx, level, name));
  const tighter = split < 0 ? levels : levels.slice(0, split);
  const looser = split < 0 ? [] : levels.slice(split);
  const right = climb(ctx, lowerExpr(ctx, leaf), tighter, leaf.start);
  const receiver = local(spanOf(ctx, command.method), command.name);
  const span = { start: receiver.span.start, end: right.span.end };
  const args = [positional(right)];
  const joined = call({ span, receiver, method: name, methodSpan: spanOf(ctx, joint.operator), args });
  return climb(ctx, joined, looser, command.method.start);
}

const PRECEDENCE: readonly (readonly string[])[] = [
  ['and', 'or'],
  ['||'],
  ['&&'],
  ['<=>', '==', '===', '!=', '=~', '!~'],
  ['<', '<=', '>', '>='],
  ['|', '^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
  ['**'],
];

function precedence(operator: string): number {
  return PRECEDENCE.findIndex(level => level.includes(operator));
}

function bindsTighter(ctx: LowerContext, level: SyntaxNode, operator: string): boolean {
  if (level.type === 'call' || level.type === 'element_reference') return true;
  if (level.type !== 'binary') return false;
  const own = childOf(level, 'operator');
  const mine = own ? precedence(textOf(ctx, own)) : -1;
  const other = precedence(operator);
  return mine > other || (mine === other && operator === '**');
}

/** Lowers `levels` (inner to outer) with `value` in the place of their left edge. */
function climb(ctx: LowerContext, value: Expr, levels: readonly SyntaxNode[], start: number): Expr {
  let result = value;
  for (const level of levels) {
    const field = LEFT_FIELD[level.type]!;
    const edge: SyntaxNode = { ...childOf(level, field)!, start, children: [] };
    ctx.done.set(edge, result);
    const children = level.children.map(child => (child.field === field ? edge : child));
    result = lowerExpr(ctx, { ...level, start, children });
  }
  return result;
}
