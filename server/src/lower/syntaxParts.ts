/** Accessors for the meaningful children of syntax nodes. */
import { childOf, type SyntaxNode } from '../syntax/node';

/** Named children that are code: no comments, no empty statements, no heredoc bodies (their `<<X` represents them). */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter(child => child.named && !NO_CODE.has(child.type));
}

const NO_CODE = new Set(['comment', 'empty_statement', 'heredoc_body', 'uninterpreted']);

/** The code in a node's body with all its comments, including those attached to the node itself. */
export function bodyChildren(node: SyntaxNode): readonly SyntaxNode[] {
  const body = fieldOf(node, 'body');
  const isComment = (child: SyntaxNode): boolean => child.type === 'comment';
  const within = body
    ? body.children.filter(child => isComment(child) || (child.named && !NO_CODE.has(child.type)))
    : [];
  return [...node.children.filter(isComment), ...within].sort((a, b) => a.start - b.start);
}

export function firstPart(node: SyntaxNode): SyntaxNode | null {
  return partsOf(node)[0] ?? null;
}

/** The child in a field, unless the parser's recovery inserted it. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | null {
  const child = childOf(node, field);
  return child && !child.missing ? child : null;
}

export function hasError(node: SyntaxNode): boolean {
  return node.children.some(child => child.type === 'ERROR');
}
