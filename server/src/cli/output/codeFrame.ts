/**
 * Code frames: the lines of a span with carets below. The caret line keeps tabs, so carets are aligned at any tab
 * width. Wide characters and combining marks are counted as terminals show them.
 */
import type { LineIndex } from '../../base/lines';
import type { Span } from '../../base/span';

const MAX_LINES = 3;
const MAX_WIDTH = 160;

export interface Frame {
  readonly number: string;
  readonly text: string;
}

/** Rows of the frame: source lines have a number, caret lines do not. */
export function frameOf(lines: LineIndex, span: Span): readonly Frame[] {
  const start = lines.position(span.start);
  const end = lines.position(Math.max(span.start, span.end));
  const lastShown = Math.min(end.line, start.line + MAX_LINES - 1);
  const rows: Frame[] = [];
  for (let line = start.line; line <= lastShown; line++) {
    const text = lines.lineText(line);
    const from = line === start.line ? start.character : indentation(text);
    const to = line === end.line ? end.character : text.length;
    const window = windowAround(text, from);
    rows.push({ number: String(line + 1), text: text.slice(window.from, window.to) });
    rows.push({ number: '', text: caretLine(text, window, from, to) });
  }
  if (lastShown < end.line) rows.push({ number: '', text: '…' });
  return rows;
}

function indentation(text: string): number {
  return text.length - text.trimStart().length;
}

/** Truncates very long lines (minified code, data) around the span. */
function windowAround(text: string, from: number): { from: number; to: number } {
  if (text.length <= MAX_WIDTH) return { from: 0, to: text.length };
  const start = Math.max(0, from - 40);
  return { from: start, to: start + MAX_WIDTH };
}

function caretLine(text: string, window: { from: number; to: number }, from: number, to: number): string {
  const before = text.slice(window.from, from);
  const under = text.slice(from, Math.min(to, window.to));
  return blank(before) + '^'.repeat(Math.max(1, width(under)));
}

function blank(text: string): string {
  return [...text].map(char => (char === '\t' ? '\t' : ' '.repeat(charWidth(char)))).join('');
}

function width(text: string): number {
  return [...text].reduce((sum, char) => sum + charWidth(char), 0);
}

function charWidth(char: string): number {
  if (/^(\p{Mn}|\p{Me}|[\u200b-\u200d]|\ufe0f)/u.test(char)) return 0;
  return /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}/u.test(
    char,
  )
    ? 2
    : 1;
}
