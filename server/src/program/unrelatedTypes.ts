/** Whether two types certainly have no value in common, by the classes of their values. */
import type { Type } from '../types/type';
import { classOfLiteral } from '../types/union';
import { ancestors } from './ancestors';
import type { Program } from './program';

/** False as soon as either is not known exactly. */
export function haveNoClassInCommon(program: Program, one: Type, other: Type): boolean {
  const left = classesOf(one);
  const right = classesOf(other);
  if (left === null || right === null) return false;
  return !left.some(name => right.some(each => areRelated(program, name, each)));
}

/** Null: not known exactly. */
export function classesOf(type: Type): readonly string[] | null {
  switch (type.kind) {
    case 'nil':
      return ['NilClass'];
    case 'bool':
      return ['TrueClass', 'FalseClass'];
    case 'literal':
      return [classOfLiteral(type.value.type)];
    case 'nominal':
      return [type.name];
    case 'tuple':
      return ['Array'];
    case 'finiteHash':
      return ['Hash'];
    case 'proc':
      return ['Proc'];
    case 'union': {
      const members = type.members.map(classesOf);
      return members.some(one => one === null) ? null : members.flatMap(one => one ?? []);
    }
    default:
      return null;
  }
}

/** A module may be included by any class. */
function areRelated(program: Program, one: string, other: string): boolean {
  if (one === other || program.classes.get(one)?.kind !== 'class' || program.classes.get(other)?.kind !== 'class')
    return true;
  return ancestors(program, one).includes(other) || ancestors(program, other).includes(one);
}
