/**
 * Tokens of type strings, one at a time: the parser requests the token at an offset, so that it can inspect the raw
 * string where the grammar needs that (method names in structural types, refinements). Never fails: any other character
 * is an `unknown` token.
 */
type TypeTokenKind =
  | 'name' // Foo::Bar, t, self, or
  | 'label' // a:
  | 'special' // %any
  | 'symbol'
  | 'integer'
  | 'float'
  | 'string'
  | 'computation' // ``ruby``
  | 'punct'
  | 'unknown'
  | 'end';

export interface TypeToken {
  readonly kind: TypeTokenKind;
  /** Normalised: `→` is `->`, `∪` the name `or`; strings and symbols without their quotes and colon. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False for an unterminated string. */
  readonly closed: boolean;
}

const WHITE = /[\s\u00a0\u200b\ufeff]*/uy;
const NAME = /(?:::)?[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}_][\p{L}\p{N}_]*)*/uy;
const LABEL = /([\p{L}_][\p{L}\p{N}_]*[?!]?):(?!:)/uy;
const SPECIAL = /%[\p{L}_][\p{L}\p{N}_]*/uy;
const SYMBOL =
  /:([\p{L}_][\p{L}\p{N}_]*(?:[?!]|=(?![=>~]))?|\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[+-]@|[+\-*/%<>~^&|])/uy;
const FLOAT = /-?\d[\d_]*\.\d[\d_]*(?:[eE][+-]?\d+)?|-?\d[\d_]*[eE][+-]?\d+/uy;
const INTEGER = /-?\d[\d_]*/uy;
const PUNCT = /->|=>|\*\*|\.\.\.|\$\{|[(){}[\]<>,:?*!^|&.→∪]/uy;
const COMPUTATION = /``[^`]*(?:``)?/uy;

export function scanType(text: string, offset: number): TypeToken {
  const start = offset + matchAt(WHITE, text, offset).length;
  if (start >= text.length) return makeToken('end', '', text.length, text.length);
  const character = text[start]!;
  if (character === '"' || character === "'") return scanString(text, start, start, 'string');
  if (character === ':' && (text[start + 1] === '"' || text[start + 1] === "'")) {
    return scanString(text, start, start + 1, 'symbol');
  }
  return scanWord(text, start) ?? scanPunctuation(text, start);
}

function scanWord(text: string, start: number): TypeToken | null {
  const label = groupAt(LABEL, text, start);
  if (label !== null) return makeToken('label', label.group, start, start + label.length);
  const name = matchAt(NAME, text, start);
  if (name !== '') return makeToken('name', name, start, start + name.length);
  const special = matchAt(SPECIAL, text, start);
  if (special !== '') return makeToken('special', special, start, start + special.length);
  const symbol = groupAt(SYMBOL, text, start);
  if (symbol !== null) return makeToken('symbol', symbol.group, start, start + symbol.length);
  const float = matchAt(FLOAT, text, start);
  if (float !== '') return makeToken('float', float.replaceAll('_', ''), start, start + float.length);
  const integer = matchAt(INTEGER, text, start);
  if (integer !== '') return makeToken('integer', canonicalInteger(integer), start, start + integer.length);
  return null;
}

function scanPunctuation(text: string, start: number): TypeToken {
  const computation = matchAt(COMPUTATION, text, start);
  if (computation !== '') return makeToken('computation', computation, start, start + computation.length);
  const punct = matchAt(PUNCT, text, start);
  if (punct === '∪') return makeToken('name', 'or', start, start + 1);
  if (punct !== '') return makeToken('punct', punct === '→' ? '->' : punct, start, start + punct.length);
  const one = String.fromCodePoint(text.codePointAt(start)!);
  return makeToken('unknown', one, start, start + one.length);
}

function scanString(text: string, start: number, quoteAt: number, kind: 'string' | 'symbol'): TypeToken {
  const quote = text[quoteAt]!;
  let value = '';
  let at = quoteAt + 1;
  while (at < text.length && text[at] !== quote) {
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at];
    at++;
  }
  const closed = at < text.length;
  return { kind, text: value, start, end: closed ? at + 1 : at, closed };
}

function canonicalInteger(written: string): string {
  return BigInt(written.replaceAll('_', '')).toString();
}

function makeToken(kind: TypeTokenKind, text: string, start: number, end: number): TypeToken {
  return { kind, text, start, end, closed: true };
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
}

function groupAt(pattern: RegExp, text: string, offset: number): { group: string; length: number } | null {
  pattern.lastIndex = offset;
  const match = pattern.exec(text);
  return match === null ? null : { group: match[1]!, length: match[0].length };
}
