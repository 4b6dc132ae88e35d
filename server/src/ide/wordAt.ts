/**
 * The name under the cursor, with its sigil: `incr_sec`, `empty?`, `@min`, or `A::B` up to the part under the cursor.
 */
import type { Span } from '../base/span';

export interface WordAt {
  readonly text: string;
  readonly span: Span;
}

const WORD = /(?:@@?|\$|%)?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*[?!]?/g;
const REACH = 200;

export function wordAt(text: string, offset: number): WordAt | null {
  const from = Math.max(0, offset - REACH);
  const lineStart = Math.max(from, text.lastIndexOf('\n', offset - 1) + 1);
  const slice = text.slice(lineStart, offset + REACH);
  for (const match of slice.matchAll(WORD)) {
    const start = lineStart + match.index;
    const end = start + match[0].length;
    if (start > offset) return null;
    if (offset <= end) return { text: match[0], span: { start, end } };
  }
  return null;
}

/** `A::B` up to the part under the cursor, for Ruby's lookup; null: not a constant. */
export function constantAt(text: string, offset: number): WordAt | null {
  const word = wordAt(text, offset);
  if (word === null || !/^[A-Z]/.test(word.text)) return null;
  const before = /(?:::)?(?:[A-Z]\w*::)*$/.exec(text.slice(Math.max(0, word.span.start - REACH), word.span.start))![0];
  return { text: before + word.text, span: { start: word.span.start - before.length, end: word.span.end } };
}
