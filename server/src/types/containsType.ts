/** Whether a type contains a part of some kind, at any depth. */
import type { MethodType, Type } from './type';

export function containsSelf(type: Type): boolean {
  return containsType(type, part => part.kind === 'self');
}

export function containsType(type: Type, isWanted: (part: Type) => boolean): boolean {
  return isWanted(type) || partsOf(type).some(part => containsType(part, isWanted));
}

function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'union':
    case 'intersection':
      return type.members;
    case 'nominal':
    case 'alias':
      return type.args;
    case 'tuple':
      return type.elements;
    case 'nonNull':
      return [type.type];
    case 'refined':
      return [type.base];
    case 'finiteHash':
      return [...type.entries.map(entry => entry.type), ...(type.rest === null ? [] : [type.rest])];
    case 'proc':
      return partsOfMethod(type.method);
    case 'structural':
      return type.methods.flatMap(method => partsOfMethod(method.type));
    default:
      return [];
  }
}

function partsOfMethod({ params, block, result }: MethodType): readonly Type[] {
  return [...params.map(param => param.type), ...(block === null ? [] : partsOfMethod(block.type)), result];
}
