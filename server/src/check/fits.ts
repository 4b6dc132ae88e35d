/** May a value of one type stand where another is asked for? Subtyping, with nil leniency and what is out of sight let in. */
import type { Expr } from '../ril/ril';
import { isSubtype } from '../types/subtype';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { Ctx } from './context';
import { hereSelf, membersOf, mentionsSelf, resolved } from './relations';
import { isOutOfSight } from './sight';

/** May a value of type `actual` stand where `expected` is asked for? Lenient about nil unless settings say otherwise. */
export function fits(ctx: Ctx, actual: Type, expected: Type): boolean {
  if (actual === expected || actual.kind === 'bottom' || isSubtype(actual, expected, ctx.hierarchy)) return true;
  const closed = selfIsClosed(ctx);
  const wanted = closed || !mentionsSelf(expected) ? hereSelf(ctx, expected) : expected;
  const given = hereSelf(ctx, actual);
  if (isSubtype(given, wanted, ctx.hierarchy) || isOutOfSight(ctx, given)) return true;
  if (answersTo(ctx, given, wanted)) return true;
  if (ctx.settings.nil === 'strict') return false;
  const bare = erasedNil(given);
  return bare === null || isSubtype(bare, erasedNil(wanted) ?? wanted, ctx.hierarchy);
}

/** As `fits`, of an expression: a string literal is also the literal type that it spells. */
export function exprFits(ctx: Ctx, expr: Expr | null, actual: Type, expected: Type): boolean {
  if (fits(ctx, actual, expected)) return true;
  if (expr?.kind !== 'lit' || expr.value.type !== 'string') return false;
  return fits(ctx, { kind: 'literal', value: { type: 'string', value: expr.value.value } }, expected);
}

/** No subclass in sight: an instance of the class is as good as `self`. */
function selfIsClosed(ctx: Ctx): boolean {
  const self = ctx.frame.selfType;
  if (self.kind !== 'nominal' && self.kind !== 'classOf') return true;
  return (ctx.program.descendants.get(self.name) ?? []).length === 0;
}

/** The library's interfaces (`_ToS`, `_Reader`) ask for methods; which ones a class has is enough. */
function answersTo(ctx: Ctx, type: Type, wanted: Type): boolean {
  const interfaces = (wanted.kind === 'union' ? wanted.members : [wanted]).filter(
    one => one.kind === 'alias' && /(^%|::)_/.test(one.name),
  );
  if (interfaces.length === 0) return false;
  return membersOf(ctx, type).every(member => {
    const name = member.kind === 'nominal' ? member.name : null;
    return interfaces.some(one => {
      const meaning = resolved(ctx, one);
      return (
        meaning.kind === 'structural' &&
        name !== null &&
        meaning.methods.every(method => ctx.hierarchy.hasMethod(name, method.name))
      );
    });
  });
}

function withoutNilInside(type: Extract<Type, { kind: 'nominal' }>): Type {
  const erased = (part: Type): Type => erasedNil(part) ?? DYNAMIC;
  return { ...type, args: type.args.map(erased), ...(type.shape && { shape: type.shape.map(erased) }) };
}

/** Nil taken out of unions at every depth, %dyn where nothing else is; null: the type is nil itself. */
function erasedNil(type: Type): Type | null {
  switch (type.kind) {
    case 'nil':
      return null;
    case 'union': {
      const rest = type.members.map(erasedNil).filter(member => member !== null);
      const first = rest[0];
      return first === undefined ? null : rest.length === 1 ? first : { kind: 'union', members: rest };
    }
    case 'nominal':
      return type.args.length === 0 ? type : withoutNilInside(type);
    case 'tuple':
      return { ...type, elements: type.elements.map(element => erasedNil(element) ?? DYNAMIC) };
    case 'finiteHash':
      return {
        ...type,
        entries: type.entries.map(entry => ({ ...entry, type: erasedNil(entry.type) ?? DYNAMIC })),
      };
    case 'refined':
      return erasedNil(type.base);
    case 'proc':
      return { ...type, method: { ...type.method, result: erasedNil(type.method.result) ?? DYNAMIC } };
    default:
      return type;
  }
}
