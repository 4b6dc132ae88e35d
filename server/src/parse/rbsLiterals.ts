/** String and symbol literals as RBS types. */
import { DYNAMIC, type LiteralTypeValue, type Type } from '../types/type';
import { type RbsReader, reportExpected, take } from './rbsReader';

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y;

export function readStringLiteral(reader: RbsReader): LiteralTypeValue {
  const text = take(reader, STRING);
  if (text === null) {
    reportExpected(reader, 'the end of the string');
    reader.at = reader.text.length;
  }
  return { type: 'string', value: unquote(text ?? '""') };
}

const SYMBOL =
  /:(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|@{0,2}\$?[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*[?!=]?(?![\w])|[+\-*/%<>=!~^&|[\]`@]+)/uy;

export function readSymbol(reader: RbsReader): Type {
  const text = take(reader, SYMBOL);
  if (text === null) {
    reportExpected(reader, 'a symbol');
    reader.at++;
    return DYNAMIC;
  }
  const name = text.slice(1);
  return literalType({ type: 'symbol', value: /^["']/.test(name) ? unquote(name) : name });
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  s: ' ',
  0: '\0',
  e: '\u001b',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** In single quotes only the quote and the backslash are escaped, as in Ruby. */
function unquote(text: string): string {
  const inner = text.slice(1, -1);
  if (text.startsWith("'")) return inner.replace(/\\(['\\])/g, '$1');
  return inner.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

export function literalType(value: LiteralTypeValue): Type {
  return { kind: 'literal', value };
}
