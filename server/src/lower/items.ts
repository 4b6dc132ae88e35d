/** A definition met inside an expression, as the outline would have it: nested ones are declared as all others are. */
import type { SyntaxNode } from '../syntax/node';
import type { NamespaceItem, OutlineItem } from '../syntax/outline';
import { fieldOf, hasError, partsOf } from './parts';

export function itemOfNode(node: SyntaxNode): OutlineItem {
  const span = { start: node.start, end: node.end };
  const kind = NAMESPACES[node.type];
  if (kind) {
    const rebuilt = false;
    // Made when asked for: hostile nesting is met one level at a time.
    return {
      kind,
      span,
      rebuilt,
      read: () => node,
      get body() {
        return bodyItems(node);
      },
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

function bodyItems(node: SyntaxNode): readonly OutlineItem[] {
  const body = fieldOf(node, 'body');
  return body ? partsOf(body).map(itemOfNode) : [];
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
