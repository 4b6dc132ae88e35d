/** Flexible types: `%dyn` that knows which parameter it stands for (`of`). They never leave a summary. */
import { mapFields } from './allocatedTypes';
import { substituteType } from './substitute';
import type { Type } from './type';
import { DYNAMIC } from './type';
import { makeUnion } from './union';

export function flexibleType(name: string): Type {
  return { kind: 'dynamic', of: name };
}

/** The flexible type of what the block of a method returns. No parameter has this name. */
export const YIELDED = 'yield';

/** The parameter, or the path from it, that a type stands for; null if it is not flexible. */
export function flexibleName(type: Type): string | null {
  return type.kind === 'dynamic' ? (type.of ?? null) : null;
}

/** Replaces every `%dyn` in a type, at any depth except inside procs and structural types. */
export function mapDynamics(type: Type, map: (dynamic: Type) => Type): Type {
  const inside = (one: Type): Type => mapDynamics(one, map);
  switch (type.kind) {
    case 'dynamic':
      return map(type);
    case 'nominal':
      if (type.args.length === 0) return mapFields(type, inside);
      return { ...type, args: type.args.map(inside), ...(type.shape && { shape: type.shape.map(inside) }) };
    case 'union':
      return makeUnion(type.members.map(inside));
    case 'tuple':
      return { ...type, elements: type.elements.map(inside) };
    case 'finiteHash': {
      const entries = type.entries.map(entry => ({ ...entry, type: inside(entry.type) }));
      return { ...type, entries, rest: type.rest === null ? null : inside(type.rest) };
    }
    default:
      return type;
  }
}

export function hasDynamic(type: Type): boolean {
  switch (type.kind) {
    case 'dynamic':
      return true;
    case 'nominal':
      return type.args.some(hasDynamic) || (type.fields?.some(field => hasFlexible(field.type)) ?? false);
    case 'alias':
      return type.args.some(hasDynamic);
    case 'union':
    case 'intersection':
      return type.members.some(hasDynamic);
    case 'tuple':
      return type.elements.some(hasDynamic);
    case 'finiteHash':
      return type.entries.some(entry => hasDynamic(entry.type)) || (type.rest !== null && hasDynamic(type.rest));
    case 'proc':
      // Which block it is, is known.
      if (type.of !== undefined) return false;
      return hasDynamic(type.method.result) || type.method.params.some(param => hasDynamic(param.type));
    case 'nonNull':
      return hasDynamic(type.type);
    case 'refined':
      return hasDynamic(type.base);
    default:
      return false;
  }
}

/**
 * Whether a join hides that something may be anything: `Array<%dyn>` is a subtype of `Array<Integer>`, so the join of
 * both is the latter. An instance whose fields are unknown does not count.
 */
export function losesUnknown(types: readonly Type[], joined: Type): boolean {
  return types.some(type => hasDynamic(withoutFlexible(type))) && !hasDynamic(withoutFlexible(joined));
}

/** Does a parameter occur in it? */
function hasFlexible(type: Type): boolean {
  let isFound = false;
  if (hasDynamic(type))
    mapDynamics(type, one => {
      isFound ||= flexibleName(one) !== null;
      return one;
    });
  return isFound;
}

/** The type as other bodies see it: what a parameter was is unknown there. */
export function withoutFlexible(type: Type): Type {
  return hasDynamic(type) ? mapDynamics(type, () => DYNAMIC) : type;
}

/** The type of a result for these arguments and this receiver. */
export function instantiateScheme(type: Type, args: ReadonlyMap<string, Type>, self: Type): Type {
  const bound = hasDynamic(type)
    ? mapDynamics(type, dynamic => args.get(flexibleName(dynamic) ?? '') ?? DYNAMIC)
    : type;
  return substituteType(bound, new Map(), self);
}
