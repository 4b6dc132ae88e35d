/** Nil in types: `!T`, unions with nil, aliases of such. */
import { expandAlias } from './alias';
import type { Hierarchy } from './hierarchy';
import type { Type } from './type';
import { makeUnion } from './union';

/**
 * Can a value of this type be nil? `%any` and `%dyn` can; a plain class cannot (the checker decides about leniency).
 */
export function mayBeNil(type: Type, hierarchy: Hierarchy): boolean {
  switch (type.kind) {
    case 'nil':
    case 'any':
    case 'dynamic':
    case 'variable':
      return true;
    case 'nominal':
      return hierarchy.ancestors('NilClass').includes(type.name);
    case 'alias': {
      const meaning = expandAlias(type, hierarchy);
      return meaning.kind === 'alias' || mayBeNil(meaning, hierarchy);
    }
    case 'union':
      return type.members.some(member => mayBeNil(member, hierarchy));
    case 'intersection':
      return type.members.every(member => mayBeNil(member, hierarchy));
    case 'refined':
      return mayBeNil(type.base, hierarchy);
    default:
      return false;
  }
}

/** Removes nil from the type if that is expressible: `Integer or nil` becomes `Integer`; `nil` becomes `%bot`. */
export function removeNil(type: Type, hierarchy: Hierarchy): Type {
  switch (type.kind) {
    case 'nil':
      return makeUnion([]);
    case 'nominal':
      return type.name === 'NilClass' ? makeUnion([]) : type;
    case 'nonNull':
      return removeNil(type.type, hierarchy);
    case 'alias': {
      const meaning = expandAlias(type, hierarchy);
      return mayBeNil(meaning, hierarchy) ? removeNil(meaning, hierarchy) : type;
    }
    case 'union':
      return makeUnion(type.members.map(member => removeNil(member, hierarchy)));
    case 'refined':
      return mayBeNil(type.base, hierarchy) ? { ...type, base: removeNil(type.base, hierarchy) } : type;
    default:
      return type;
  }
}
