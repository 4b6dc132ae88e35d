/** The contents of a literal: runs of characters with interpolations between them. */
import type { LiteralValue } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { LowerContext } from './context';
import { addSource, type StringStyle } from './escapes';
import { emptyText, flushBytes, joinTexts, type StringText } from './stringText';

export type StringPart =
  | { readonly type: 'text'; readonly start: number; readonly end: number; readonly text: StringText }
  | { readonly type: 'expr'; readonly node: SyntaxNode };

/** source[start, end) split at the interpolations among `children`. */
export function textParts(
  ctx: LowerContext,
  start: number,
  end: number,
  children: readonly SyntaxNode[],
  style: StringStyle,
): readonly StringPart[] {
  const parts: StringPart[] = [];
  let at = start;
  const addText = (to: number) => {
    const text = emptyText();
    addSource(text, ctx.file.text, at, to, style);
    flushBytes(text);
    if (text.value !== '' || text.unknown) parts.push({ type: 'text', start: at, end: to, text });
  };
  for (const hole of holesOf(children)) {
    addText(hole.start);
    parts.push({ type: 'expr', node: hole });
    at = hole.end;
  }
  addText(Math.max(at, end));
  return parts;
}

export function holesOf(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return children.filter(child => child.type === 'interpolation' || child.type === 'ERROR');
}

/** Adjacent literals are one: their runs join where they meet. */
export function joinParts(lists: readonly (readonly StringPart[])[]): readonly StringPart[] {
  const joined: StringPart[] = [];
  for (const part of lists.flat()) {
    const last = joined.at(-1);
    if (last?.type === 'text' && part.type === 'text')
      joined[joined.length - 1] = {
        type: 'text',
        start: last.start,
        end: part.end,
        text: joinTexts(last.text, part.text),
      };
    else joined.push(part);
  }
  return joined;
}

export function finishText(ctx: LowerContext, text: StringText): LiteralValue {
  const segments = text.segments.map(segment => ({ ...segment, source: segment.source - ctx.base }));
  const value = { type: 'string', value: text.value, segments } as const;
  return ctx.file.frozenStrings ? { ...value, frozen: true } : value;
}
