/**
 * A definition inside an expression -> the outline item it would have at the top level, so that nested definitions are
 * declared like all others.
 */

import { addAnnotation } from '../syntax/annotationComment';
import type { SyntaxNode } from '../syntax/node';
import type { NamespaceItem, OutlineItem } from '../syntax/outline';
import { bodyChildren, hasError } from './syntaxParts';

export function itemOfNode(text: string, node: SyntaxNode): OutlineItem {
  const span = { start: node.start, end: node.end };
  const kind = NAMESPACES[node.type];
  if (kind) {
    const rebuilt = false;
    // Built on demand, so that extreme nesting is handled one level at a time.
    return {
      kind,
      span,
      rebuilt,
      read: () => node,
      body: () => bodyItems(text, node),
    };
  }
  const isMethod = node.type === 'method' || node.type === 'singleton_method';
  return { kind: isMethod ? 'method' : 'statement', span, read: () => node, broken: isBroken(node) };
}

const NAMESPACES: Readonly<Record<string, NamespaceItem['kind']>> = {
  class: 'class',
  module: 'module',
  singleton_class: 'singleton',
};

/** Statements and annotations among them; tree-sitter attaches comments before the first one to the class itself. */
function bodyItems(text: string, node: SyntaxNode): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  for (const child of bodyChildren(node)) {
    if (child.type === 'comment') addAnnotation(text, items, child);
    else items.push(itemOfNode(text, child));
  }
  return items;
}

function isBroken(root: SyntaxNode): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    if (node.missing || node.type === 'ERROR' || hasError(node)) return true;
    for (const child of node.children) pending.push(child);
  }
  return false;
}
