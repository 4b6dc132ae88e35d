/**
 * Types of instances whose allocation is known: `Box.new(3)` is a Box whose `@value` is an Integer. They exist only while
 * types are inferred; an instance of the class with other fields has the plain type.
 */
import type { FieldType, Type } from './type';

export type Nominal = Extract<Type, { kind: 'nominal' }>;

/** The type of a field of this instance; null: the allocation does not determine it. */
export function fieldTypeOf(self: Type, field: string): Type | null {
  if (self.kind !== 'nominal') return null;
  return self.fields?.find(({ name }) => name === field)?.type ?? null;
}

export function withFields(type: Nominal, fields: readonly FieldType[]): Nominal {
  const { fields: _, ...plain } = type;
  const known = fields.filter(field => field.type.kind !== 'dynamic' || field.type.of !== undefined);
  return known.length === 0 ? plain : { ...plain, fields: known };
}

/** Fields of which nothing is left to know are dropped. */
export function mapFields(type: Nominal, map: (type: Type) => Type): Nominal {
  if (type.fields === undefined) return type;
  return withFields(
    type,
    type.fields.map(({ name, type: inner }) => ({ name, type: map(inner) })),
  );
}

/** What both types of instances of one class say about their fields. */
export function mergeFields(a: Nominal, b: Nominal, join: (types: readonly Type[]) => Type): Nominal {
  if (a.fields === undefined || b.fields === undefined) return withFields(a, []);
  const shared = a.fields.flatMap(({ name, type }) => {
    const other = fieldTypeOf(b, name);
    return other === null ? [] : [{ name, type: join([type, other]) }];
  });
  return withFields(a, shared);
}

/** Are all fields of `right` known to be in these types? */
export function fieldsFit(left: Nominal, right: Nominal, fits: (a: Type, b: Type) => boolean): boolean {
  if (right.fields === undefined) return true;
  return (
    left.name === right.name &&
    right.fields.every(({ name, type }) => {
      const own = fieldTypeOf(left, name);
      return own !== null && own.kind !== 'dynamic' && fits(own, type);
    })
  );
}

/** Without fields that lie deeper than this. */
export function limitFields(type: Type, depth: number): Type {
  if (type.kind === 'union') return { ...type, members: type.members.map(member => limitFields(member, depth)) };
  if (type.kind !== 'nominal') return type;
  return depth === 0 ? withFields(type, []) : mapFields(type, inner => limitFields(inner, depth - 1));
}

/** The type as annotated code sees it: of an instance, only the class. */
export function withoutFields(type: Type): Type {
  switch (type.kind) {
    case 'nominal': {
      const plain = withFields(type, []);
      return {
        ...plain,
        args: plain.args.map(withoutFields),
        ...(plain.shape && { shape: plain.shape.map(withoutFields) }),
      };
    }
    case 'union':
      return { ...type, members: type.members.map(withoutFields) };
    case 'tuple':
      return { ...type, elements: type.elements.map(withoutFields) };
    case 'finiteHash': {
      const entries = type.entries.map(entry => ({ ...entry, type: withoutFields(entry.type) }));
      return { ...type, entries, rest: type.rest && withoutFields(type.rest) };
    }
    default:
      return type;
  }
}
