/** RBS method types: `[T] (A a, ?B b, *C, d: D) ?{ (T) -> U } -> V`, their overloads and type parameters. */

import { type MethodType, NIL, type TypeParam } from '../types/type';
import { makeUnion } from '../types/union';
import { isAtSign, type RbsReader, readList, reportExpected, take, takeSign, takeWord } from './rbsReader';
import type { RbsAnnotation } from './rbsSyntax';
import { readSignature, readType } from './rbsTypes';

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

/** `%a{pure}`: the contents of the braces. */
export function readAnnotations(reader: RbsReader): readonly RbsAnnotation[] {
  const found: RbsAnnotation[] = [];
  for (let text = take(reader, ANNOTATION); text !== null; text = take(reader, ANNOTATION)) {
    const inner = text.slice(3, -1);
    const end = reader.at - 1;
    found.push({ text: inner.trim(), span: { start: end - inner.trimStart().length, end } });
  }
  return found;
}

/** RBS omits nil from some results for convenience and marks them; we add it back. */
export function withAnnotations(type: MethodType, annotations: readonly RbsAnnotation[]): MethodType {
  return annotations.some(({ text }) => text === 'implicitly-returns-nil')
    ? { ...type, result: makeUnion([type.result, NIL]) }
    : type;
}

export function readMethodType(reader: RbsReader): MethodType {
  const outer = reader.variables;
  const typeParams = readTypeParams(reader);
  reader.variables = new Set([...outer, ...typeParams.map(param => param.name)]);
  const type = { ...readSignature(reader), typeParams };
  reader.variables = outer;
  return type;
}

/** `[unchecked out T < Bound > Lower = Default, in U]` */
export function readTypeParams(reader: RbsReader): readonly TypeParam[] {
  if (!isAtSign(reader, '[')) return [];
  takeSign(reader, '[');
  const outer = reader.variables;
  // A bound may mention its own parameter, or a later one.
  reader.variables = new Set([...outer, ...namesAhead(reader)]);
  const params = readList(reader, ']', readTypeParam);
  reader.variables = outer;
  return params;
}

const PARAM_NAME = /(?:^|,)\s*(?:unchecked\s+)?(?:out\s+|in\s+)?(\p{Lu}[\w\u0080-\u{10ffff}]*)/gu;

/** Reads up to the bracket that closes the list; names in inner brackets are not parameters. */
function namesAhead(reader: RbsReader): readonly string[] {
  let depth = 1;
  let text = '';
  for (let at = reader.at; at < reader.text.length && depth > 0; at++) {
    const sign = reader.text[at]!;
    if ('[({'.includes(sign)) depth++;
    else if ('])}'.includes(sign)) depth--;
    else if (depth === 1) text += sign;
  }
  return [...text.matchAll(PARAM_NAME)].map(match => match[1]!);
}

function readTypeParam(reader: RbsReader): TypeParam {
  takeWord(reader, 'unchecked');
  const variance = takeWord(reader, 'out') ? 'out' : takeWord(reader, 'in') ? 'in' : 'invariant';
  const name = take(reader, /[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*/uy);
  if (name === null) reportExpected(reader, 'a type parameter');
  const bound = takeSign(reader, '<') ? readType(reader) : null;
  // A lower bound only restricts callers; our types have none.
  if (takeSign(reader, '>')) readType(reader);
  const byDefault = takeSign(reader, '=') ? readType(reader) : null;
  return { name: name ?? '_', variance, bound: bound ?? null, default: byDefault };
}
