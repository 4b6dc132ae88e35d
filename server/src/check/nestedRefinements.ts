/** Refinements inside a type: `Array<Integer x { x > 0 }>`. */
import type { Refinement, Type } from '../types/type';

export function refinementsIn(type: Type): readonly Refinement[] {
  switch (type.kind) {
    case 'refined':
      return [type.refinement, ...refinementsIn(type.base)];
    case 'nominal':
    case 'alias':
      return type.args.flatMap(refinementsIn);
    case 'union':
    case 'intersection':
      return type.members.flatMap(refinementsIn);
    case 'nonNull':
      return refinementsIn(type.type);
    case 'tuple':
      return type.elements.flatMap(refinementsIn);
    case 'finiteHash':
      return [
        ...type.entries.flatMap(entry => refinementsIn(entry.type)),
        ...(type.rest === null ? [] : refinementsIn(type.rest)),
      ];
    default:
      return [];
  }
}
