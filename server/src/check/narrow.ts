/**
 * Parts of a type: what remains of it when a value was seen to be truthy, nil, an instance of a class, equal to a
 * literal. Lenient about nil, every type has a nil in it, so the nil part of Integer is nil, not nothing.
 */
import { findMethod } from '../program/lookup';
import { isSubtype } from '../types/subtype';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC, FALSE, NIL, nominal, TRUE, UNTYPED_METHOD } from '../types/type';
import { makeUnion } from '../types/union';
import type { Ctx } from './context';
import { isNil, membersOf, resolved } from './relations';

export function truthyPart(ctx: Ctx, type: Type): Type {
  return filtered(ctx, type, member => {
    if (isNil(member) || isLiteral(member, 'false')) return null;
    return member.kind === 'bool' ? TRUE : isClass(member, 'FalseClass') ? null : member;
  });
}

export function falsyPart(ctx: Ctx, type: Type): Type {
  const part = filtered(ctx, type, member => {
    if (isNil(member) || isLiteral(member, 'false') || isClass(member, 'FalseClass')) return member;
    if (member.kind === 'bool') return FALSE;
    return isOpen(member) ? member : null;
  });
  return part.kind === 'bottom' ? leniently(ctx, type) : part;
}

export function nilPart(ctx: Ctx, type: Type): Type {
  const members = membersOf(ctx, type);
  return members.some(member => isNil(member) || isOpen(member)) ? NIL : leniently(ctx, type);
}

export function nonNilPart(ctx: Ctx, type: Type): Type {
  return filtered(ctx, type, member => (isNil(member) ? null : member));
}

/** `x.is_a?(C)`: members below C stay, members above C become C, unrelated modules may both be there. */
export function instancePart(ctx: Ctx, type: Type, className: string): Type {
  const wanted = classType(ctx, className);
  const part = filtered(ctx, type, member => {
    if (member.kind === 'dynamic' || member.kind === 'any') return wanted;
    if (belongsTo(ctx, member, className)) return member;
    if (isSubtype(wanted, resolved(ctx, member), ctx.hierarchy) || isAbove(ctx, member, className)) {
      return specialised(ctx, member, className);
    }
    return mayHaveBoth(ctx, member, className) ? { kind: 'intersection', members: [member, wanted] } : null;
  });
  return part.kind === 'bottom' && className === 'NilClass' ? leniently(ctx, type) : part;
}

export function notInstancePart(ctx: Ctx, type: Type, className: string): Type {
  const part = filtered(ctx, type, member => (belongsTo(ctx, member, className) ? null : member));
  return part.kind === 'bottom' && className !== 'NilClass' && !isOverloaded(ctx) ? leniently(ctx, type) : part;
}

/** A method with several types asks which of them it was called by; what is left then belongs to another one. */
export function isOverloaded(ctx: Ctx): boolean {
  return (ctx.frame.method?.signature?.arms.length ?? 0) > 1;
}

/** `x == 1`, `:a === x`. */
export function literalPart(ctx: Ctx, type: Type, literal: Type): Type {
  if (literal.kind === 'nil') return nilPart(ctx, type);
  return filtered(ctx, type, member => {
    if (member.kind === 'literal') return sameLiteral(member, literal) ? member : null;
    if (member.kind === 'bool' && literal.kind === 'literal') {
      return literal.value.type === 'true' || literal.value.type === 'false' ? literal : null;
    }
    return isNil(member) ? null : member;
  });
}

export function notLiteralPart(ctx: Ctx, type: Type, literal: Type): Type {
  if (literal.kind === 'nil') return nonNilPart(ctx, type);
  const part = filtered(ctx, type, member => {
    if (member.kind === 'bool' && isLiteral(literal, 'true')) return FALSE;
    if (member.kind === 'bool' && isLiteral(literal, 'false')) return TRUE;
    return sameLiteral(member, literal) ? null : member;
  });
  return part.kind === 'bottom' ? leniently(ctx, type) : part;
}

/** Nobody can add a method to one of their instances alone, nor a class below them. */
const CLOSED: ReadonlySet<string> = new Set([
  'Integer',
  'Float',
  'Rational',
  'Symbol',
  'NilClass',
  'TrueClass',
  'FalseClass',
]);

/** `x.respond_to?(:m)`: members that are known not to have it are gone; others are what they are, and have it too. */
export function respondingPart(ctx: Ctx, type: Type, method: string): Type {
  const responding: Type = { kind: 'structural', methods: [{ name: method, type: UNTYPED_METHOD }] };
  return filtered(ctx, type, member => {
    if (member.kind === 'intersection') {
      const has = member.members.some(part => ctx.hierarchy.hasMethod(className(part) ?? 'Object', method));
      return has ? member : { ...member, members: [...member.members, responding] };
    }
    const name = member.kind === 'any' ? 'Object' : className(member);
    if (name === null || ctx.hierarchy.hasMethod(name, method)) return member;
    return CLOSED.has(name) ? null : { kind: 'intersection', members: [member, responding] };
  });
}

/** What a regexp may match: strings, symbols and what turns into a string. */
export function matchablePart(ctx: Ctx, type: Type): Type {
  return filtered(ctx, type, member => {
    const name = member.kind === 'bool' ? 'TrueClass' : className(member);
    const never = name !== null && name !== 'Symbol' && CLOSED.has(name) && !ctx.hierarchy.hasMethod(name, 'to_str');
    return never ? null : member;
  });
}

/** It does not respond: members whose class has the method for everybody are gone. */
export function notRespondingPart(ctx: Ctx, type: Type, method: string): Type {
  const part = filtered(ctx, type, member => {
    const name = className(member);
    const found = name === null ? null : findMethod(ctx.program, name, method);
    return found !== null && found.visibility === 'public' ? null : member;
  });
  return part.kind === 'bottom' ? type : part;
}

/** The type of instances of a class, whatever its type arguments. */
export function classType(ctx: Ctx, name: string): Type {
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

function filtered(ctx: Ctx, type: Type, keep: (member: Type) => Type | null): Type {
  const parts: Type[] = [];
  for (const member of membersOf(ctx, type)) {
    const part = keep(member);
    if (part !== null) parts.push(part);
  }
  if (parts.length === 1) return parts[0] ?? BOTTOM;
  return parts.length === 0 ? BOTTOM : makeUnion(parts);
}

/** What was made right here is known not to be nil; what was declared is only said not to be. */
function leniently(ctx: Ctx, type: Type): Type {
  if (ctx.settings.nil === 'strict') return BOTTOM;
  return membersOf(ctx, type).every(isMadeHere) ? BOTTOM : NIL;
}

function isMadeHere(member: Type): boolean {
  return ['bottom', 'literal', 'bool', 'tuple', 'finiteHash', 'classOf', 'self'].includes(member.kind);
}

function belongsTo(ctx: Ctx, member: Type, name: string): boolean {
  if (member.kind === 'bool') return ['Object', 'BasicObject', 'Kernel'].includes(name);
  if (member.kind === 'classOf') return ['Class', 'Module', 'Object', 'BasicObject', 'Kernel'].includes(name);
  const own = className(member.kind === 'self' ? resolved(ctx, member) : member);
  return own !== null && ctx.hierarchy.ancestors(own).includes(name);
}

/** The member's class is an ancestor of the tested one. */
function isAbove(ctx: Ctx, member: Type, name: string): boolean {
  const own = className(resolved(ctx, member));
  if (member.kind === 'bool') return name === 'TrueClass' || name === 'FalseClass';
  return own !== null && member.kind === 'nominal' && ctx.hierarchy.ancestors(name).includes(own);
}

/** `Enumerable<T>` narrowed to Array keeps T where the hierarchy says how. */
function specialised(ctx: Ctx, member: Type, name: string): Type {
  const params = ctx.hierarchy.typeParams(name);
  if (member.kind !== 'nominal' || params.length === 0 || member.args.length === 0) return classType(ctx, name);
  const above = ctx.hierarchy.ancestorArgs(name, member.name);
  const args = params.map(param => {
    const at = above.findIndex(arg => arg.kind === 'variable' && arg.name === param.name);
    return (at >= 0 ? member.args[at] : undefined) ?? DYNAMIC;
  });
  return nominal(name, args);
}

/** One of them is a module, or nothing is known of the member: some class may be both. */
function mayHaveBoth(ctx: Ctx, member: Type, name: string): boolean {
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
