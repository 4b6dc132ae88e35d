/** Highlights type strings as types and Ruby, not as strings. */
import type { Span } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import { typeStringsOf } from './typeStrings';

export const TOKEN_TYPES = [
  'class',
  'type',
  'parameter',
  'property',
  'number',
  'operator',
  'keyword',
  'method',
] as const;
type TokenType = (typeof TOKEN_TYPES)[number];

export interface Token {
  readonly span: Span;
  readonly type: TokenType;
}

const KEYWORDS = new Set([
  'or',
  'and',
  'not',
  'if',
  'then',
  'else',
  'end',
  'self',
  'nil',
  'true',
  'false',
  'old',
  'implies',
]);
const LEXEME =
  /(%[a-z_]\w*)|(@@?\w+|\$\w+)|([A-Z]\w*(?:::[A-Z]\w*)*)|(\d[\d_.]*)|(\.\s*[a-z_]\w*[?!]?)|([a-z_]\w*[?!]?:?)|(->|→|<=|>=|==>|==|!=|&&|\|\||[<>+\-*/%!≤≥≠∧∨¬])/g;

export function tokensOf(snapshot: Snapshot, path: string): readonly Token[] {
  const text = snapshot.files.get(path)?.text ?? '';
  return typeStringsOf(text).flatMap(span => tokensIn(text, span));
}

function tokensIn(text: string, { start, end }: Span): readonly Token[] {
  return [...text.slice(start, end).matchAll(LEXEME)].map(match => {
    const from = start + match.index;
    return { span: { start: from, end: from + match[0].length }, type: typeOf(match) };
  });
}

function typeOf([text, special, variable, constant, number, call, word]: RegExpMatchArray): TokenType {
  if (special !== undefined) return 'type';
  if (variable !== undefined) return 'property';
  if (constant !== undefined) return 'class';
  if (number !== undefined) return 'number';
  if (call !== undefined) return 'method';
  if (word === undefined) return 'operator';
  return KEYWORDS.has(text) ? 'keyword' : 'parameter';
}
