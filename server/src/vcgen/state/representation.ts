/** How values of a type are represented: the static counterpart of value.ts. */
import { ANY, NIL, type Type } from '../../types/type';

export type Representation = 'nil' | 'bool' | 'int' | 'real' | 'rat' | 'sym' | 'ref' | 'class' | 'proc' | 'boxed';

/** Classes whose instances may be any object: the representation is unknown. */
const TOPS: ReadonlySet<string> = new Set([
  'Object',
  'BasicObject',
  'Kernel',
  'Comparable',
  'Numeric',
  'Class',
  'Module',
]);

const PRIMITIVES: Readonly<Record<string, Representation>> = {
  Integer: 'int',
  Float: 'real',
  Rational: 'rat',
  Symbol: 'sym',
  NilClass: 'nil',
  TrueClass: 'bool',
  FalseClass: 'bool',
  Proc: 'proc',
};

/** The type without refinements and `!`, which do not affect the representation. */
export function withoutAnnotations(type: Type): Type {
  switch (type.kind) {
    case 'refined':
      return withoutAnnotations(type.base);
    case 'nonNull':
      return withoutNil(withoutAnnotations(type.type));
    default:
      return type;
  }
}

export function unionMembers(type: Type): readonly Type[] {
  const bare = withoutAnnotations(type);
  return bare.kind === 'union' ? bare.members.flatMap(unionMembers) : [bare];
}

export function representationOf(type: Type): Representation {
  const bare = withoutAnnotations(type);
  switch (bare.kind) {
    case 'nil':
      return 'nil';
    case 'bool':
      return 'bool';
    case 'literal':
      return literalShape(bare.value.type);
    case 'nominal':
      return PRIMITIVES[bare.name] ?? (TOPS.has(bare.name) ? 'boxed' : 'ref');
    case 'classOf':
      return 'class';
    case 'tuple':
    case 'finiteHash':
      return 'ref';
    case 'proc':
      return 'proc';
    case 'union':
      return unionShape(bare.members.map(representationOf));
    default:
      return 'boxed';
  }
}

function literalShape(type: 'integer' | 'float' | 'string' | 'symbol' | 'true' | 'false'): Representation {
  switch (type) {
    case 'integer':
      return 'int';
    case 'float':
      return 'real';
    case 'string':
      return 'ref';
    case 'symbol':
      return 'sym';
    default:
      return 'bool';
  }
}

function unionShape(shapes: readonly Representation[]): Representation {
  const first = shapes[0] ?? 'nil';
  return shapes.every(shape => shape === first) ? first : 'boxed';
}

/** The class that instances of a reference type have (or inherit from). */
export function classNameOf(type: Type): string | null {
  const bare = withoutAnnotations(type);
  if (bare.kind === 'nominal') return bare.name;
  if (bare.kind === 'tuple') return 'Array';
  if (bare.kind === 'finiteHash') return 'Hash';
  if (bare.kind === 'literal' && bare.value.type === 'string') return 'String';
  return null;
}

export function mayBeNil(type: Type): boolean {
  const bare = withoutAnnotations(type);
  switch (bare.kind) {
    case 'nil':
    case 'any':
    case 'dynamic':
    case 'variable':
      return true;
    case 'nominal':
      return (
        bare.name === 'NilClass' || bare.name === 'Object' || bare.name === 'BasicObject' || bare.name === 'Kernel'
      );
    case 'union':
      return bare.members.some(mayBeNil);
    default:
      return false;
  }
}

export function isDynamic(type: Type): boolean {
  return unionMembers(type).some(member => member.kind === 'dynamic' || member.kind === 'variable');
}

export function withoutNil(type: Type): Type {
  if (type.kind !== 'union') return type;
  return makeUnionType(type.members.filter(member => member.kind !== 'nil'));
}

export function makeUnionType(types: readonly Type[]): Type {
  const seen = new Map<string, Type>();
  for (const type of types.flatMap(unionMembers)) seen.set(JSON.stringify(type), type);
  const kept = [...seen.values()];
  if (kept.length === 0) return NIL;
  return kept.length === 1 ? kept[0]! : { kind: 'union', members: kept };
}

/** Whether the type determines the length or the keys of the value, or of a container inside it. */
export function mentionsFixedShape(type: Type): boolean {
  return unionMembers(type).some(member => {
    if (member.kind === 'tuple') return true;
    if (member.kind === 'finiteHash') return member.entries.length > 0 || member.rest !== null;
    return member.kind === 'nominal' && ['Array', 'Hash'].includes(member.name) && member.args.some(mentionsFixedShape);
  });
}

/** The types of what a container of this type holds, in no particular order. */
export function containedTypes(type: Type): readonly Type[] {
  const bare = withoutAnnotations(type);
  switch (bare.kind) {
    case 'tuple':
      return bare.elements;
    case 'finiteHash':
      return bare.rest === null
        ? bare.entries.map(entry => entry.type)
        : [...bare.entries.map(entry => entry.type), bare.rest];
    case 'nominal':
      return bare.args;
    default:
      return [];
  }
}

/** Whether the type is unknown: `%dyn`, `%any` or an unsolved variable. */
export function isUnknown(type: Type): boolean {
  return unionMembers(type).some(member => isDynamic(member) || member.kind === 'any');
}

/** Whether the type, or a type inside it, is unknown. */
export function holdsUnknown(type: Type): boolean {
  return isUnknown(type) || unionMembers(type).some(member => containedTypes(member).some(holdsUnknown));
}

/** Whether the class of an object does not determine the union member. */
export function hasAmbiguousMembers(type: Type): boolean {
  const names = unionMembers(type).flatMap(member => classNameOf(member) ?? []);
  return new Set(names).size < names.length;
}

/** Merges the members of each class into one type, which holds what any of them may hold. */
export function withoutAmbiguousMembers(types: readonly Type[]): readonly Type[] {
  const groups = new Map<string, Type[]>();
  for (const type of types) {
    const key = classNameOf(type) ?? JSON.stringify(type);
    groups.set(key, [...(groups.get(key) ?? []), type]);
  }
  return [...groups.values()].map(group => group.slice(1).reduce(mergeTypeArguments, group[0]!));
}

function mergeTypeArguments(a: Type, b: Type): Type {
  const [x, y] = [asNominal(a), asNominal(b)];
  const count = Math.max(x.args.length, y.args.length);
  const args = Array.from({ length: count }, (_, index) => makeUnionType([x.args[index] ?? ANY, y.args[index] ?? ANY]));
  return { kind: 'nominal', name: x.name, args };
}

function asNominal(type: Type): Type & { kind: 'nominal' } {
  const bare = withoutAnnotations(type);
  if (bare.kind === 'nominal') return bare;
  const name = classNameOf(bare) ?? 'Object';
  const held = makeUnionType(containedTypes(bare));
  return { kind: 'nominal', name, args: name === 'Array' ? [held] : name === 'Hash' ? [ANY, held] : [] };
}
