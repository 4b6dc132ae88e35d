/**
 * Types as the checker compares them: resolves aliases, refinements and `self`, applies nil leniency, widens literals
 * whose value may change. Everything here is about base types; refinements are left to the verifier.
 */

import { equalTypes } from '../types/equal';
import { joinTypes } from '../types/join';
import type { LiteralTypeValue, MethodType, Type } from '../types/type';
import { BOOL, BOTTOM, DYNAMIC, nominal } from '../types/type';
import { makeUnion } from '../types/union';
import type { TypingContext } from './context';

export { containsSelf } from '../types/containsType';
export { replaceSelf } from './selfTypes';

const MANY = 12;

/** Strips refinements, `!` and aliases; replaces `self` by its type here. */
export function resolveType(ctx: TypingContext, type: Type): Type {
  switch (type.kind) {
    case 'refined':
      return resolveType(ctx, type.base);
    case 'nonNull':
      return withoutNil(ctx, type.type);
    case 'alias': {
      const meaning = ctx.hierarchy.expandAlias(type.name, type.args);
      return meaning === null ? DYNAMIC : resolveType(ctx, meaning);
    }
    case 'self':
      return ctx.frame.selfType;
    default:
      return type;
  }
}

/** The alternatives of a type: a union's members, else itself. */
export function membersOf(ctx: TypingContext, type: Type): readonly Type[] {
  const plain = type.kind === 'self' ? type : resolveType(ctx, type);
  return plain.kind === 'union' ? plain.members.flatMap(member => membersOf(ctx, member)) : [plain];
}

export function joinTwoTypes(ctx: TypingContext, left: Type, right: Type): Type {
  if (left === right || right.kind === 'bottom') return left;
  if (left.kind === 'bottom') return right;
  if (left.kind === 'dynamic' || right.kind === 'dynamic') return joinDynamic(left, right);
  if (isShaped(left) || isShaped(right)) return joinShapes(ctx, left, right);
  const containers = joinContainers(ctx, left, right);
  if (containers !== null) return containers;
  // Nil reads best at the end.
  const union = isNil(left) ? joinTypes(right, left, ctx.hierarchy) : joinTypes(left, right, ctx.hierarchy);
  return union.kind === 'union' && union.members.length > MANY ? widenLiterals(union, ctx) : union;
}

/** Values of the same parameter stay that; any other join with %dyn is unknown. */
function joinDynamic(left: Type, right: Type): Type {
  return left.kind === 'dynamic' && right.kind === 'dynamic' && left.of === right.of ? left : DYNAMIC;
}

type Shaped = Extract<Type, { kind: 'nominal' }> & { readonly shape: readonly Type[] };

function isShaped(type: Type): type is Shaped {
  return type.kind === 'nominal' && type.shape !== undefined;
}

/** Does the type contain an array that may be used as a tuple? */
export function hasShape(type: Type): boolean {
  if (type.kind === 'union') return type.members.some(hasShape);
  return type.kind === 'nominal' && (type.shape !== undefined || type.args.some(hasShape));
}

/** Two arrays of known and equal length have a common shape. */
function joinShapes(ctx: TypingContext, left: Type, right: Type): Type {
  const all = joinTwoTypes(ctx, withoutShape(left), withoutShape(right));
  if (all.kind !== 'nominal' || !isShaped(left) || !isShaped(right) || left.shape.length !== right.shape.length)
    return all;
  return { ...all, shape: left.shape.map((element, i) => joinTwoTypes(ctx, element, right.shape[i] ?? DYNAMIC)) };
}

function withoutShape(type: Type): Type {
  return isShaped(type) ? nominal(type.name, type.args) : type;
}

export function joinAllTypes(ctx: TypingContext, types: readonly Type[]): Type {
  return types.reduce((all, type) => joinTwoTypes(ctx, all, type), BOTTOM);
}

/** Literals become their classes: `1` is an Integer once the value may change. */
export function widenLiterals(type: Type, ctx: TypingContext): Type {
  switch (type.kind) {
    case 'literal':
      return literalClass(type.value);
    case 'union':
      return makeUnion(type.members.map(member => widenLiterals(member, ctx)));
    case 'tuple':
      return { kind: 'tuple', elements: type.elements.map(element => widenLiterals(element, ctx)) };
    case 'finiteHash':
      return { ...type, entries: type.entries.map(entry => ({ ...entry, type: widenLiterals(entry.type, ctx) })) };
    default:
      return type;
  }
}

/**
 * Like `widenLiterals`; also tuples become arrays and finite hashes become hashes: the type of an object that others
 * may fill.
 */
export function generaliseType(ctx: TypingContext, type: Type): Type {
  switch (type.kind) {
    case 'tuple':
      return nominal('Array', [elementOf(ctx, type.elements)]);
    case 'finiteHash':
      return nominal('Hash', [hashKeyOf(ctx, type), valueAtComputedKey(hashValueOf(ctx, type))]);
    case 'union':
      return joinAllTypes(
        ctx,
        type.members.map(member => generaliseType(ctx, member)),
      );
    default:
      return widenLiterals(type, ctx);
  }
}

export function hashKeyOf(ctx: TypingContext, type: Extract<Type, { kind: 'finiteHash' }>): Type {
  return joinAllTypes(
    ctx,
    type.entries.map(entry =>
      entry.key.type === 'class' ? ({ kind: 'classOf', name: entry.key.name } as Type) : literalClass(entry.key),
    ),
  );
}

export function hashValueOf(ctx: TypingContext, type: Extract<Type, { kind: 'finiteHash' }>): Type {
  const values = type.entries.map(entry => generaliseType(ctx, entry.type));
  return joinAllTypes(ctx, type.rest === null ? values : [...values, type.rest]);
}

/** An empty literal does not determine its elements, at any depth: `[[]]`. */
export function fillEmptyLiterals(type: Type): Type {
  if (type.kind === 'union') return hasHole(type) ? makeUnion(type.members.map(fillEmptyLiterals)) : type;
  if (type.kind !== 'nominal' || !hasHole(type)) return type;
  const fillPart = (part: Type): Type => (part.kind === 'bottom' ? DYNAMIC : fillEmptyLiterals(part));
  return { ...type, args: type.args.map(fillPart), ...(type.shape && { shape: type.shape.map(fillPart) }) };
}

function hasHole(type: Type): boolean {
  if (type.kind === 'union') return type.members.some(hasHole);
  return type.kind === 'nominal' && type.args.some(arg => arg.kind === 'bottom' || hasHole(arg));
}

/** Option hashes have a value type per key, so the value at a computed key is unknown. */
export function valueAtComputedKey(type: Type): Type {
  const isMixed = type.kind === 'union' && type.members.filter(member => !isNil(member)).length > 1;
  return isMixed ? DYNAMIC : type;
}

/** An empty array has the element type %bot, which is assignable to every element type. */
export function elementOf(ctx: TypingContext, elements: readonly Type[]): Type {
  return joinAllTypes(
    ctx,
    elements.map(element => asElement(ctx, element)),
  );
}

/**
 * Like `generaliseType`, but an element keeps its shape: `['a', 1]` is a pair, `[1, 2]` is an array that may be used as
 * a pair (the verifier proves that it still is one).
 */
export function asElement(ctx: TypingContext, type: Type): Type {
  if (type.kind === 'union')
    return joinAllTypes(
      ctx,
      type.members.map(member => asElement(ctx, member)),
    );
  if (type.kind !== 'tuple') return generaliseType(ctx, type);
  const elements = type.elements.map(element => asElement(ctx, element));
  const [first, ...rest] = elements;
  const isList = first === undefined || rest.every(other => equalTypes(first, other));
  if (!isList) return { kind: 'tuple', elements };
  const list = generaliseType(ctx, type);
  return list.kind === 'nominal' && elements.length > 0 ? { ...list, shape: elements } : list;
}

function literalClass(value: LiteralTypeValue): Type {
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

export function mayBeNil(ctx: TypingContext, type: Type): boolean {
  return membersOf(ctx, type).some(member => isNil(member));
}

export function isNil(type: Type): boolean {
  return type.kind === 'nil' || (type.kind === 'nominal' && type.name === 'NilClass');
}

export function withoutNil(ctx: TypingContext, type: Type): Type {
  const members = membersOf(ctx, type);
  if (!members.some(isNil)) return type.kind === 'nonNull' ? withoutNil(ctx, type.type) : type;
  return makeUnion(members.filter(member => !isNil(member)));
}

export function isDynamic(ctx: TypingContext, type: Type): boolean {
  return resolveType(ctx, type).kind === 'dynamic';
}

export function sameTypes(left: Type, right: Type): boolean {
  return equalTypes(left, right);
}

/** Arrays of different shapes join as arrays, not as a union of tuples. */
function joinContainers(ctx: TypingContext, left: Type, right: Type): Type | null {
  if (left.kind === 'tuple' && right.kind === 'tuple') return joinTuples(ctx, left, right);
  if (left.kind === 'finiteHash' && right.kind === 'finiteHash') {
    if (equalTypes(left, right)) return left;
    return joinContainers(ctx, generaliseType(ctx, left), generaliseType(ctx, right));
  }
  if (isContainer(left) && isContainer(right)) {
    const a = generaliseType(ctx, left);
    const b = generaliseType(ctx, right);
    if (a.kind !== 'nominal' || b.kind !== 'nominal' || a.name !== b.name || a.args.length !== b.args.length)
      return null;
    const fresh = left.kind !== 'nominal' || right.kind !== 'nominal' || hasBottom(a) || hasBottom(b);
    if (!fresh) return null;
    return nominal(
      a.name,
      a.args.map((arg, i) => joinTwoTypes(ctx, arg, b.args[i] ?? DYNAMIC)),
    );
  }
  if (left.kind === 'union' && isContainer(right)) return joinIntoUnion(ctx, left, right);
  if (right.kind === 'union' && isContainer(left)) return joinIntoUnion(ctx, right, left);
  return null;
}

function joinIntoUnion(ctx: TypingContext, union: Extract<Type, { kind: 'union' }>, type: Type): Type | null {
  for (const [index, member] of union.members.entries()) {
    const both = isContainer(member) ? joinContainers(ctx, member, type) : null;
    if (both === null) continue;
    const others = union.members.filter((_, i) => i !== index);
    return makeUnion([...others, both]);
  }
  return null;
}

function joinTuples(
  ctx: TypingContext,
  left: Extract<Type, { kind: 'tuple' }>,
  right: Extract<Type, { kind: 'tuple' }>,
): Type {
  if (left.elements.length !== right.elements.length) {
    return nominal('Array', [elementOf(ctx, [...left.elements, ...right.elements])]);
  }
  return {
    kind: 'tuple',
    elements: left.elements.map((element, i) => joinTwoTypes(ctx, element, right.elements[i] ?? DYNAMIC)),
  };
}

function isContainer(type: Type): boolean {
  if (type.kind === 'tuple' || type.kind === 'finiteHash') return true;
  return type.kind === 'nominal' && (type.name === 'Array' || type.name === 'Hash') && type.args.length > 0;
}

function hasBottom(type: Type): boolean {
  return type.kind === 'nominal' && type.args.some(arg => arg.kind === 'bottom');
}

export function procOf(ctx: TypingContext, type: Type): MethodType | null {
  const plain = resolveType(ctx, type);
  if (plain.kind === 'proc') return plain.method;
  return plain.kind === 'union'
    ? (plain.members.map(member => procOf(ctx, member)).find(one => one !== null) ?? null)
    : null;
}
