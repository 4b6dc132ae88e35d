/**
 * Where a text that is read out of a string or comment stands in its declaration. The parsers of types and refinements
 * work with offsets into the text; a TextSource turns them into spans that count from the declaration's start.
 */
import type { AnchorId, Place, Span } from '../base/span';
import type { StringSegment } from '../ril/ril';

export interface TextSource {
  readonly anchor: AnchorId;
  /** In order of `at`, without holes in the text. */
  readonly segments: readonly StringSegment[];
}

/** A text that stands in the source character for character. */
export function verbatim(anchor: AnchorId, text: string, source: number): TextSource {
  return { anchor, segments: [{ at: 0, length: text.length, source }] };
}

export function spanIn(source: TextSource, start: number, end: number): Span {
  const from = startOffset(source.segments, start);
  if (end <= start) return { start: from, end: from };
  return { start: from, end: Math.max(from, endOffset(source.segments, end)) };
}

export function placeIn(source: TextSource, start: number, end: number): Place {
  return { anchor: source.anchor, span: spanIn(source, start, end) };
}

/** Where the character at `offset` stands; beyond the text: just behind the last character. */
function startOffset(segments: readonly StringSegment[], offset: number): number {
  const segment = segmentAt(segments, offset);
  if (segment !== null) return segment.source + (offset - segment.at);
  return endOffset(segments, offset);
}

/** Just behind the character before `offset`: the last character decides, what follows may stand on another line. */
function endOffset(segments: readonly StringSegment[], offset: number): number {
  const segment = segmentAt(segments, offset - 1);
  if (segment !== null) return segment.source + (offset - segment.at);
  const last = segments[segments.length - 1];
  return last === undefined ? 0 : last.source + last.length;
}

function segmentAt(segments: readonly StringSegment[], offset: number): StringSegment | null {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (segments[middle]!.at <= offset) low = middle;
    else high = middle - 1;
  }
  const found = segments[low];
  return found !== undefined && found.at <= offset && offset < found.at + found.length ? found : null;
}

/** Of the text's tail. */
export function segmentsFrom(source: TextSource, from: number): TextSource['segments'] {
  return source.segments.flatMap(segment => {
    const end = segment.at + segment.length;
    if (end <= from) return [];
    const skip = Math.max(0, from - segment.at);
    return [{ at: segment.at + skip - from, length: segment.length - skip, source: segment.source + skip }];
  });
}

/** Several texts one after the other, as one text: `'(A) ' '-> B'`, the lines of a comment. */
export function joinTexts(
  parts: readonly { readonly text: string; readonly segments: readonly StringSegment[] }[],
  glue: string,
): { readonly text: string; readonly segments: readonly StringSegment[] } {
  let text = '';
  const segments: StringSegment[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += glue;
    for (const segment of part.segments) segments.push({ ...segment, at: segment.at + text.length });
    text += part.text;
  }
  return { text, segments };
}
