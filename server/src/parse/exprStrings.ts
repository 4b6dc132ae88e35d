/** Quoted literals inside refinements: escapes, `#{ … }` and word lists. */
import type { Expr, LiteralValue } from '../ril/ril';
import { type ExprNode, type ExprReader, fail, node } from './exprReader';
import { type ExprToken, scanExpr } from './exprScanner';
import { spanIn } from './sourceText';

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  s: ' ',
  e: '\x1b',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** Parses a string, or a quoted symbol, from its token. */
export function parseQuoted(reader: ExprReader, token: ExprToken): ExprNode {
  const as = token.kind === 'quotedSymbol' ? 'symbol' : 'string';
  const open = token.start + (as === 'symbol' ? 1 : 0);
  const quote = reader.text[open];
  if (token.end - open < 2 || reader.text[token.end - 1] !== quote) {
    return fail(reader, 'LP2003', open, open + 1, { open: quote ?? '"', close: quote ?? '"' });
  }
  const parts =
    quote === "'" ? [parsePlain(reader, open + 1, token.end - 1)] : parseParts(reader, open + 1, token.end - 1);
  const span = spanIn(reader.source, token.start, token.end);
  const only = parts.length === 1 ? parts[0]! : null;
  if (only === null || only.kind !== 'lit' || only.value.type !== 'string') {
    if (parts.length > 0) return node({ kind: 'interpolate', span, as, parts, flags: '' }, token.start, token.end);
  }
  const value = only?.kind === 'lit' && only.value.type === 'string' ? only.value.value : '';
  return node({ kind: 'lit', span, value: literalOf(as, value) }, token.start, token.end);
}

function literalOf(as: 'string' | 'symbol', value: string): LiteralValue {
  return as === 'symbol' ? { type: 'symbol', value } : { type: 'string', value, segments: [] };
}

function parsePlain(reader: ExprReader, start: number, end: number): Expr {
  const value = reader.text.slice(start, end).replace(/\\(['\\])/g, '$1');
  return stringPart(reader, value, start, end);
}

function stringPart(reader: ExprReader, value: string, start: number, end: number): Expr {
  return { kind: 'lit', span: spanIn(reader.source, start, end), value: { type: 'string', value, segments: [] } };
}

/** The parts of a double-quoted literal between two offsets. */
function parseParts(reader: ExprReader, start: number, end: number): Expr[] {
  const parts: Expr[] = [];
  let value = '';
  let from = start;
  let at = start;
  const flush = (to: number): void => {
    if (value !== '') parts.push(stringPart(reader, value, from, to));
    value = '';
  };
  while (at < end) {
    if (reader.text[at] === '#' && reader.text[at + 1] === '{') {
      flush(at);
      const close = closingBrace(reader.text, at + 2, end);
      parts.push(parseInterpolation(reader, at + 2, close));
      at = close + 1;
      from = at;
    } else {
      const piece = readCharacter(reader.text, at, end);
      value += piece.value;
      at = piece.next;
    }
  }
  flush(end);
  return parts;
}

function readCharacter(text: string, at: number, end: number): { value: string; next: number } {
  if (text[at] !== '\\' || at + 1 >= end) return { value: text[at]!, next: at + 1 };
  const unicode = /^\\u(?:\{([0-9a-fA-F ]+)\}|([0-9a-fA-F]{4}))/.exec(text.slice(at, end));
  if (unicode !== null) {
    const codes = (unicode[1] ?? unicode[2]!)
      .trim()
      .split(/\s+/)
      .map(code => Number.parseInt(code, 16));
    const value = codes
      .filter(code => code <= 0x10ffff)
      .map(code => String.fromCodePoint(code))
      .join('');
    return { value, next: at + unicode[0].length };
  }
  const escaped = text[at + 1]!;
  return { value: ESCAPES[escaped] ?? escaped, next: at + 2 };
}

function closingBrace(text: string, start: number, end: number): number {
  let depth = 1;
  for (let at = start; at < end; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return end;
}

function parseInterpolation(reader: ExprReader, start: number, end: number): Expr {
  const inner: ExprReader = { ...reader, limit: end, token: scanExpr(reader.text, start, end, true), lastEnd: start };
  const value = reader.grammar.expression(inner).expr;
  if (inner.failed) reader.failed = true;
  return value;
}

/** `%w[a b]` and `%i[a b]`. */
export function parseWordList(reader: ExprReader, token: ExprToken): ExprNode {
  const as = token.text[1] === 'i' ? 'symbol' : 'string';
  const span = spanIn(reader.source, token.start, token.end);
  const words = token.text
    .slice(3, -1)
    .trim()
    .split(/\s+/)
    .filter(word => word !== '');
  const elements = words.map(word => {
    const value: Expr = { kind: 'lit', span, value: literalOf(as, word) };
    return { type: 'positional', value } as const;
  });
  return node({ kind: 'array', span, elements }, token.start, token.end);
}
