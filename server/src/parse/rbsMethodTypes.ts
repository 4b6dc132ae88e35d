/** RBS method types: `[T] (A a, ?B b, *C, d: D) ?{ (T) -> U } -> V`, their overloads and type parameters. */

import { type MethodType, NIL, type TypeParam } from '../types/type';
import { makeUnion } from '../types/union';
import { complain, type RbsReader, readList, seesSign, take, takeSign, takeWord } from './rbsReader';
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
