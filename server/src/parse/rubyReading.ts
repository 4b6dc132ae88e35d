/**
 * A text, or a piece of one, -> outline items, if it can be read without any guess: as tree-sitter parses it, or with
 * the constructs that tree-sitter misreads spelled otherwise. Null: it is damaged.
 */
import type { Node } from 'web-tree-sitter';
import type { Misread, OutlineItem } from '../syntax/outline';
import { hidesKeyword } from './rubyDoubts';
import { type ItemContext, itemsOf } from './rubyItems';
import { possibleHeredocs, type Remedy, remediesFor } from './rubyMisreads';
import { rewrite } from './rubyRewrite';
import type { SliceStore } from './rubySlices';
import type { TextMemo } from './rubyTextMemo';
import type { PlaceOf } from './rubyTree';

export interface ReadingContext {
  /** The whole file. */
  readonly text: string;
  readonly slices: SliceStore;
  /** Whether a method's or statement's text, though without error, has a keyword in the wrong place. */
  readonly checked: TextMemo<boolean>;
  /** Filled while reading. */
  readonly misreads: Misread[];
}

/** `root` is the tree of `source`, which stands in the file where `place` says. */
export function readTree(ctx: ReadingContext, root: Node, source: string, place: PlaceOf): OutlineItem[] | null {
  if (root.hasError || possibleHeredocs(source).some(at => isHeredoc(root, at))) return null;
  const isWrongInside = (node: Node) =>
    ctx.checked.of(source.slice(node.startIndex, node.endIndex), () => hidesKeyword(source, node));
  const itemContext: ItemContext = { text: ctx.text, source, place, isWrongInside, doubts: [] };
  const items = itemsOf(itemContext, root);
  return itemContext.doubts.length === 0 ? items : null;
}

function isHeredoc(root: Node, offset: number): boolean {
  return root.descendantForIndex(offset, offset + 2)?.type === 'heredoc_beginning';
}

/** `tries`: how many spellings are tried at most. */
export function readRemedied(ctx: ReadingContext, source: string, place: PlaceOf, tries: number): OutlineItem[] | null {
  let left = tries;
  for (const remedy of remediesFor(source)) {
    if (left-- <= 0) return null;
    const rewritten = rewrite(source, remedy.edits);
    const root = ctx.slices.parse(rewritten.text)?.rootNode;
    const items = root === undefined ? null : readTree(ctx, root, rewritten.text, at => place(rewritten.place(at)));
    if (items !== null) return withoutInexact(ctx, items, remedy, place);
  }
  return null;
}

function withoutInexact(ctx: ReadingContext, items: OutlineItem[], remedy: Remedy, place: PlaceOf): OutlineItem[] {
  if (remedy.inexact.length === 0) return items;
  const misreads = remedy.inexact.map(({ construct, edit }) => ({
    construct,
    span: { start: place(edit.start), end: place(edit.end) },
  }));
  ctx.misreads.push(...misreads);
  return items.map(item => breakHolders(item, misreads));
}

function breakHolders(item: OutlineItem, misreads: readonly Misread[]): OutlineItem {
  switch (item.kind) {
    case 'comment':
      return item;
    case 'method':
    case 'statement':
      return misreads.some(({ span }) => item.span.start <= span.start && span.end <= item.span.end)
        ? { ...item, broken: true }
        : item;
    default:
      return { ...item, body: item.body.map(inner => breakHolders(inner, misreads)) };
  }
}
