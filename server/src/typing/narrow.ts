/**
 * Parts of a type: what remains of it when a value is known to be truthy, nil, an instance of a class, or equal to a
 * literal. In lenient mode every type includes nil, so the nil part of Integer is nil, not nothing.
 */
import { findMethod } from '../program/lookup';
import { equalTypes } from '../types/equal';
import { isSubtype } from '../types/subtype';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC, FALSE, NIL, nominal, TRUE, UNTYPED_METHOD } from '../types/type';
import { makeUnion } from '../types/union';
import type { TypingContext } from './context';
import { isNil, membersOf, resolveType } from './typeOps';

export function truthyPart(ctx: TypingContext, type: Type): Type {
  return filterMembers(ctx, type, member => {
    if (isNil(member) || isLiteral(member, 'false')) return null;
    return member.kind === 'bool' ? TRUE : isClass(member, 'FalseClass') ? null : member;
  });
}

export function falsyPart(ctx: TypingContext, type: Type): Type {
  const part = filterMembers(ctx, type, member => {
    if (isNil(member) || isLiteral(member, 'false') || isClass(member, 'FalseClass')) return member;
    if (member.kind === 'bool') return FALSE;
    return isOpen(member) ? member : null;
  });
  return part.kind === 'bottom' ? addLenientNil(ctx, type) : part;
}

export function nilPart(ctx: TypingContext, type: Type): Type {
  const members = membersOf(ctx, type);
  return members.some(member => isNil(member) || isOpen(member)) ? NIL : addLenientNil(ctx, type);
}

export function nonNilPart(ctx: TypingContext, type: Type): Type {
  return filterMembers(ctx, type, member => (isNil(member) ? null : member));
}

/** `x.is_a?(C)`: members below C stay, members above C become C, unrelated modules may both apply. */
export function instancePart(ctx: TypingContext, type: Type, className: string): Type {
  const wanted = classType(ctx, className);
  const part = filterMembers(ctx, type, member => {
    if (member.kind === 'dynamic' || member.kind === 'any') return wanted;
    if (belongsTo(ctx, member, className)) return member;
    if (isSubtype(wanted, resolveType(ctx, member), ctx.hierarchy) || isAbove(ctx, member, className)) {
      return specialise(ctx, member, className);
    }
    return mayHaveCommonSubclass(ctx, member, className) ? intersect(member, wanted) : null;
  });
  return part.kind === 'bottom' && className === 'NilClass' ? addLenientNil(ctx, type) : part;
}

export function notInstancePart(ctx: TypingContext, type: Type, className: string): Type {
  const part = filterMembers(ctx, type, member => (belongsTo(ctx, member, className) ? null : member));
  return part.kind === 'bottom' && className !== 'NilClass' && !isOverloaded(ctx) ? addLenientNil(ctx, type) : part;
}

/** An overloaded method may test which of its arms was called; what remains then belongs to another arm. */
export function isOverloaded(ctx: TypingContext): boolean {
  return (ctx.frame.method?.signature?.arms.length ?? 0) > 1;
}

/** `x == 1`, `:a === x`. */
export function literalPart(ctx: TypingContext, type: Type, literal: Type): Type {
  if (literal.kind === 'nil') return nilPart(ctx, type);
  return filterMembers(ctx, type, member => {
    if (member.kind === 'literal') return sameLiteral(member, literal) ? member : null;
    if (member.kind === 'bool' && literal.kind === 'literal') {
      return literal.value.type === 'true' || literal.value.type === 'false' ? literal : null;
    }
    return isNil(member) ? null : member;
  });
}

export function notLiteralPart(ctx: TypingContext, type: Type, literal: Type): Type {
  if (literal.kind === 'nil') return nonNilPart(ctx, type);
  const part = filterMembers(ctx, type, member => {
    if (member.kind === 'bool' && isLiteral(literal, 'true')) return FALSE;
    if (member.kind === 'bool' && isLiteral(literal, 'false')) return TRUE;
    return sameLiteral(member, literal) ? null : member;
  });
  return part.kind === 'bottom' ? addLenientNil(ctx, type) : part;
}

/** These classes have no singleton methods on instances and no subclasses. */
const CLOSED: ReadonlySet<string> = new Set([
  'Integer',
  'Float',
  'Rational',
  'Symbol',
  'NilClass',
  'TrueClass',
  'FalseClass',
]);

/** A class of the library may have subclasses that are not visible. */
export function mayHaveSubclasses(ctx: TypingContext, name: string): boolean {
  if (CLOSED.has(name)) return false;
  const info = ctx.program.classes.get(name);
  return info?.origin !== 'workspace' || info.kind !== 'class' || (ctx.program.descendants.get(name) ?? []).length > 0;
}

/** `x.respond_to?(:m)`: removes members that are known not to have the method; the others stay. */
export function respondingPart(ctx: TypingContext, type: Type, method: string): Type {
  const responding: Type = { kind: 'structural', methods: [{ name: method, type: UNTYPED_METHOD }] };
  return filterMembers(ctx, type, member => {
    if (member.kind === 'intersection') {
      const has = member.members.some(part => ctx.hierarchy.hasMethod(className(part) ?? 'Object', method));
      return has ? member : intersect(member, responding);
    }
    const name = member.kind === 'any' ? 'Object' : className(member);
    if (name === null || ctx.hierarchy.hasMethod(name, method)) return member;
    return CLOSED.has(name) ? null : intersect(member, responding);
  });
}

/** Testing the same twice adds nothing: types that recursion narrows again and again stay finite. */
function intersect(member: Type, other: Type): Type {
  const parts = member.kind === 'intersection' ? member.members : [member];
  return parts.some(part => equalTypes(part, other)) ? member : { kind: 'intersection', members: [...parts, other] };
}

/** The part that a regexp may match: strings, symbols and objects that convert to a string. */
export function matchablePart(ctx: TypingContext, type: Type): Type {
  return filterMembers(ctx, type, member => {
    const name = member.kind === 'bool' ? 'TrueClass' : className(member);
    const never = name !== null && name !== 'Symbol' && CLOSED.has(name) && !ctx.hierarchy.hasMethod(name, 'to_str');
    return never ? null : member;
  });
}

/** Removes members whose class has the method as a public one. */
export function notRespondingPart(ctx: TypingContext, type: Type, method: string): Type {
  const part = filterMembers(ctx, type, member => {
    const name = className(member);
    const found = name === null ? null : findMethod(ctx.program, name, method);
    return found !== null && found.visibility === 'public' ? null : member;
  });
  return part.kind === 'bottom' ? type : part;
}

/** The type of instances of a class, whatever its type arguments. */
function classType(ctx: TypingContext, name: string): Type {
  if (name === 'NilClass') return NIL;
  if (name === 'TrueClass') return TRUE;
  if (name === 'FalseClass') return FALSE;
  return nominal(
    name,
    ctx.hierarchy.typeParams(name).map(() => DYNAMIC),
  );
}

/** The class that instances of this member have (or inherit from). */
export function className(type: Type): string | null {
  switch (type.kind) {
    case 'nominal':
      return type.name;
    case 'nil':
      return 'NilClass';
    case 'literal':
      return {
        integer: 'Integer',
        float: 'Float',
        string: 'String',
        symbol: 'Symbol',
        true: 'TrueClass',
        false: 'FalseClass',
      }[type.value.type];
    case 'tuple':
      return 'Array';
    case 'finiteHash':
      return 'Hash';
    case 'proc':
      return 'Proc';
    case 'classOf':
      return 'Class';
    default:
      return null;
  }
}

function filterMembers(ctx: TypingContext, type: Type, keep: (member: Type) => Type | null): Type {
  const parts: Type[] = [];
  for (const member of membersOf(ctx, type)) {
    const part = keep(member);
    if (part !== null) parts.push(part);
  }
  if (parts.length === 1) return parts[0] ?? BOTTOM;
  return parts.length === 0 ? BOTTOM : makeUnion(parts);
}

/** A literal or container literal is known not to be nil; in lenient mode any declared type may be. */
function addLenientNil(ctx: TypingContext, type: Type): Type {
  if (ctx.settings.nil === 'strict' || ctx.infers) return BOTTOM;
  return membersOf(ctx, type).every(isNeverNil) ? BOTTOM : NIL;
}

function isNeverNil(member: Type): boolean {
  return ['bottom', 'literal', 'bool', 'tuple', 'finiteHash', 'classOf', 'self'].includes(member.kind);
}

function belongsTo(ctx: TypingContext, member: Type, name: string): boolean {
  if (member.kind === 'bool') return ['Object', 'BasicObject', 'Kernel'].includes(name);
  if (member.kind === 'classOf') return ['Class', 'Module', 'Object', 'BasicObject', 'Kernel'].includes(name);
  const own = className(member.kind === 'self' ? resolveType(ctx, member) : member);
  return own !== null && ctx.hierarchy.ancestors(own).includes(name);
}

/** The member's class is an ancestor of the tested one. */
function isAbove(ctx: TypingContext, member: Type, name: string): boolean {
  const own = className(resolveType(ctx, member));
  if (member.kind === 'bool') return name === 'TrueClass' || name === 'FalseClass';
  return own !== null && member.kind === 'nominal' && ctx.hierarchy.ancestors(name).includes(own);
}

/** `Enumerable<T>` narrowed to Array keeps T if the hierarchy relates them. */
function specialise(ctx: TypingContext, member: Type, name: string): Type {
  const params = ctx.hierarchy.typeParams(name);
  if (member.kind !== 'nominal' || params.length === 0 || member.args.length === 0) return classType(ctx, name);
  const above = ctx.hierarchy.ancestorArgs(name, member.name);
  const args = params.map(param => {
    const at = above.findIndex(arg => arg.kind === 'variable' && arg.name === param.name);
    return (at >= 0 ? member.args[at] : undefined) ?? DYNAMIC;
  });
  return nominal(name, args);
}

/** One of them is a module, or the member is unknown: some class may be both. */
function mayHaveCommonSubclass(ctx: TypingContext, member: Type, name: string): boolean {
  if (member.kind === 'structural' || member.kind === 'variable' || member.kind === 'intersection') return true;
  const own = member.kind === 'nominal' ? member.name : null;
  if (own === null) return false;
  const isModule = (one: string): boolean => ctx.program.classes.get(one)?.kind !== 'class';
  return isModule(own) || (isModule(name) && ctx.program.classes.get(own)?.origin === 'workspace');
}

function isOpen(member: Type): boolean {
  return member.kind === 'dynamic' || member.kind === 'any' || member.kind === 'variable';
}

function isClass(member: Type, name: string): boolean {
  return member.kind === 'nominal' && member.name === name;
}

function isLiteral(member: Type, value: 'true' | 'false'): boolean {
  return member.kind === 'literal' && member.value.type === value;
}

function sameLiteral(left: Type, right: Type): boolean {
  if (left.kind !== 'literal' || right.kind !== 'literal' || left.value.type !== right.value.type) return false;
  return 'value' in left.value && 'value' in right.value ? left.value.value === right.value.value : true;
}
