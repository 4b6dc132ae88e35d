/**
 * Escapes of string literals, read from the source itself (tree-sitter splits `\C-a` and `\M-\C-a`). A style says which
 * escapes a literal supports. In every style a line end is `\n`, also if the file has `\r\n`.
 */
import { addByte, addEscape, addVerbatim, type StringText } from './stringText';

export type StringStyle =
  | { readonly type: 'double' } // all escapes
  | { readonly type: 'single'; readonly delimiters: string } // `\\` and the delimiters
  | { readonly type: 'words'; readonly delimiters: string } // those and white space
  | { readonly type: 'raw' } // none: <<'X'
  | { readonly type: 'regexp'; readonly delimiters: string }; // the regexp's own source; only `\/` loses its backslash

/** Adds the value of source[start, end). */
export function addSource(out: StringText, source: string, start: number, end: number, style: StringStyle): void {
  let verbatim = start;
  let at = start;
  const flush = (to: number) => addVerbatim(out, source.slice(verbatim, to), verbatim);
  while (at < end) {
    const next = findSpecial(source, at, end, style);
    if (next >= end) break;
    flush(next);
    if (source[next] === '#') out.unknown = { kind: 'unread-interpolation' };
    at = source[next] === '\\' ? readEscape(out, source, next, end, style) : addOther(out, source, next);
    verbatim = at;
  }
  flush(end);
}

function findSpecial(source: string, from: number, end: number, style: StringStyle): number {
  for (let at = from; at < end; at++) {
    if (source[at] === '\r' && source[at + 1] === '\n') return at;
    if (source[at] === '\\' && at + 1 < end && style.type !== 'raw') return at;
    if (source[at] === '#' && INTERPOLATES.has(style.type) && source[at + 1] === '{' && at + 1 < end) return at;
  }
  return end;
}

/** `#{` outside of the interpolations that the parser found: it misses one after `#\{` in a heredoc. */
const INTERPOLATES: ReadonlySet<StringStyle['type']> = new Set(['double', 'regexp']);

function addOther(out: StringText, source: string, at: number): number {
  const isLineEnd = source[at] === '\r';
  addEscape(out, isLineEnd ? '\n' : source.slice(at, at + 2), at);
  return at + 2;
}

/** Reads the escape at `at` (a backslash, not the last character); returns its end. */
function readEscape(out: StringText, source: string, at: number, end: number, style: StringStyle): number {
  if (style.type === 'double') return readDoubleEscape(out, source, at, end);
  const next = source[at + 1]!;
  if (isKnown(next, style)) addEscape(out, next, at);
  else addVerbatim(out, source.slice(at, at + 2), at);
  return at + 2;
}

function isKnown(char: string, style: StringStyle): boolean {
  switch (style.type) {
    case 'single':
      return char === '\\' || style.delimiters.includes(char);
    case 'words':
      return char === '\\' || style.delimiters.includes(char) || /\s/.test(char);
    case 'regexp':
      return char === '/' && style.delimiters.includes('/');
    case 'double':
    case 'raw':
      return false;
  }
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  s: ' ',
  v: '\v',
};

function readDoubleEscape(out: StringText, source: string, at: number, end: number): number {
  const next = source[at + 1]!;
  if (next === 'u') return readUnicode(out, source, at, end);
  if (/[0-7xcCM]/.test(next)) return readByte(out, source, at, end);
  if (next === '\n') return joinLines(out, at, at + 2);
  if (next === '\r' && source[at + 2] === '\n') return joinLines(out, at, at + 3);
  const char = String.fromCodePoint(source.codePointAt(at + 1)!);
  addEscape(out, SIMPLE[next] ?? char, at);
  return at + 1 + char.length;
}

function joinLines(out: StringText, at: number, end: number): number {
  addEscape(out, '', at);
  return end;
}

/** `\u0041`, `\u{41 1F600}` */
function readUnicode(out: StringText, source: string, at: number, end: number): number {
  const text = source.slice(at, end);
  const match = /^\\u(?:([\da-fA-F]{4})|\{\s*((?:[\da-fA-F]{1,6}\s*)+)\})/.exec(text);
  const codes = match ? (match[1] ?? match[2]!).trim().split(/\s+/) : [];
  const values = codes.map(code => Number.parseInt(code, 16));
  const isText = values.length > 0 && values.every(value => value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff));
  if (isText) addEscape(out, values.map(value => String.fromCodePoint(value)).join(''), at);
  else out.unknown = { kind: 'not-utf-8' };
  return at + (match ? match[0].length : 2);
}

function readByte(out: StringText, source: string, at: number, end: number): number {
  const byte = readByteEscape(source, at, end);
  if (!byte) {
    out.unknown = { kind: 'not-utf-8' };
    return at + 2;
  }
  addByte(out, byte.value, at);
  return byte.end;
}

interface ByteEscape {
  readonly value: number;
  readonly end: number;
}

/** Octal, `\x`, and the control and meta forms, which apply to another escape or to a character. */
function readByteEscape(source: string, at: number, end: number): ByteEscape | null {
  const text = source.slice(at, Math.min(end, at + 4));
  const octal = /^\\([0-7]{1,3})/.exec(text);
  if (octal) return { value: Number.parseInt(octal[1]!, 8) & 0xff, end: at + octal[0].length };
  const hex = /^\\x([\da-fA-F]{1,2})/.exec(text);
  if (hex) return { value: Number.parseInt(hex[1]!, 16), end: at + hex[0].length };
  const prefix = /^\\(c|C-|M-)/.exec(text);
  if (!prefix) return null;
  const rest = readCharOrByte(source, at + prefix[0].length, end);
  if (!rest) return null;
  if (prefix[1] === 'M-') return { ...rest, value: rest.value | 0x80 };
  return { ...rest, value: rest.value === 0x3f ? 0x7f : rest.value & 0x9f };
}

function readCharOrByte(source: string, at: number, end: number): ByteEscape | null {
  if (at >= end) return null;
  if (source[at] !== '\\') {
    const value = source.charCodeAt(at);
    return value < 0x80 ? { value, end: at + 1 } : null;
  }
  const simple = SIMPLE[source[at + 1] ?? ''];
  if (simple) return { value: simple.charCodeAt(0), end: at + 2 };
  const byte = readByteEscape(source, at, end);
  if (byte) return byte;
  const value = at + 1 < end ? source.charCodeAt(at + 1) : Number.NaN;
  return value < 0x80 ? { value, end: at + 2 } : null;
}
