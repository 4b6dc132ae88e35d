/**
 * Comments that mean something: `##% …` and `#: …` annotations (blocks of consecutive lines that hold nothing else)
 * and the directives `# loupe:ignore CODE…` and `# loupe: off`.
 */
import type { Span } from '../base/span';
import type { Directive } from '../syntax/directive';
import type { CommentItem } from '../syntax/outline';

type AnnotationStyle = CommentItem['style'];

/** RDoc's own directives (`#:nodoc:`) look alike and are none of ours. */
const ANNOTATION = /^(##%|#:(?![\w:]))/;
const DIRECTIVE = /#[ \t]*loupe:[ \t]*(off|ignore)\b(?=([^\r\n]*))/g;

export function annotationStyle(comment: string): AnnotationStyle | null {
  return (ANNOTATION.exec(comment)?.[1] as AnnotationStyle | undefined) ?? null;
}

/** The annotation that the comment at `at` holds, or null; a comment behind code on its line belongs to that code. */
export function annotationAt(text: string, at: Span): CommentItem | null {
  const comment = text.slice(at.start, at.end).trimEnd();
  const style = annotationStyle(comment);
  if (style === null || !startsItsLine(text, at.start)) return null;
  const start = at.start + style.length;
  const end = at.start + comment.length;
  const line = { text: text.slice(start, end), span: { start, end } };
  return { kind: 'comment', style, span: { start: at.start, end }, lines: [line] };
}

/** One block out of two, if `next` stands on the line below `block` and has its style. */
export function joinAnnotations(text: string, block: CommentItem, next: CommentItem): CommentItem | null {
  const between = text.slice(block.span.end, next.span.start);
  if (block.style !== next.style || !/^[ \t]*(\r\n|\r|\n)[ \t]*$/.test(between)) return null;
  const span = { start: block.span.start, end: next.span.end };
  return { ...block, span, lines: [...block.lines, ...next.lines] };
}

function startsItsLine(text: string, offset: number): boolean {
  for (let i = offset - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return true;
    if (code !== 32 && code !== 9) return false;
  }
  return true;
}

/** `isComment` tells whether a `#` begins a comment there, or is part of a string. */
export function directivesIn(text: string, isComment: (offset: number) => boolean): readonly Directive[] {
  const found: Directive[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const start = match.index;
    if (!isComment(start)) continue;
    const kind = match[1] === 'off' ? 'off' : 'ignore';
    if (kind === 'off' && !isAboveAllCode(text, start)) continue;
    found.push({
      kind,
      codes: kind === 'off' ? [] : codesIn(match[2] ?? ''),
      span: lineSpan(start, match[0] + match[2]),
    });
  }
  return found;
}

/** `LP4001, division-by-zero -- why` names two codes. */
function codesIn(words: string): readonly string[] {
  const named = words.split('--')[0] ?? '';
  return named.match(/[A-Za-z][\w-]*/g) ?? [];
}

function isAboveAllCode(text: string, offset: number): boolean {
  return text
    .slice(0, offset)
    .split(/\r\n|\r|\n/)
    .every(line => /^\uFEFF?\s*(#.*)?$/.test(line));
}

function lineSpan(start: number, comment: string): Span {
  return { start, end: start + comment.trimEnd().length };
}
