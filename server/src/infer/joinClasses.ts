/** Unions of classes as a reader writes them: `Circle or Square` is a Shape, if whatever both define is there, too. */
import { mapFields } from '../types/allocatedTypes';
import type { Type } from '../types/type';
import { makeUnion } from '../types/union';

/** The class above all of these that stands for them; null: there is none. */
export type ParentOf = (names: readonly string[]) => string | null;

export function joinClasses(type: Type, parentOf: ParentOf): Type {
  const inside = (one: Type): Type => joinClasses(one, parentOf);
  switch (type.kind) {
    case 'union':
      return joinMembers(type.members.map(inside), parentOf);
    case 'nominal':
      if (type.args.length === 0) return mapFields(type, inside);
      return { ...type, args: type.args.map(inside), ...(type.shape && { shape: type.shape.map(inside) }) };
    case 'tuple':
      return { ...type, elements: type.elements.map(inside) };
    default:
      return type;
  }
}

function joinMembers(members: readonly Type[], parentOf: ParentOf): Type {
  const names = members.flatMap(member => (member.kind === 'nominal' && member.args.length === 0 ? [member.name] : []));
  const own = names.filter(name => parentOf([name]) !== null);
  const parent = own.length > 1 ? parentOf(own) : null;
  if (parent === null) return makeUnion(members);
  const isOwn = (member: Type): boolean => member.kind === 'nominal' && own.includes(member.name);
  const first = members.findIndex(isOwn);
  const type: Type = { kind: 'nominal', name: parent, args: [] };
  return makeUnion(members.flatMap((member, at) => (at === first ? [type] : isOwn(member) ? [] : [member])));
}
