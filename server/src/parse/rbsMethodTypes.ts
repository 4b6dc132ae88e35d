/** RBS method types: `[T] (A a, ?B b, *C, d: D) ?{ (T) -> U } -> V`, their overloads, procs and type parameters. */

import {
  type BlockType,
  DYNAMIC,
  type MethodType,
  NIL,
  type ParamType,
  type ParamTypeKind,
  type Type,
  type TypeParam,
} from '../types/type';
import { makeUnion } from '../types/union';
import { complain, expectSign, type RbsReader, seesSign, skipSpace, take, takeSign, takeWord } from './rbsReader';
import { readList, readOptional, readType } from './rbsTypes';

export interface Overloads {
  readonly types: readonly MethodType[];
  readonly overloading: boolean;
}

export function readOverloads(reader: RbsReader): Overloads {
  const types: MethodType[] = [];
  do {
    const annotations = readAnnotations(reader);
    if (takeSign(reader, '...')) return { types, overloading: true };
    types.push(withAnnotations(readMethodType(reader), annotations));
  } while (takeSign(reader, '|'));
  return { types, overloading: false };
}

const ANNOTATION = /%a(?:\{[^}]*\}|\([^)]*\)|\[[^\]]*\]|<[^>]*>|\|[^|]*\|)/y;

/** `%a{pure}`: what stands in the braces. */
export function readAnnotations(reader: RbsReader): readonly string[] {
  const found: string[] = [];
  for (let text = take(reader, ANNOTATION); text !== null; text = take(reader, ANNOTATION)) {
    found.push(text.slice(3, -1).trim());
  }
  return found;
}

/** RBS leaves nil out of results where it would be in everyone's way, and says so. We want the truth. */
export function withAnnotations(type: MethodType, annotations: readonly string[]): MethodType {
  return annotations.includes('implicitly-returns-nil') ? { ...type, result: makeUnion([type.result, NIL]) } : type;
}

export function readMethodType(reader: RbsReader): MethodType {
  const outer = reader.variables;
  const typeParams = readTypeParams(reader);
  reader.variables = new Set([...outer, ...typeParams.map(param => param.name)]);
  const type = { ...readSignature(reader), typeParams };
  reader.variables = outer;
  return type;
}

/** `^(A) { (B) -> C } -> D` */
export function readProc(reader: RbsReader): Type {
  takeSign(reader, '^');
  return { kind: 'proc', method: readSignature(reader) };
}

function readSignature(reader: RbsReader): MethodType {
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
  return { params: withPosts(params), anyArgs: false };
}

/** Required parameters after an optional or rest one are `post`. */
function withPosts(params: readonly ParamType[]): readonly ParamType[] {
  const first = params.findIndex(param => param.kind === 'optional' || param.kind === 'rest');
  if (first < 0) return params;
  return params.map((param, index) =>
    param.kind === 'required' && index > first ? { ...param, kind: 'post' } : param,
  );
}

const KEYWORD = /\??\s*[A-Za-z_]\w*[?!]?:(?!:)/y;

/** Null for `**nil`. */
function readParam(reader: RbsReader): ParamType | null {
  skipSpace(reader);
  const start = reader.at;
  const keyword = take(reader, KEYWORD);
  if (keyword !== null) {
    const name = keyword.replace(/^\?\s*/, '').slice(0, -1);
    const type = readType(reader);
    readParamName(reader);
    return param(keyword.startsWith('?') ? 'optionalKey' : 'key', name, type, start, reader);
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
  return param(kind, readParamName(reader), type, start, reader);
}

function param(kind: ParamTypeKind, name: string | null, type: Type, start: number, reader: RbsReader): ParamType {
  return { kind, name, type, refinement: null, span: { start, end: reader.at } };
}

function readParamName(reader: RbsReader): string | null {
  const name = take(reader, /`[^`\n]+`|[A-Za-z_]\w*[?!]?/y);
  return name === null ? null : name.replaceAll('`', '');
}

/** `[unchecked out T < Bound = Default, in U]` */
export function readTypeParams(reader: RbsReader): readonly TypeParam[] {
  if (!seesSign(reader, '[')) return [];
  takeSign(reader, '[');
  const outer = reader.variables;
  // A bound may speak of its own parameter, or of one further on.
  const names = /^[^\]]*/
    .exec(reader.text.slice(reader.at))?.[0]
    .matchAll(/(?:^|,)\s*(?:unchecked\s+)?(?:out\s+|in\s+)?(\w+)/g);
  reader.variables = new Set([...outer, ...[...(names ?? [])].map(match => match[1]!)]);
  const params = readList(reader, ']', readTypeParam);
  reader.variables = outer;
  return params;
}

function readTypeParam(reader: RbsReader): TypeParam {
  takeWord(reader, 'unchecked');
  const variance = takeWord(reader, 'out') ? 'out' : takeWord(reader, 'in') ? 'in' : 'invariant';
  const name = take(reader, /[A-Za-z_]\w*/y);
  if (name === null) complain(reader, 'a type parameter');
  const bound = takeSign(reader, '<') ? readType(reader) : null;
  const byDefault = takeSign(reader, '=') ? readType(reader) : null;
  return { name: name ?? '_', variance, bound: bound ?? null, default: byDefault };
}

/** The unread: for a method whose type was left out. */
export const UNTYPED_METHOD: MethodType = {
  typeParams: [],
  params: [],
  anyArgs: true,
  block: null,
  result: DYNAMIC,
  resultName: null,
  resultRefinement: null,
  resultSpan: null,
  selfType: null,
};
