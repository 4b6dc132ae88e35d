/**
 * tree-sitter's tree -> plain SyntaxNodes. Copies with a TreeCursor and an explicit stack, so that code nested
 * thousands of levels deep cannot overflow the call stack. `place` maps offsets of a separately parsed piece to the
 * file.
 */
import type { Language, Node, Tree, TreeCursor } from 'web-tree-sitter';
import type { SyntaxNode } from '../syntax/node';

/** Maps an offset in the parsed source to the offset in the file. */
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

/** Copies `node` and its descendants, without children in the fields listed in `without`. */
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

/** A statement node with its heredoc bodies as additional children. */
export function withHeredocBodies(node: SyntaxNode, bodies: readonly SyntaxNode[]): SyntaxNode {
  const last = bodies[bodies.length - 1];
  if (last === undefined) return node;
  return { ...node, end: Math.max(node.end, last.end), children: [...node.children, ...bodies] };
}

/** Is the tree's innermost node at `offset` a comment? */
export function isComment(tree: Tree, offset: number): boolean {
  return tree.rootNode.descendantForIndex(offset, offset + 1)?.type === 'comment';
}
