/**
 * Source, or a piece of it -> outline items, if it can be read exactly: as tree-sitter parses it, or after rewriting
 * the constructs that tree-sitter misreads. Null if it is damaged.
 */
import type { Node } from 'web-tree-sitter';
import type { Span } from '../base/span';
import type { Misread, OutlineItem } from '../syntax/outline';
import { findPossibleHeredocs, findWorkarounds, type Workaround } from './parserWorkarounds';
import type { Damage } from './rubyDamage';
import { type ItemContext, itemsOf } from './rubyItems';
import { rewrite } from './rubyRewrite';
import type { SliceStore } from './rubySlices';
import type { PlaceOf } from './rubyTree';
import { findWrongOffset } from './silentMisparse';
import type { TextMemo } from './stringMemo';

export interface ReadingContext {
  /** The whole file. */
  readonly text: string;
  readonly slices: SliceStore;
  /** The offset at which the source of a method or statement is wrong although it parses; -1 if there is none. */
  readonly checked: TextMemo<number>;
  /** Filled while reading. */
  readonly misreads: Misread[];
  readonly damages: Damage[];
  readonly tooDeep: Span[];
}

/** `root` is the tree of `source`; `place` maps its offsets to the file. */
export function readTree(ctx: ReadingContext, root: Node, source: string, place: PlaceOf): OutlineItem[] | null {
  if (root.hasError || findPossibleHeredocs(source).some(at => isHeredoc(root, at))) return null;
  const wrong: Damage[] = [];
  const isWrongInside = (node: Node, bodies: readonly Node[]) => {
    const text = source.slice(node.startIndex, bodies[bodies.length - 1]?.endIndex ?? node.endIndex);
    const at = ctx.checked.of(text, () => findWrongOffset(source, node, bodies));
    if (at >= 0) wrong.push(damageInside(text, at, place(node.startIndex)));
    return at >= 0;
  };
  const itemContext: ItemContext = { text: ctx.text, source, place, isWrongInside, doubts: [], tooDeep: [] };
  const items = itemsOf(itemContext, root);
  if (itemContext.doubts.length > 0) return null;
  ctx.tooDeep.push(...itemContext.tooDeep);
  ctx.damages.push(...wrong);
  return items;
}

function damageInside(text: string, at: number, start: number): Damage {
  const token = /^(?:\w+|\S+)/.exec(text.slice(at))?.[0] ?? '';
  const header = text.split(/[\r\n]/)[0]!.trimEnd();
  const span = { start, end: start + text.length };
  return { kind: 'unexpected', span, at: { start: start + at, end: start + at + token.length }, header, token };
}

function isHeredoc(root: Node, offset: number): boolean {
  return root.descendantForIndex(offset, offset + 2)?.type === 'heredoc_beginning';
}

/** `tries`: the maximal number of rewrites. */
export function readRewritten(
  ctx: ReadingContext,
  source: string,
  place: PlaceOf,
  tries: number,
): OutlineItem[] | null {
  let left = tries;
  for (const remedy of findWorkarounds(source)) {
    if (left-- <= 0) return null;
    const rewritten = rewrite(source, remedy.edits);
    const root = ctx.slices.parse(rewritten.text)?.rootNode;
    const items = root === undefined ? null : readTree(ctx, root, rewritten.text, at => place(rewritten.place(at)));
    if (items !== null) return breakInexactHolders(ctx, items, remedy, place);
  }
  return null;
}

function breakInexactHolders(
  ctx: ReadingContext,
  items: OutlineItem[],
  remedy: Workaround,
  place: PlaceOf,
): OutlineItem[] {
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
    default: {
      const body = item.body().map(inner => breakHolders(inner, misreads));
      return { ...item, body: () => body };
    }
  }
}
