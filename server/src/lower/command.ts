/**
 * Recognises operators that tree-sitter reads as calls without parentheses (see commandOnValue.ts), from the syntax and
 * the scope alone.
 */
import { childOf, type SyntaxNode } from '../syntax/node';
import type { LowerContext } from './context';
import { textOf } from './context';
import { isLocal } from './scope';
import { fieldOf, firstPart, partsOf } from './syntaxParts';

/** A call without parentheses that may be an operator. `certain`: its head can only be a value. */
export interface Command {
  readonly node: SyntaxNode;
  readonly method: SyntaxNode;
  readonly args: readonly SyntaxNode[];
  readonly certain: boolean;
}

export const VARIABLES = new Set(['self', 'instance_variable', 'class_variable', 'global_variable']);

export function findCommand(ctx: LowerContext, node: SyntaxNode): Command | null {
  const method = fieldOf(node, 'method');
  const list = fieldOf(node, 'arguments');
  if (!method || !list || ctx.file.text[list.start] === '(') return null;
  const alone = !fieldOf(node, 'receiver');
  const certain = alone && VARIABLES.has(method.type);
  const isVariable = alone && method.type === 'identifier' && isLocal(ctx.scope, textOf(ctx, method));
  if (!certain && !isVariable && list.start !== method.end) return null;
  return { node, method, args: partsOf(list), certain };
}

/** tree-sitter parses `f(x -1, 2)` as `f(x(-1, 2))`: arguments after the first belong to the outer call. */
export function separateSpilledArguments(ctx: LowerContext, parts: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const last = parts.at(-1);
  const spilled = last ? argumentsSpilledBy(ctx, last) : [];
  return spilled.length > 1
    ? [...parts.slice(0, -1), spilled[0]!, ...separateSpilledArguments(ctx, spilled.slice(1))]
    : parts;
}

function argumentsSpilledBy(ctx: LowerContext, node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type !== 'call') return [node];
  const command = findCommand(ctx, node);
  const [first, ...others] = command?.args ?? [];
  if (!command || !first || others.length === 0 || fieldOf(node, 'block')) return [node];
  if (!findMisparsedOperator(ctx, nodesOnLeftEdge(first).at(-1)!)) return [node];
  const list: SyntaxNode = { ...childOf(node, 'arguments')!, end: first.end, children: [first] };
  const children = node.children.map(child => (child.field === 'arguments' ? list : child));
  return [{ ...node, end: first.end, children }, ...others];
}

/** The nodes from a node down its left edge; each starts at the same offset, after any prefix operator. */
export function nodesOnLeftEdge(node: SyntaxNode): readonly SyntaxNode[] {
  const spine = [node];
  for (let next = leftChild(node); next; next = leftChild(next)) spine.push(next);
  return spine;
}

export const LEFT_FIELD: Readonly<Record<string, string>> = {
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

/** Where the value meets the argument: an index, or a binary operator and the first part of its right operand. */
export type MisparsedOperator =
  | { readonly type: 'index'; readonly array: SyntaxNode }
  | { readonly type: 'operator'; readonly operator: SyntaxNode; readonly operand: SyntaxNode };

export function findMisparsedOperator(ctx: LowerContext, leaf: SyntaxNode): MisparsedOperator | 'unclear' | null {
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
  // `x /y/`, `x %w[a]`, `x <<A`, `x ?a`, `x ::Y`: also operators, but the operand was tokenised differently.
  return /^(\/|%|<<|\?|::)/.test(textOf(ctx, leaf)) ? 'unclear' : null;
}
