/**
 * Source positions. Offsets are UTF-16 code units, as in JavaScript strings and in LSP.
 *
 * A Span inside a declaration (method, annotation, class-body statement) is relative to the start of that declaration,
 * so moving a declaration changes none of its spans. An anchor names the declaration. The snapshot knows the current
 * offset of each anchor and turns a Place into a Location only when it is shown.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Names a declaration of one file: `path|kind|Class#name|ordinal`; or a whole file: `path|file`. */
export type AnchorId = string;

/** A span inside an anchor. It stays valid when the anchor moves. */
export interface Place {
  readonly anchor: AnchorId;
  readonly span: Span;
}

/** A span in the current contents of a file. */
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

export function contains(s: Span, offset: number): boolean {
  return s.start <= offset && offset <= s.end;
}

/** The anchor of a whole file: spans relative to it are file offsets. */
export function fileAnchor(path: string): AnchorId {
  return `${path}|file`;
}

/** The file that contains an anchor. */
export function anchorPath(anchor: AnchorId): string {
  return anchor.slice(0, anchor.indexOf('|'));
}
