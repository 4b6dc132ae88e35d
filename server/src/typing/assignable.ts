/**
 * Is a value of one type assignable to another? Subtyping, with nil leniency; classes that are not fully visible are
 * accepted.
 */
import { findMethod } from '../program/lookup';
import type { Expr } from '../ril/ril';
import { isSubtype } from '../types/subtype';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { TypingContext } from './context';
import { isNotVisible } from './openClasses';
import { containsSelf, membersOf, replaceSelf, resolveType } from './typeOps';

/** Is a value of type `actual` assignable to `expected`? Lenient about nil unless the settings say otherwise. */
export function isAssignable(ctx: TypingContext, actual: Type, expected: Type): boolean {
  if (actual === expected || actual.kind === 'bottom' || isSubtype(actual, expected, ctx.hierarchy)) return true;
  const closed = isSelfClosed(ctx);
  const wanted = closed || !containsSelf(expected) ? replaceSelf(ctx, expected) : expected;
  const given = replaceSelf(ctx, actual);
  if (isSubtype(given, wanted, ctx.hierarchy) || isNotVisible(ctx, given)) return true;
  if (hasInterfaceMethods(ctx, given, wanted) || mayFitAfterCheck(ctx, given, wanted)) return true;
  if (ctx.settings.nil === 'strict') return false;
  const bare = eraseNil(given);
  return bare === null || isSubtype(bare, eraseNil(wanted) ?? wanted, ctx.hierarchy);
}

/**
 * A Proc of which no more is known may have the type of a procedure, and an Array of unknown elements that of a tuple: the verifier
 * requires that it has. Only the value itself: it requires nothing of what is inside of a container.
 */
function mayFitAfterCheck(ctx: TypingContext, given: Type, wanted: Type): boolean {
  const kinds = new Set(membersOf(ctx, wanted).map(({ kind }) => kind));
  const isUnknown = (member: Type): boolean =>
    (kinds.has('proc') && isPlainProc(member)) || (kinds.has('tuple') && isArrayOfUnknown(member));
  const members = membersOf(ctx, given);
  return members.some(isUnknown) && members.every(each => isUnknown(each) || isSubtype(each, wanted, ctx.hierarchy));
}

function isPlainProc(type: Type): boolean {
  return type.kind === 'nominal' && type.name === 'Proc' && type.args.length === 0;
}

function isArrayOfUnknown(type: Type): boolean {
  return type.kind === 'nominal' && type.name === 'Array' && type.args[0]?.kind === 'dynamic';
}

/** Like `isAssignable`, for an expression: a string literal also has the literal type of its value. */
export function isExprAssignable(ctx: TypingContext, expr: Expr | null, actual: Type, expected: Type): boolean {
  if (isAssignable(ctx, actual, expected)) return true;
  if (expr?.kind !== 'lit' || expr.value.type !== 'string') return false;
  return isAssignable(ctx, { kind: 'literal', value: { type: 'string', value: expr.value.value } }, expected);
}

/** There is no visible subclass, so an instance of the class is assignable to `self`. */
function isSelfClosed(ctx: TypingContext): boolean {
  const self = ctx.frame.selfType;
  if (self.kind !== 'nominal' && self.kind !== 'classOf') return true;
  return (ctx.program.descendants.get(self.name) ?? []).length === 0;
}

/**
 * The library's interfaces (`_ToS`, `_Reader`) require methods; it is enough that the class has them. A method of the program whose
 * type is declared has to have the one that is required.
 */
function hasInterfaceMethods(ctx: TypingContext, type: Type, wanted: Type): boolean {
  const interfaces = (wanted.kind === 'union' ? wanted.members : [wanted]).filter(
    one => one.kind === 'alias' && /(^%|::)_/.test(one.name),
  );
  if (interfaces.length === 0) return false;
  return membersOf(ctx, type).every(member => {
    const name = member.kind === 'nominal' ? member.name : null;
    return interfaces.some(one => {
      const meaning = resolveType(ctx, one);
      return (
        meaning.kind === 'structural' &&
        name !== null &&
        meaning.methods.every(method => hasMethodOf(ctx, member, name, method))
      );
    });
  });
}

function hasMethodOf(ctx: TypingContext, type: Type, name: string, method: StructuralMethod): boolean {
  if (!ctx.hierarchy.hasMethod(name, method.name)) return false;
  const found = findMethod(ctx.program, name, method.name);
  if (found?.origin !== 'workspace' || found.signature === null) return true;
  return isSubtype(type, { kind: 'structural', methods: [method] }, ctx.hierarchy);
}

type StructuralMethod = Extract<Type, { kind: 'structural' }>['methods'][number];

function removeNilInside(type: Extract<Type, { kind: 'nominal' }>): Type {
  const eraseNilOrDynamic = (part: Type): Type => eraseNil(part) ?? DYNAMIC;
  return {
    ...type,
    args: type.args.map(eraseNilOrDynamic),
    ...(type.shape && { shape: type.shape.map(eraseNilOrDynamic) }),
  };
}

/** Removes nil from unions at every depth; %dyn if nothing else remains; null if the type is nil itself. */
function eraseNil(type: Type): Type | null {
  switch (type.kind) {
    case 'nil':
      return null;
    case 'union': {
      const rest = type.members.map(eraseNil).filter(member => member !== null);
      const first = rest[0];
      return first === undefined ? null : rest.length === 1 ? first : { kind: 'union', members: rest };
    }
    case 'nominal':
      return type.args.length === 0 ? type : removeNilInside(type);
    case 'tuple':
      return { ...type, elements: type.elements.map(element => eraseNil(element) ?? DYNAMIC) };
    case 'finiteHash':
      return {
        ...type,
        entries: type.entries.map(entry => ({ ...entry, type: eraseNil(entry.type) ?? DYNAMIC })),
      };
    case 'refined':
      return eraseNil(type.base);
    case 'proc':
      return { ...type, method: { ...type.method, result: eraseNil(type.method.result) ?? DYNAMIC } };
    default:
      return type;
  }
}
