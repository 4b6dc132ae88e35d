/**
 * A syntax node as plain data, copied out of tree-sitter's WASM memory with a TreeCursor. Types and fields are
 * tree-sitter-ruby's. Offsets are absolute in the file, also for pieces that were parsed separately.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly named: boolean;
  /** The field of the parent that this child fills. */
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  /** Inserted by the parser's recovery. */
  readonly missing: boolean;
  readonly children: readonly SyntaxNode[];
}

export function childOf(node: SyntaxNode, field: string): SyntaxNode | null {
  return node.children.find(child => child.field === field) ?? null;
}

export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter(child => child.field === field);
}

export function namedChildren(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter(child => child.named);
}
