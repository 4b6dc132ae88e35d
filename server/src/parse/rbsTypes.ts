/**
 * RBS types. From loose to tight: `A | B`, `A & B`, `A?`. `void`, `top` and `boolish` are %any, `untyped` is %dyn;
 * a name in scope as a type parameter is a variable. What cannot be read is %dyn, with one problem.
 */
import {
  ANY,
  BOOL,
  BOTTOM,
  DYNAMIC,
  FALSE,
  type HashEntry,
  type LiteralTypeValue,
  NIL,
  nominal,
  SELF,
  TRUE,
  type Type,
} from '../types/type';
import { makeUnion } from '../types/union';
import { readProc } from './rbsMethodTypes';
import { complain, expectSign, type RbsReader, sees, skipSpace, take, takeSign } from './rbsReader';

export function readType(reader: RbsReader): Type {
  const members = [readIntersection(reader)];
  while (takeSign(reader, '|')) members.push(readIntersection(reader));
  return members.length === 1 ? members[0]! : makeUnion(members);
}

function readIntersection(reader: RbsReader): Type {
  const members = [readOptional(reader)];
  while (takeSign(reader, '&')) members.push(readOptional(reader));
  return members.length === 1 ? members[0]! : { kind: 'intersection', members };
}

/** Also a method's result: a bar behind it begins the next overload. */
export function readOptional(reader: RbsReader): Type {
  let type = readSimple(reader);
  while (take(reader, /\?(?!\s*\{)/y) !== null) type = makeUnion([type, NIL]);
  return type;
}

const NAME = /(?:::)?(?:[A-Z]\w*::)*[A-Za-z_]\w*/y;
const INTEGER = /[-+]?\d[\d_]*/y;

function readSimple(reader: RbsReader): Type {
  skipSpace(reader);
  const sign = reader.text[reader.at];
  switch (sign) {
    case '(':
      return readGrouped(reader);
    case '[':
      return readTuple(reader);
    case '{':
      return readRecord(reader);
    case '^':
      return readProc(reader);
    case '"':
    case "'":
      return literal(readStringLiteral(reader));
    case ':':
      if (reader.text[reader.at + 1] !== ':') return readSymbol(reader);
      break;
  }
  const integer = take(reader, INTEGER);
  if (integer !== null) return literal({ type: 'integer', value: integer.replace(/[_+]/g, '') });
  const name = take(reader, NAME);
  if (name !== null) return readNamed(reader, name);
  complain(reader, 'a type');
  return DYNAMIC;
}

function readGrouped(reader: RbsReader): Type {
  takeSign(reader, '(');
  const type = readType(reader);
  expectSign(reader, ')');
  return type;
}

function readTuple(reader: RbsReader): Type {
  takeSign(reader, '[');
  const elements = readList(reader, ']', readType);
  return { kind: 'tuple', elements };
}

/** Elements up to the closing sign, a trailing comma allowed; a mistake ends the list. */
export function readList<T>(reader: RbsReader, close: string, read: (reader: RbsReader) => T): readonly T[] {
  const items: T[] = [];
  while (!takeSign(reader, close)) {
    items.push(read(reader));
    if (takeSign(reader, ',')) continue;
    expectSign(reader, close);
    break;
  }
  return items;
}

const RECORD_KEY = /\??\s*[A-Za-z_]\w*[?!]?:(?!:)/y;

function readRecord(reader: RbsReader): Type {
  takeSign(reader, '{');
  return { kind: 'finiteHash', entries: readList(reader, '}', readEntry), rest: null };
}

function readEntry(reader: RbsReader): HashEntry {
  const key = take(reader, RECORD_KEY);
  if (key !== null) {
    const name = key.replace(/^\?\s*/, '').slice(0, -1);
    return { key: { type: 'symbol', value: name }, optional: key.startsWith('?'), type: readType(reader) };
  }
  const optional = takeSign(reader, '?');
  const type = readSimple(reader);
  expectSign(reader, '=>');
  const value = readType(reader);
  return { key: type.kind === 'literal' ? type.value : { type: 'symbol', value: '?' }, optional, type: value };
}

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y;

function readStringLiteral(reader: RbsReader): LiteralTypeValue {
  const text = take(reader, STRING);
  if (text === null) {
    complain(reader, 'the end of the string');
    reader.at = reader.text.length;
  }
  return { type: 'string', value: unquoted(text ?? '""') };
}

const SYMBOL = /:(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|@{0,2}\$?[A-Za-z_]\w*[?!=]?(?![\w])|[+\-*/%<>=!~^&|[\]`@]+)/y;

function readSymbol(reader: RbsReader): Type {
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

function literal(value: LiteralTypeValue): Type {
  return { kind: 'literal', value };
}

const BASES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['untyped', DYNAMIC],
  ['__todo__', DYNAMIC],
  ['void', ANY],
  ['top', ANY],
  ['boolish', ANY],
  ['bot', BOTTOM],
  ['nil', NIL],
  ['bool', BOOL],
  ['true', TRUE],
  ['false', FALSE],
  ['self', SELF],
  ['instance', nominal('instance')],
  ['class', { kind: 'classOf', name: 'instance' }],
]);

function readNamed(reader: RbsReader, name: string): Type {
  const base = BASES.get(name);
  if (base) return base;
  if (reader.variables.has(name)) return { kind: 'variable', name };
  if (name === 'singleton' && takeSign(reader, '(')) {
    const of = readName(reader);
    expectSign(reader, ')');
    return { kind: 'classOf', name: of };
  }
  const args = readArguments(reader);
  const last = name.slice(name.lastIndexOf(':') + 1);
  return /^[a-z_]/.test(last) ? { kind: 'alias', name, args } : { kind: 'nominal', name, args };
}

export function readArguments(reader: RbsReader): readonly Type[] {
  if (reader.text[reader.at] !== '[' || !sees(reader, /\[/y)) return [];
  takeSign(reader, '[');
  return readList(reader, ']', readType);
}

export function readName(reader: RbsReader): string {
  const name = take(reader, NAME);
  if (name === null) complain(reader, 'a name');
  return name ?? '';
}
