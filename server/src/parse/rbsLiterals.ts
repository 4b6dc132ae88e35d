/** String and symbol literals as RBS types. */
import { DYNAMIC, type LiteralTypeValue, type Type } from '../types/type';
import { complain, type RbsReader, take } from './rbsReader';

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y;

export function readStringLiteral(reader: RbsReader): LiteralTypeValue {
  const text = take(reader, STRING);
  if (text === null) {
    complain(reader, 'the end of the string');
    reader.at = reader.text.length;
  }
  return { type: 'string', value: unquoted(text ?? '""') };
}

const SYMBOL = /:(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|@{0,2}\$?[A-Za-z_]\w*[?!=]?(?![\w])|[+\-*/%<>=!~^&|[\]`@]+)/y;

export function readSymbol(reader: RbsReader): Type {
  const text = take(reader, SYMBOL);
  if (text === null) {
    complain(reader, 'a symbol');
    reader.at++;
    return DYNAMIC;
  }
  const name = text.slice(1);
  return literal({ type: 'symbol', value: /^["']/.test(name) ? unquoted(name) : name });
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

export function literal(value: LiteralTypeValue): Type {
  return { kind: 'literal', value };
}
