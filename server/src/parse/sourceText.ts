/**
 * Maps a string that was read from a literal or comment to its declaration. The parsers of types and refinements use
 * offsets in the string; a TextSource converts them to spans relative to the declaration's start.
 */
import type { AnchorId, Place, Span } from '../base/span';
import type { StringSegment } from '../ril/ril';

export interface TextSource {
  readonly anchor: AnchorId;
  /** Sorted by `at`, without gaps. */
  readonly segments: readonly StringSegment[];
}

/** A string that appears verbatim in the source. */
export function verbatimSource(anchor: AnchorId, text: string, source: number): TextSource {
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

/** The position of the character at `offset`; beyond the end, the position after the last character. */
function startOffset(segments: readonly StringSegment[], offset: number): number {
  const segment = segmentAt(segments, offset);
  if (segment !== null) return segment.source + (offset - segment.at);
  return endOffset(segments, offset);
}

/** The position after the character before `offset`: the next character may be on another line. */
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

/** The segments of the string's tail. */
export function segmentsFrom(source: TextSource, from: number): TextSource['segments'] {
  return source.segments.flatMap(segment => {
    const end = segment.at + segment.length;
    if (end <= from) return [];
    const skip = Math.max(0, from - segment.at);
    return [{ at: segment.at + skip - from, length: segment.length - skip, source: segment.source + skip }];
  });
}

/** Concatenates strings: `'(A) ' '-> B'`, the lines of a comment. */
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
