/** Which form the values of a type have: the static side of value.ts. */
import { ANY, NIL, type Type } from '../types/type';

export type Shape = 'nil' | 'bool' | 'int' | 'real' | 'rat' | 'sym' | 'ref' | 'class' | 'proc' | 'boxed';

/** Classes whose instances may be anything: nothing is known of the form. */
const TOPS: ReadonlySet<string> = new Set([
  'Object',
  'BasicObject',
  'Kernel',
  'Comparable',
  'Numeric',
  'Class',
  'Module',
]);

const PRIMITIVES: Readonly<Record<string, Shape>> = {
  Integer: 'int',
  Float: 'real',
  Rational: 'rat',
  Symbol: 'sym',
  NilClass: 'nil',
  TrueClass: 'bool',
  FalseClass: 'bool',
  Proc: 'proc',
};

/** The type without what the solver's form does not depend on: refinements, `!`. */
export function plain(type: Type): Type {
  switch (type.kind) {
    case 'refined':
      return plain(type.base);
    case 'nonNull':
      return withoutNil(plain(type.type));
    default:
      return type;
  }
}

export function members(type: Type): readonly Type[] {
  const bare = plain(type);
  return bare.kind === 'union' ? bare.members.flatMap(members) : [bare];
}

export function shapeOf(type: Type): Shape {
  const bare = plain(type);
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
      return unionShape(bare.members.map(shapeOf));
    default:
      return 'boxed';
  }
}

function literalShape(type: 'integer' | 'float' | 'string' | 'symbol' | 'true' | 'false'): Shape {
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

function unionShape(shapes: readonly Shape[]): Shape {
  const first = shapes[0] ?? 'nil';
  return shapes.every(shape => shape === first) ? first : 'boxed';
}

/** The class that instances of a reference type have (or inherit from). */
export function classNameOf(type: Type): string | null {
  const bare = plain(type);
  if (bare.kind === 'nominal') return bare.name;
  if (bare.kind === 'tuple') return 'Array';
  if (bare.kind === 'finiteHash') return 'Hash';
  if (bare.kind === 'literal' && bare.value.type === 'string') return 'String';
  return null;
}

export function mayBeNil(type: Type): boolean {
  const bare = plain(type);
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
  return members(type).some(member => member.kind === 'dynamic' || member.kind === 'variable');
}

export function withoutNil(type: Type): Type {
  if (type.kind !== 'union') return type;
  return unionOf(type.members.filter(member => member.kind !== 'nil'));
}

export function unionOf(types: readonly Type[]): Type {
  const seen = new Map<string, Type>();
  for (const type of types.flatMap(members)) seen.set(JSON.stringify(type), type);
  const kept = [...seen.values()];
  if (kept.length === 0) return NIL;
  return kept.length === 1 ? kept[0]! : { kind: 'union', members: kept };
}

/** Does the type say how long some array is, the value itself or what it holds? */
export function saysLengths(type: Type): boolean {
  return members(type).some(member => {
    if (member.kind === 'tuple') return true;
    if (member.kind === 'finiteHash') return member.entries.some(entry => saysLengths(entry.type));
    return member.kind === 'nominal' && ['Array', 'Hash'].includes(member.name) && member.args.some(saysLengths);
  });
}

/** What a container of this type holds; which part is where does not matter here. */
export function partsOf(type: Type): readonly Type[] {
  const bare = plain(type);
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

/** Nobody knows what it may be: `%dyn`, `%any`, a variable that nothing solved. */
export function isUnknown(type: Type): boolean {
  return members(type).some(member => isDynamic(member) || member.kind === 'any');
}

/** It, or something in it, is unknown. */
export function holdsUnknown(type: Type): boolean {
  return isUnknown(type) || members(type).some(member => partsOf(member).some(holdsUnknown));
}

/** Several members that an object's class does not tell apart. */
export function hasAlike(type: Type): boolean {
  const names = members(type).flatMap(member => classNameOf(member) ?? []);
  return new Set(names).size < names.length;
}

/** One type for the members of each class, which holds what any of them may hold. */
export function withoutAlike(types: readonly Type[]): readonly Type[] {
  const groups = new Map<string, Type[]>();
  for (const type of types) {
    const key = classNameOf(type) ?? JSON.stringify(type);
    groups.set(key, [...(groups.get(key) ?? []), type]);
  }
  return [...groups.values()].map(group => group.slice(1).reduce(merged, group[0]!));
}

function merged(a: Type, b: Type): Type {
  const [x, y] = [asNominal(a), asNominal(b)];
  const count = Math.max(x.args.length, y.args.length);
  const args = Array.from({ length: count }, (_, index) => unionOf([x.args[index] ?? ANY, y.args[index] ?? ANY]));
  return { kind: 'nominal', name: x.name, args };
}

function asNominal(type: Type): Type & { kind: 'nominal' } {
  const bare = plain(type);
  if (bare.kind === 'nominal') return bare;
  const name = classNameOf(bare) ?? 'Object';
  const held = unionOf(partsOf(bare));
  return { kind: 'nominal', name, args: name === 'Array' ? [held] : name === 'Hash' ? [ANY, held] : [] };
}
