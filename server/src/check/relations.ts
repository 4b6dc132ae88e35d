/**
 * Types as the checker compares them: aliases, refinements and `self` resolved, nil leniency applied, literals widened
 * where a value may change. Everything here is about base types; refinements are left to the verifier.
 */

import { equalTypes } from '../types/equal';
import { joinTypes } from '../types/join';
import type { LiteralTypeValue, MethodType, Type } from '../types/type';
import { BOOL, BOTTOM, DYNAMIC, nominal } from '../types/type';
import { makeUnion } from '../types/union';
import type { Ctx } from './context';

export { hereSelf, mentionsSelf } from './selfTypes';

const MANY = 12;

/** Refinements, `!` and aliases taken off, `self` replaced by what it is here. */
export function resolved(ctx: Ctx, type: Type): Type {
  switch (type.kind) {
    case 'refined':
      return resolved(ctx, type.base);
    case 'nonNull':
      return withoutNil(ctx, type.type);
    case 'alias': {
      const meaning = ctx.hierarchy.expandAlias(type.name, type.args);
      return meaning === null ? DYNAMIC : resolved(ctx, meaning);
    }
    case 'self':
      return ctx.frame.selfType;
    default:
      return type;
  }
}

/** The alternatives of a type: a union's members, else itself. */
export function membersOf(ctx: Ctx, type: Type): readonly Type[] {
  const plain = type.kind === 'self' ? type : resolved(ctx, type);
  return plain.kind === 'union' ? plain.members.flatMap(member => membersOf(ctx, member)) : [plain];
}

export function joined(ctx: Ctx, left: Type, right: Type): Type {
  if (left === right || right.kind === 'bottom') return left;
  if (left.kind === 'bottom') return right;
  if (left.kind === 'dynamic' || right.kind === 'dynamic') return DYNAMIC;
  if (isShaped(left) || isShaped(right)) return joinedShapes(ctx, left, right);
  const containers = joinedContainers(ctx, left, right);
  if (containers !== null) return containers;
  // Nil reads best at the end.
  const union = isNil(left) ? joinTypes(right, left, ctx.hierarchy) : joinTypes(left, right, ctx.hierarchy);
  return union.kind === 'union' && union.members.length > MANY ? widened(union, ctx) : union;
}

type Shaped = Extract<Type, { kind: 'nominal' }> & { readonly shape: readonly Type[] };

function isShaped(type: Type): type is Shaped {
  return type.kind === 'nominal' && type.shape !== undefined;
}

/** Somewhere in it is an array that may be taken for a tuple. */
export function hasShape(type: Type): boolean {
  if (type.kind === 'union') return type.members.some(hasShape);
  return type.kind === 'nominal' && (type.shape !== undefined || type.args.some(hasShape));
}

/** Two arrays that were seen whole have a shape together if they are of one length. */
function joinedShapes(ctx: Ctx, left: Type, right: Type): Type {
  const all = joined(ctx, withoutShape(left), withoutShape(right));
  if (all.kind !== 'nominal' || !isShaped(left) || !isShaped(right) || left.shape.length !== right.shape.length)
    return all;
  return { ...all, shape: left.shape.map((element, i) => joined(ctx, element, right.shape[i] ?? DYNAMIC)) };
}

function withoutShape(type: Type): Type {
  return isShaped(type) ? nominal(type.name, type.args) : type;
}

export function joinedAll(ctx: Ctx, types: readonly Type[]): Type {
  return types.reduce((all, type) => joined(ctx, all, type), BOTTOM);
}

/** Literals become their classes: `1` is an Integer once it may change. */
export function widened(type: Type, ctx: Ctx): Type {
  switch (type.kind) {
    case 'literal':
      return literalClass(type.value);
    case 'union':
      return makeUnion(type.members.map(member => widened(member, ctx)));
    case 'tuple':
      return { kind: 'tuple', elements: type.elements.map(element => widened(element, ctx)) };
    case 'finiteHash':
      return { ...type, entries: type.entries.map(entry => ({ ...entry, type: widened(entry.type, ctx) })) };
    default:
      return type;
  }
}

/** As `widened`, and tuples become arrays, finite hashes hashes: what an object is that others may fill. */
export function generalised(ctx: Ctx, type: Type): Type {
  switch (type.kind) {
    case 'tuple':
      return nominal('Array', [elementOf(ctx, type.elements)]);
    case 'finiteHash':
      return nominal('Hash', [hashKeyOf(ctx, type), guessedValue(hashValueOf(ctx, type))]);
    case 'union':
      return joinedAll(
        ctx,
        type.members.map(member => generalised(ctx, member)),
      );
    default:
      return widened(type, ctx);
  }
}

export function hashKeyOf(ctx: Ctx, type: Extract<Type, { kind: 'finiteHash' }>): Type {
  return joinedAll(
    ctx,
    type.entries.map(entry =>
      entry.key.type === 'class' ? ({ kind: 'classOf', name: entry.key.name } as Type) : literalClass(entry.key),
    ),
  );
}

export function hashValueOf(ctx: Ctx, type: Extract<Type, { kind: 'finiteHash' }>): Type {
  const values = type.entries.map(entry => generalised(ctx, entry.type));
  return joinedAll(ctx, type.rest === null ? values : [...values, type.rest]);
}

/** An empty literal says nothing of its elements, at any depth: `[[]]`. */
export function filled(type: Type): Type {
  if (type.kind === 'union') return hasHole(type) ? makeUnion(type.members.map(filled)) : type;
  if (type.kind !== 'nominal' || !hasHole(type)) return type;
  const fill = (part: Type): Type => (part.kind === 'bottom' ? DYNAMIC : filled(part));
  return { ...type, args: type.args.map(fill), ...(type.shape && { shape: type.shape.map(fill) }) };
}

function hasHole(type: Type): boolean {
  if (type.kind === 'union') return type.members.some(hasHole);
  return type.kind === 'nominal' && type.args.some(arg => arg.kind === 'bottom' || hasHole(arg));
}

/** Options: values of many kinds, each key with its own. What a computed key gives is anybody's guess. */
export function guessedValue(type: Type): Type {
  const isMixed = type.kind === 'union' && type.members.filter(member => !isNil(member)).length > 1;
  return isMixed ? DYNAMIC : type;
}

/** An array of nothing known yet has the element type %bot: any element type takes it. */
export function elementOf(ctx: Ctx, elements: readonly Type[]): Type {
  return joinedAll(
    ctx,
    elements.map(element => asElement(ctx, element)),
  );
}

/**
 * As `generalised`, but what stands in a container keeps its shape where it has one: `['a', 1]` is a pair, `[1, 2]` an
 * array that may be taken for a pair where somebody asks for one (that it still is one is the verifier's business).
 */
export function asElement(ctx: Ctx, type: Type): Type {
  if (type.kind === 'union')
    return joinedAll(
      ctx,
      type.members.map(member => asElement(ctx, member)),
    );
  if (type.kind !== 'tuple') return generalised(ctx, type);
  const elements = type.elements.map(element => asElement(ctx, element));
  const [first, ...rest] = elements;
  const isList = first === undefined || rest.every(other => equalTypes(first, other));
  if (!isList) return { kind: 'tuple', elements };
  const list = generalised(ctx, type);
  return list.kind === 'nominal' && elements.length > 0 ? { ...list, shape: elements } : list;
}

export function literalClass(value: LiteralTypeValue): Type {
  switch (value.type) {
    case 'integer':
      return nominal('Integer');
    case 'float':
      return nominal('Float');
    case 'string':
      return nominal('String');
    case 'symbol':
      return nominal('Symbol');
    case 'true':
    case 'false':
      return BOOL;
  }
}

export function mayBeNil(ctx: Ctx, type: Type): boolean {
  return membersOf(ctx, type).some(member => isNil(member));
}

export function isNil(type: Type): boolean {
  return type.kind === 'nil' || (type.kind === 'nominal' && type.name === 'NilClass');
}

export function withoutNil(ctx: Ctx, type: Type): Type {
  const members = membersOf(ctx, type);
  if (!members.some(isNil)) return type.kind === 'nonNull' ? withoutNil(ctx, type.type) : type;
  return makeUnion(members.filter(member => !isNil(member)));
}

export function isDynamic(ctx: Ctx, type: Type): boolean {
  return resolved(ctx, type).kind === 'dynamic';
}

export function sameTypes(left: Type, right: Type): boolean {
  return equalTypes(left, right);
}

/** Arrays of different shapes meet as arrays, not as a union of tuples. */
function joinedContainers(ctx: Ctx, left: Type, right: Type): Type | null {
  if (left.kind === 'tuple' && right.kind === 'tuple') return joinedTuples(ctx, left, right);
  if (left.kind === 'finiteHash' && right.kind === 'finiteHash') {
    if (equalTypes(left, right)) return left;
    return joinedContainers(ctx, generalised(ctx, left), generalised(ctx, right));
  }
  if (isContainer(left) && isContainer(right)) {
    const a = generalised(ctx, left);
    const b = generalised(ctx, right);
    if (a.kind !== 'nominal' || b.kind !== 'nominal' || a.name !== b.name || a.args.length !== b.args.length)
      return null;
    const fresh = left.kind !== 'nominal' || right.kind !== 'nominal' || hasBottom(a) || hasBottom(b);
    if (!fresh) return null;
    return nominal(
      a.name,
      a.args.map((arg, i) => joined(ctx, arg, b.args[i] ?? DYNAMIC)),
    );
  }
  if (left.kind === 'union' && isContainer(right)) return joinedIntoUnion(ctx, left, right);
  if (right.kind === 'union' && isContainer(left)) return joinedIntoUnion(ctx, right, left);
  return null;
}

function joinedIntoUnion(ctx: Ctx, union: Extract<Type, { kind: 'union' }>, type: Type): Type | null {
  for (const [index, member] of union.members.entries()) {
    const both = isContainer(member) ? joinedContainers(ctx, member, type) : null;
    if (both === null) continue;
    const others = union.members.filter((_, i) => i !== index);
    return makeUnion([...others, both]);
  }
  return null;
}

function joinedTuples(ctx: Ctx, left: Extract<Type, { kind: 'tuple' }>, right: Extract<Type, { kind: 'tuple' }>): Type {
  if (left.elements.length !== right.elements.length) {
    return nominal('Array', [elementOf(ctx, [...left.elements, ...right.elements])]);
  }
  return {
    kind: 'tuple',
    elements: left.elements.map((element, i) => joined(ctx, element, right.elements[i] ?? DYNAMIC)),
  };
}

function isContainer(type: Type): boolean {
  if (type.kind === 'tuple' || type.kind === 'finiteHash') return true;
  return type.kind === 'nominal' && (type.name === 'Array' || type.name === 'Hash') && type.args.length > 0;
}

function hasBottom(type: Type): boolean {
  return type.kind === 'nominal' && type.args.some(arg => arg.kind === 'bottom');
}

export function procOf(ctx: Ctx, type: Type): MethodType | null {
  const plain = resolved(ctx, type);
  if (plain.kind === 'proc') return plain.method;
  return plain.kind === 'union'
    ? (plain.members.map(member => procOf(ctx, member)).find(one => one !== null) ?? null)
    : null;
}
