/**
 * The value of a string literal while it is read, with the source position of each piece (StringSegment). `\x` escapes
 * yield bytes; a run of them that is not UTF-8 makes the whole value unknown, because RIL's strings are Unicode.
 */
import type { OpaqueCode } from '../problems/opaqueCode';
import type { StringSegment } from '../ril/ril';

export interface StringText {
  value: string;
  readonly segments: StringSegment[];
  /** Bytes of an incomplete character. */
  bytes: { readonly source: number; readonly values: number[] } | null;
  /** Why the value is unknown. */
  unknown: OpaqueCode | null;
  /** The last piece is verbatim in the source, so that adjacent source can extend it. */
  open: boolean;
}

export function emptyText(): StringText {
  return { value: '', segments: [], bytes: null, unknown: null, open: false };
}

/** Adds characters that appear verbatim in the source. */
export function addVerbatim(text: StringText, value: string, source: number): void {
  if (value === '') return;
  flushBytes(text);
  const last = text.segments.at(-1);
  if (last && text.open && last.source + last.length === source)
    text.segments[text.segments.length - 1] = { ...last, length: last.length + value.length };
  else text.segments.push({ at: text.value.length, length: value.length, source });
  text.open = true;
  text.value += value;
}

/** Adds the value of an escape that starts at `source`, as a separate piece. */
export function addEscape(text: StringText, value: string, source: number): void {
  flushBytes(text);
  text.open = false;
  if (value === '') return;
  text.segments.push({ at: text.value.length, length: value.length, source });
  text.value += value;
}

export function addByte(text: StringText, byte: number, source: number): void {
  if (byte < 0x80) addEscape(text, String.fromCharCode(byte), source);
  else if (text.bytes) text.bytes.values.push(byte);
  else text.bytes = { source, values: [byte] };
}

export function flushBytes(text: StringText): void {
  const { bytes } = text;
  if (!bytes) return;
  text.bytes = null;
  try {
    const value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes.values));
    addEscape(text, value, bytes.source);
  } catch {
    text.unknown = { kind: 'not-utf-8' };
  }
}

/** Concatenates the values of adjacent literals. */
export function joinTexts(first: StringText, second: StringText): StringText {
  flushBytes(first);
  flushBytes(second);
  const moved = second.segments.map(segment => ({ ...segment, at: segment.at + first.value.length }));
  return {
    value: first.value + second.value,
    segments: [...first.segments, ...moved],
    bytes: null,
    unknown: first.unknown ?? second.unknown,
    open: false,
  };
}
