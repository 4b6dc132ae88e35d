/** Annotations in comments, `##% …` and `#: …`: blocks of consecutive comment-only lines; `#| …` continues a `#:`. */
import type { Span } from '../base/span';
import type { CommentItem } from './outline';

type AnnotationStyle = CommentItem['style'];

/** RDoc's own directives (`#:nodoc:`) look similar but are not annotations. */
const ANNOTATION = /^(##%|#:(?![\w:])|#\|)/;

type Mark = AnnotationStyle | '#|';

function markOf(comment: string): Mark | null {
  return (ANNOTATION.exec(comment)?.[1] as Mark | undefined) ?? null;
}

/** The annotation in the comment at `at`, or null; a comment after code on the same line belongs to that code. */
function readAnnotationAt(text: string, at: Span): { readonly mark: Mark; readonly item: CommentItem } | null {
  const comment = text.slice(at.start, at.end).trimEnd();
  const mark = markOf(comment);
  if (mark === null || !startsItsLine(text, at.start)) return null;
  const start = at.start + mark.length;
  const end = at.start + comment.length;
  const line = { text: text.slice(start, end), span: { start, end } };
  const style = mark === '#|' ? '#:' : mark;
  return { mark, item: { kind: 'comment', style, span: { start: at.start, end }, lines: [line] } };
}

/** Joins two blocks if `next` is on the line below `block` and has the same style. */
function joinAnnotations(text: string, block: CommentItem, next: CommentItem): CommentItem | null {
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

/** Adds the annotation in the comment at `at`, joined to the block on the lines above if there is one. */
export function addAnnotation<T extends { readonly kind: string }>(
  text: string,
  items: (T | CommentItem)[],
  at: Span,
): void {
  const found = readAnnotationAt(text, at);
  if (found === null) return;
  const last = items[items.length - 1];
  const joined = isComment(last) ? joinAnnotations(text, last, found.item) : null;
  if (joined === null && found.mark !== '#|') items.push(found.item);
  else if (joined !== null) items[items.length - 1] = joined;
}

function isComment(item: { readonly kind: string } | undefined): item is CommentItem {
  return item?.kind === 'comment';
}
