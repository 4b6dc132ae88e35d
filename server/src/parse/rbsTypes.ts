/**
 * RBS types, and the method types inside procs and blocks. From loose to tight: `A | B`, `A & B`, `A?`. `void`, `top`
 * and `boolish` are %any, `untyped` is %dyn; a type parameter in scope is a variable. A type that cannot be read is
 * %dyn and one problem.
 */
import {
  ANY,
  type BlockType,
  BOOL,
  BOTTOM,
  DYNAMIC,
  FALSE,
  type HashEntry,
  type MethodType,
  NIL,
  nominal,
  type ParamType,
  type ParamTypeKind,
  SELF,
  TRUE,
  type Type,
} from '../types/type';
import { makeUnion } from '../types/union';
import { literalType, readStringLiteral, readSymbol } from './rbsLiterals';
import {
  expectSign,
  isAt,
  isAtNextMember,
  isReportedHere,
  type RbsReader,
  readList,
  readNested,
  reportExpected,
  skipSpace,
  spanFrom,
  take,
  takeSign,
} from './rbsReader';

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

/** Also a method's result: a following `|` begins the next overload. */
function readOptional(reader: RbsReader): Type {
  let type = readSimple(reader);
  while (take(reader, /\?(?!\s*\{)/y) !== null) type = makeUnion([type, NIL]);
  return type;
}

const NAME = /(?:::)?(?:\p{Lu}[\w\u0080-\u{10ffff}]*::)*[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*/uy;
/** Keywords that begin the next member or declaration after a missing type. */
const KEYWORD_HERE =
  /(?:def|end|module|interface|type|alias|include|extend|prepend|public|private|attr_(?:reader|writer|accessor))\b(?!:)/y;
const INTEGER = /[-+]?\d[\d_]*/y;

function readSimple(reader: RbsReader): Type {
  return readNested(reader, () => readUnnested(reader));
}

function readUnnested(reader: RbsReader): Type {
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
      return literalType(readStringLiteral(reader));
    case ':':
      if (reader.text[reader.at + 1] !== ':') return readSymbol(reader);
      break;
  }
  const integer = take(reader, INTEGER);
  if (integer !== null) return literalType({ type: 'integer', value: integer.replace(/[_+]/g, '') });
  const name = isAt(reader, KEYWORD_HERE) ? null : take(reader, NAME);
  if (name !== null) return readNamed(reader, name);
  reportExpected(reader, 'a type');
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

const RECORD_KEY = /\??\s*[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*[?!]?:(?!:)/uy;

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
  // The types of their only instances.
  ['NilClass', NIL],
  ['TrueClass', TRUE],
  ['FalseClass', FALSE],
]);

function readNamed(reader: RbsReader, name: string): Type {
  const base = BASES.get(name.replace(/^::/, ''));
  if (base) return base;
  if (reader.variables.has(name)) return { kind: 'variable', name };
  if (name === 'singleton' && takeSign(reader, '(')) {
    const of = readName(reader);
    expectSign(reader, ')');
    readArguments(reader);
    return { kind: 'classOf', name: of };
  }
  const args = readArguments(reader);
  const last = name.slice(name.lastIndexOf(':') + 1);
  return /^\p{Lu}/u.test(last) ? { kind: 'nominal', name, args } : { kind: 'alias', name, args };
}

export function readArguments(reader: RbsReader): readonly Type[] {
  if (reader.text[reader.at] !== '[' || !isAt(reader, /\[/y)) return [];
  takeSign(reader, '[');
  return readList(reader, ']', readType);
}

export function readName(reader: RbsReader): string {
  const name = isAtNextMember(reader) ? null : take(reader, NAME);
  if (name === null) reportExpected(reader, 'a name');
  return name ?? '';
}

/** `^(A) { (B) -> C } -> D` */
function readProc(reader: RbsReader): Type {
  takeSign(reader, '^');
  return { kind: 'proc', method: readSignature(reader) };
}

/** Parameters, block and result, without type parameters of its own. */
export function readSignature(reader: RbsReader): MethodType {
  const { params, anyArgs } = readParams(reader);
  const selfType = readSelfType(reader);
  const block = readBlock(reader);
  expectSign(reader, '->');
  const result = readOptional(reader);
  return {
    typeParams: [],
    params,
    anyArgs,
    block,
    result,
    resultName: null,
    resultRefinement: null,
    resultSpan: null,
    selfType,
  };
}

/** `[self: T]` of a proc or block. */
function readSelfType(reader: RbsReader): Type | null {
  if (take(reader, /\[\s*self\s*:/y) === null) return null;
  const type = readType(reader);
  expectSign(reader, ']');
  return type;
}

function readBlock(reader: RbsReader): BlockType | null {
  const optional = take(reader, /\?\s*\{/y) !== null;
  if (!optional && !takeSign(reader, '{')) return null;
  const type = readSignature(reader);
  expectSign(reader, '}');
  return { type, optional };
}

interface Params {
  readonly params: readonly ParamType[];
  readonly anyArgs: boolean;
}

function readParams(reader: RbsReader): Params {
  if (!takeSign(reader, '(')) return { params: [], anyArgs: false };
  if (take(reader, /\?\s*\)/y) !== null) return { params: [], anyArgs: true };
  const params = readList(reader, ')', readParam).flatMap(param => param ?? []);
  return { params: markPosts(params), anyArgs: false };
}

/** Required parameters after an optional or rest one are `post`. */
function markPosts(params: readonly ParamType[]): readonly ParamType[] {
  const first = params.findIndex(param => param.kind === 'optional' || param.kind === 'rest');
  if (first < 0) return params;
  return params.map((param, index) =>
    param.kind === 'required' && index > first ? { ...param, kind: 'post' } : param,
  );
}

const KEYWORD = /\??\s*[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*[?!]?:(?!:)/uy;

/** Returns null for `**nil`. */
function readParam(reader: RbsReader): ParamType | null {
  skipSpace(reader);
  const start = reader.at;
  const keyword = take(reader, KEYWORD);
  if (keyword !== null) {
    const name = keyword.replace(/^\?\s*/, '').slice(0, -1);
    const type = readType(reader);
    readParamName(reader);
    return makeParam(keyword.startsWith('?') ? 'optionalKey' : 'key', name, type, start, reader);
  }
  if (take(reader, /\*\*\s*nil\b/y) !== null) return null;
  const kind: ParamTypeKind = takeSign(reader, '**')
    ? 'keyRest'
    : takeSign(reader, '*')
      ? 'rest'
      : takeSign(reader, '?')
        ? 'optional'
        : 'required';
  const type = readType(reader);
  return makeParam(kind, readParamName(reader), type, start, reader);
}

function makeParam(kind: ParamTypeKind, name: string | null, type: Type, start: number, reader: RbsReader): ParamType {
  return { kind, name, type, refinement: null, span: spanFrom(reader, start) };
}

function readParamName(reader: RbsReader): string | null {
  if (isReportedHere(reader) || isAtNextMember(reader)) return null;
  const name = take(reader, /`[^`\n]+`|[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*[?!]?/uy);
  return name === null ? null : name.replaceAll('`', '');
}
