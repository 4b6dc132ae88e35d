/**
 * Arrays put in order what they hold by `<=>`, and raise where it knows no order (`[1, 'a'].sort`). Whether that may be is
 * read off the type of the elements: one class whose objects can all be compared, or not.
 */
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { Type } from '../types/type';
import { elementType } from './arrays';

const ORDERING: ReadonlySet<string> = new Set(['sort', 'sort!', 'min', 'max', 'minmax']);
const ORDERED: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational', 'String', 'Symbol']);

export function comparesUnlike(program: Program, { owner, name }: MethodInfo, receiver: Type): boolean {
  if (owner !== 'Array' || !ORDERING.has(name)) return false;
  const type = elementType(receiver);
  if (type.kind !== 'nominal') return true;
  return !ORDERED.has(type.name) && findMethod(program, type.name, '<=>')?.origin !== 'workspace';
}
