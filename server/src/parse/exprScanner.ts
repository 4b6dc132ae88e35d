/**
 * Tokens of Ruby expressions inside refinements. Whether `/` divides or opens a regular expression, and whether `:`
 * begins a symbol, depends on whether the reader expects an operand. The paper's symbols are read as the operators that
 * they denote. Never fails: other characters are `unknown` tokens.
 */
import { matchAt } from '../base/matchAt';

type ExprTokenKind =
  | 'integer'
  | 'float'
  | 'rational'
  | 'imaginary'
  | 'string' // text: with its quotes
  | 'symbol' // text: the name
  | 'quotedSymbol' // text: with colon and quotes
  | 'regexp'
  | 'words' // %w[a b], %i[a b]
  | 'identifier'
  | 'constant'
  | 'instance'
  | 'class'
  | 'global'
  | 'keyword'
  | 'operator'
  | 'unknown'
  | 'end';

export interface ExprToken {
  readonly kind: ExprTokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const KEYWORDS = new Set(
  'and or not if unless then else elsif end true false nil self do case when in while until for def class module begin rescue ensure return yield super defined? next break redo retry alias undef'.split(
    ' ',
  ),
);

const SIGNS: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '∧': '&&',
  '∨': '||',
  '¬': '!',
  '→': '==>',
  '⇒': '==>',
  '−': '-',
};

const WHITE = /[\s\u00a0\u200b\ufeff]*/uy;
const NUMBER =
  /(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+(?![\d.])|\d[\d_]*)(\.\d[\d_]*)?([eE][+-]?\d+)?(r)?(i)?(?![\p{L}_])/uy;
const WORD = /[\p{L}_][\p{L}\p{N}_]*(?:[?!](?!=(?![=~>])))?/uy;
const VARIABLE = /(@@|@|\$)[\p{L}_][\p{L}\p{N}_]*|\$[\d~!@&`'+_.,;/\\<>*$?:"]/uy;
const SYMBOL =
  /:([\p{L}_][\p{L}\p{N}_]*(?:[?!]|=(?![=>~]))?|@{1,2}[\p{L}_]\w*|\$\w+|\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[+\-!~]@|[+\-*/%<>~^&|])/uy;
const OPERATOR =
  /==>|<=>|===|\.\.\.|\*\*=|<<=|>>=|&&=|\|\|=|&&|\|\||&\.|::|\.\.|\*\*|==|!=|=~|!~|<<|>>|<=|>=|=>|->|[+\-*/%|&^]=(?!=)|[+\-*/%<>=!~^&|?:.,;()[\]{}≤≥≠∧∨¬→⇒−]/uy;
const WORD_LIST = /%[wi](?:\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|<[^>]*>)/uy;
const REGEXP = /\/(?:[^/\\\n]|\\.)*\/([imxounse]*)/uy;

/** The token at or after `offset`; characters beyond `limit` are ignored. */
export function scanExpr(whole: string, offset: number, limit: number, operand: boolean): ExprToken {
  const text = limit < whole.length ? whole.slice(0, limit) : whole;
  const start = offset + textAt(WHITE, text, offset).length;
  if (start >= text.length) return { kind: 'end', text: '', start: limit, end: limit };
  const special = operand ? scanOperand(text, start) : null;
  return special ?? scanPlain(text, start);
}

function scanOperand(text: string, start: number): ExprToken | null {
  const symbol = textAt(SYMBOL, text, start);
  if (symbol !== '') return makeToken('symbol', symbol.slice(1), start, symbol.length);
  if (text[start] === ':' && (text[start + 1] === '"' || text[start + 1] === "'")) {
    return makeToken('quotedSymbol', '', start, endOfQuoted(text, start + 1) - start, text);
  }
  const words = textAt(WORD_LIST, text, start);
  if (words !== '') return makeToken('words', words, start, words.length);
  const regexp = textAt(REGEXP, text, start);
  return regexp === '' ? null : makeToken('regexp', regexp, start, regexp.length);
}

function scanPlain(text: string, start: number): ExprToken {
  const character = text[start]!;
  if (character === '"' || character === "'")
    return makeToken('string', '', start, endOfQuoted(text, start) - start, text);
  const number = matchAt(NUMBER, text, start);
  if (number !== null) return scanNumber(number, start);
  const variable = textAt(VARIABLE, text, start);
  if (variable !== '') return makeToken(variableKind(variable), variable, start, variable.length);
  const word = textAt(WORD, text, start);
  if (word !== '') return makeToken(wordKind(word), word, start, word.length);
  const operator = textAt(OPERATOR, text, start);
  if (operator !== '') return makeToken('operator', SIGNS[operator] ?? operator, start, operator.length);
  const one = String.fromCodePoint(text.codePointAt(start)!);
  return makeToken('unknown', one, start, one.length);
}

function scanNumber(match: RegExpExecArray, start: number): ExprToken {
  const written = match[0];
  const digits = written.replace(/[ri]+$/, '').replaceAll('_', '');
  if (match[4] !== undefined) return makeToken('imaginary', digits, start, written.length);
  if (match[3] !== undefined) return makeToken('rational', digits, start, written.length);
  if (match[1] !== undefined || (match[2] !== undefined && !/^0[xX]/.test(digits))) {
    return makeToken('float', digits, start, written.length);
  }
  return makeToken('integer', toDecimal(digits), start, written.length);
}

function toDecimal(digits: string): string {
  const octal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  try {
    return BigInt(octal).toString();
  } catch {
    return '0'; // `0x_` lacks digits; Ruby rejects it, so it is not reported here
  }
}

function variableKind(name: string): ExprTokenKind {
  if (name.startsWith('@@')) return 'class';
  return name.startsWith('@') ? 'instance' : 'global';
}

function wordKind(word: string): ExprTokenKind {
  if (KEYWORDS.has(word)) return 'keyword';
  return /^\p{Lu}/u.test(word) ? 'constant' : 'identifier';
}

/** The offset after a quoted literal; `#{ … }` inside may contain quotes. An unclosed literal extends to the end. */
function endOfQuoted(text: string, quoteAt: number): number {
  const quote = text[quoteAt];
  let depth = 0;
  for (let at = quoteAt + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (quote === '"' && character === '#' && text[at + 1] === '{') {
      depth++;
      at++;
    } else if (depth > 0 && character === '}') depth--;
    else if (depth === 0 && character === quote) return at + 1;
  }
  return text.length;
}

function makeToken(kind: ExprTokenKind, text: string, start: number, length: number, whole?: string): ExprToken {
  return { kind, text: whole === undefined ? text : whole.slice(start, start + length), start, end: start + length };
}

function textAt(pattern: RegExp, text: string, offset: number): string {
  return matchAt(pattern, text, offset)?.[0] ?? '';
}
