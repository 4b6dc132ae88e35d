/**
 * Where things are. Offsets are UTF-16 code units, as in JavaScript strings and in LSP.
 *
 * A Span inside a declaration (method, annotation, class-body statement) is relative to that declaration's start, so
 * moving a declaration changes none of its spans. An anchor names the declaration; the snapshot knows where each
 * anchor stands now, and turns a Place into a Location only when something is shown.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Names a declaration of one file: `path|kind|Class#name|ordinal`; or a whole file: `path|file`. */
export type AnchorId = string;

/** A span inside an anchor; stays true while the anchor moves. */
export interface Place {
  readonly anchor: AnchorId;
  readonly span: Span;
}

/** A span in a file's current text. */
export interface Location {
  readonly path: string;
  readonly span: Span;
}

export function span(start: number, end: number): Span {
  return { start, end };
}

export function shift(s: Span, by: number): Span {
  return { start: s.start + by, end: s.end + by };
}

export function cover(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

export function contains(s: Span, offset: number): boolean {
  return s.start <= offset && offset <= s.end;
}

/** The anchor of a file's own start: spans relative to it are plain file offsets. */
export function fileAnchor(path: string): AnchorId {
  return `${path}|file`;
}

/** The file that an anchor stands in. */
export function anchorPath(anchor: AnchorId): string {
  return anchor.slice(0, anchor.indexOf('|'));
}
