/**
 * A tree without errors -> outline items, in source order. Visits classes and their bodies only: the contents of a
 * method or statement are copied on demand. Used for whole files and for pieces of damaged ones.
 */
import type { Node } from 'web-tree-sitter';
import type { Span } from '../base/span';
import { addAnnotation, addAnnotationOfDefinition, addAnnotationOfSuperclass } from '../syntax/annotationComment';
import type { NamespaceItem, OutlineItem } from '../syntax/outline';
import { copyNode, type PlaceOf, withHeredocBodies } from './rubyTree';
import { findSilentMisparse, type SilentMisparse } from './silentMisparse';

export interface ItemContext {
  /** The whole file. */
  readonly text: string;
  /** The parsed source: the file, or a piece of it. */
  readonly source: string;
  /** Maps offsets in the parsed source to offsets in the file. */
  readonly place: PlaceOf;
  /** Is a method or statement wrong inside although it has no error? */
  readonly isWrongInside: (node: Node, bodies: readonly Node[]) => boolean;
  /** Signs that the structure is wrong although there is no error; filled while items are read. */
  readonly doubts: SilentMisparse[];
  /** Classes nested too deep to be opened; each is kept as one broken statement. */
  readonly tooDeep: Span[];
}

/** Deeper than the classes of any real program. */
export const MAX_NAMESPACE_DEPTH = 200;

export function itemsOf(ctx: ItemContext, parent: Node, depth = 0): OutlineItem[] {
  const items: OutlineItem[] = [];
  const children = parent.children.filter(child => child.isNamed);
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.type === 'comment') addComment(ctx, items, child);
    else if (child.type !== 'uninterpreted' && child.type !== 'empty_statement') {
      const bodies = heredocBodiesAfter(children, i);
      i += bodies.length;
      items.push(itemOf(ctx, child, bodies, depth));
      addCommentOfDefinition(ctx, items, child);
    }
  }
  return items;
}

function addComment(ctx: ItemContext, items: OutlineItem[], node: Node): void {
  addAnnotation(ctx.text, items, spanOf(ctx, node));
}

/** `def m(x) #: String` */
function addCommentOfDefinition(ctx: ItemContext, items: OutlineItem[], node: Node): void {
  if (node.type !== 'method' && node.type !== 'singleton_method') return;
  const comment = node.children.find(child => child.type === 'comment');
  const before = comment?.previousNamedSibling;
  if (!comment || !before || !isOnLineOf(before, comment)) return;
  addAnnotationOfDefinition(ctx.text, items, spanOf(ctx, comment));
}

function isOnLineOf(node: Node, comment: Node): boolean {
  return node.endPosition.row === comment.startPosition.row;
}

/** tree-sitter attaches the body of a heredoc as a sibling of its statement, after a comment on that line. */
function heredocBodiesAfter(siblings: readonly Node[], index: number): readonly Node[] {
  let end = index + 1;
  while (siblings[end]?.type === 'heredoc_body' || isCommentBeforeHeredoc(siblings, end)) end++;
  return siblings.slice(index + 1, end);
}

function isCommentBeforeHeredoc(siblings: readonly Node[], index: number): boolean {
  return siblings[index]?.type === 'comment' && siblings[index + 1]?.type === 'heredoc_body';
}

function itemOf(ctx: ItemContext, node: Node, bodies: readonly Node[], depth: number): OutlineItem {
  const span = spanOf(ctx, node, bodies);
  const doubt = findSilentMisparse(ctx.source, node, bodies);
  if (doubt !== null) ctx.doubts.push({ kind: doubt, span });
  const kind = namespaceKind(node);
  if (kind !== null && depth < MAX_NAMESPACE_DEPTH) return namespaceItem(ctx, node, kind, depth);
  if (kind !== null) ctx.tooDeep.push(span);
  const isMethod = node.type === 'method' || node.type === 'singleton_method';
  const broken = node.hasError || kind !== null || ctx.isWrongInside(node, bodies);
  const read = () =>
    withHeredocBodies(
      copyNode(node, ctx.place),
      bodies.map(body => copyNode(body, ctx.place)),
    );
  return { kind: isMethod ? 'method' : 'statement', span, read, broken };
}

function namespaceKind(node: Node): NamespaceItem['kind'] | null {
  if (node.type === 'class' || node.type === 'module') return node.type;
  return node.type === 'singleton_class' ? 'singleton' : null;
}

function namespaceItem(ctx: ItemContext, node: Node, kind: NamespaceItem['kind'], depth: number): NamespaceItem {
  const body = bodyItems(ctx, node, depth);
  return {
    kind,
    span: spanOf(ctx, node),
    read: () => copyNode(node, ctx.place, ['body']),
    body: () => body,
    rebuilt: false,
  };
}

/** Comments before the first and after the last statement are children of the class itself, not of its body. */
function bodyItems(ctx: ItemContext, node: Node, depth: number): OutlineItem[] {
  const body = node.childForFieldName('body');
  const before: OutlineItem[] = [];
  const after: OutlineItem[] = [];
  for (const child of node.children) {
    if (child.type !== 'comment') continue;
    if (child.previousNamedSibling?.type === 'superclass' && isOnLineOf(child.previousNamedSibling, child))
      addAnnotationOfSuperclass(ctx.text, before, spanOf(ctx, child));
    else addComment(ctx, body !== null && child.startIndex >= body.endIndex ? after : before, child);
  }
  return [...before, ...(body === null ? [] : itemsOf(ctx, body, depth + 1)), ...after];
}

function spanOf(ctx: ItemContext, node: Node, bodies: readonly Node[] = []): Span {
  const last = bodies[bodies.length - 1];
  return { start: ctx.place(node.startIndex), end: ctx.place(Math.max(node.endIndex, last?.endIndex ?? 0)) };
}
