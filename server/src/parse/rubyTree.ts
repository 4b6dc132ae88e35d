/**
 * tree-sitter's tree -> plain SyntaxNodes. Copying walks with a TreeCursor and a stack of its own, so that code nested
 * thousands of levels deep cannot overflow ours. `place` says where an offset of the parsed text stands in the file,
 * for pieces that were parsed on their own.
 */
import type { Language, Node, Tree, TreeCursor } from 'web-tree-sitter';
import type { SyntaxNode } from '../syntax/node';

/** An offset in a parsed text -> the offset in the file. */
export type PlaceOf = (offset: number) => number;

interface OpenNode {
  readonly type: string;
  readonly named: boolean;
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly missing: boolean;
  readonly children: SyntaxNode[];
}

/** Copies `node` and all below it; children that fill one of the fields in `without` are left out. */
export function copyNode(node: Node, place: PlaceOf, without: readonly string[] = []): SyntaxNode {
  const cursor = node.walk();
  const root = readCursor(cursor, node.tree.language, place, null);
  const open: OpenNode[] = [root];
  let down = cursor.gotoFirstChild();
  while (open.length > 0) {
    const parent = open[open.length - 1]!;
    if (!down) {
      open.pop();
      if (open.length === 0) break;
      cursor.gotoParent();
      down = cursor.gotoNextSibling();
      continue;
    }
    const field = cursor.currentFieldName;
    if (open.length === 1 && field !== null && without.includes(field)) {
      down = cursor.gotoNextSibling();
      continue;
    }
    const child = readCursor(cursor, node.tree.language, place, field);
    parent.children.push(child);
    if (cursor.gotoFirstChild()) open.push(child);
    else down = cursor.gotoNextSibling();
  }
  cursor.delete();
  return root;
}

function readCursor(cursor: TreeCursor, language: Language, place: PlaceOf, field: string | null): OpenNode {
  const typeId = cursor.nodeTypeId;
  const start = place(cursor.startIndex);
  const end = place(cursor.endIndex);
  return {
    type: language.types[typeId] ?? cursor.nodeType,
    named: cursor.nodeIsNamed,
    field,
    start,
    end,
    missing: start === end && cursor.nodeIsMissing,
    children: [],
  };
}

/** A statement node with the heredoc bodies that belong to it as further children. */
export function withHeredocBodies(node: SyntaxNode, bodies: readonly SyntaxNode[]): SyntaxNode {
  const last = bodies[bodies.length - 1];
  if (last === undefined) return node;
  return { ...node, end: Math.max(node.end, last.end), children: [...node.children, ...bodies] };
}

/** Whether the tree's innermost node at `offset` is a comment. */
export function isComment(tree: Tree, offset: number): boolean {
  return tree.rootNode.descendantForIndex(offset, offset + 1)?.type === 'comment';
}
