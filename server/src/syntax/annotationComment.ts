/**
 * Annotations in comments: `##% …`, `#: …`, tags (`# @rbs …`, `# @param …`) and `# loupe: (…)`, in blocks of consecutive
 * comment-only lines. `#| …` continues a `#:`; the lines below a tag belong to its block. A `#:` or `#[` behind code is about that code.
 */
import type { Span } from '../base/span';
import type { CommentItem, CommentStyle } from './outline';

/** RDoc's own directives (`#:nodoc:`) look similar but are not annotations. */
const ANNOTATION = /^(##%|#:(?![\w:])|#\||#\[(?=[^\]]))/;
/** Tags of RBS inline and of YARD that say something about types. */
const TAG =
  /^#\s*@(rbs\b|requires_ancestor:|param\b|return\b|yieldparam\b|yieldreturn\b|raise\b|overload\b|!(attribute|method|macro|parse)\b)/;

/** The other comments that begin like this are directives (parse/loupeComments.ts). */
const REFINEMENT = /^#[ \t]*loupe[ \t]*:(?=[ \t]*(\(|->|→))/;

type Mark = CommentStyle | '#|';

function markOf(comment: string): { readonly mark: Mark; readonly length: number } | null {
  const found = ANNOTATION.exec(comment)?.[1] as Mark | undefined;
  if (found !== undefined) return { mark: found, length: found === '#[' ? 1 : found.length };
  const refinement = REFINEMENT.exec(comment);
  if (refinement) return { mark: '# loupe:', length: refinement[0].length };
  return TAG.test(comment) ? { mark: '#', length: 1 } : null;
}

interface Found {
  readonly mark: Mark;
  readonly item: CommentItem;
}

/** The annotation in the comment at `at`, or null. */
function readAnnotationAt(text: string, at: Span): Found | null {
  const comment = text.slice(at.start, at.end).trimEnd();
  const found = markOf(comment);
  if (found === null) return null;
  const { mark, length } = found;
  const style = mark === '#|' ? '#:' : mark;
  return { mark, item: commentItem(comment, at.start, style, length) };
}

function commentItem(comment: string, at: number, style: CommentStyle, markLength: number): CommentItem {
  const start = at + markLength;
  const end = at + comment.length;
  const line = { text: comment.slice(markLength), span: { start, end } };
  return { kind: 'comment', style, span: { start: at, end }, lines: [line] };
}

/** Joins two blocks if `next` is on the line below `block` and has the same style. */
function joinAnnotations(text: string, block: CommentItem, next: CommentItem): CommentItem | null {
  const between = text.slice(block.span.end, next.span.start);
  if (block.style !== next.style || block.trailing || !/^[ \t]*(\r\n|\r|\n)[ \t]*$/.test(between)) return null;
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

type Item<T> = T | CommentItem;

/** Adds the annotation in the comment at `at`, joined to the block on the lines above if there is one. */
export function addAnnotation<T extends { readonly kind: string; readonly span?: Span }>(
  text: string,
  items: Item<T>[],
  at: Span,
): void {
  const last = items[items.length - 1];
  if (!startsItsLine(text, at.start)) {
    if (last !== undefined && !isComment(last)) addTrailing(text, items, at, last);
    return;
  }
  const found = readAnnotationAt(text, at) ?? continueTags(text, at, last);
  if (found === null || found.mark === '#[') return;
  const joined = isComment(last) ? joinAnnotations(text, last, found.item) : null;
  if (joined !== null) items[items.length - 1] = joined;
  else if (found.mark !== '#|') items.push(found.item);
}

/** Any comment directly below a tag may continue it. */
function continueTags(text: string, at: Span, last: { readonly kind: string } | undefined): Found | null {
  if (!isComment(last) || last.style !== '#') return null;
  const comment = text.slice(at.start, at.end).trimEnd();
  return { mark: '#', item: commentItem(comment, at.start, '#', 1) };
}

/** `attr_reader :name #: String` */
function addTrailing<T extends { readonly kind: string; readonly span?: Span }>(
  text: string,
  items: Item<T>[],
  at: Span,
  last: T,
): void {
  const found = readAnnotationAt(text, at);
  if (found?.mark !== '#:' && found?.mark !== '#[') return;
  if (last.span === undefined || /[\r\n]/.test(text.slice(last.span.end, at.start))) return;
  items.splice(items.length - 1, 0, { ...found.item, trailing: true });
}

/** `class A < Array #[Integer]`: the first item of the body, whether or not there are others. */
export function addAnnotationOfSuperclass<T extends { readonly kind: string }>(
  text: string,
  items: Item<T>[],
  at: Span,
): void {
  const found = readAnnotationAt(text, at);
  if (found?.mark === '#[') items.push(found.item);
}

/** `def m(x) #: String`: the comment is inside of the definition, the last of `items`. */
export function addAnnotationOfDefinition<T extends { readonly kind: string }>(
  text: string,
  items: Item<T>[],
  at: Span,
): void {
  const found = readAnnotationAt(text, at);
  if (found?.mark === '#:' && !startsItsLine(text, at.start))
    items.splice(items.length - 1, 0, { ...found.item, trailing: true });
}

function isComment(item: { readonly kind: string } | undefined): item is CommentItem {
  return item?.kind === 'comment';
}
