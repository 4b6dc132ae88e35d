/**
 * Is every value of one type also a value of the other? RDL's rules with sound choices: containers keep their variance,
 * optional keys and arities are compared in full. `%dyn` is compatible in both directions, and a class without type
 * arguments has %dyn for each. Refinements are ignored: they are proved, not compared. The checker decides whether nil
 * belongs to every type (RDL's leniency); here nil only has the types of NilClass.
 */
import { expandAlias } from './alias';
import { equalTypes } from './equal';
import type { Hierarchy } from './hierarchy';
import { mayBeNil, removeNil } from './nil';
import { isHashOfEntries, isHashSubtype } from './subtypeHashes';
import { methodFits } from './subtypeMethods';
import { classFits, isTupleInArray, nominalOf } from './subtypeNominals';
import { structureFits } from './subtypeStructures';
import type { Comparison } from './subtypingQuery';
import { FALSE, type MethodType, NIL, TRUE, type Type } from './type';

export function isSubtype(left: Type, right: Type, hierarchy: Hierarchy): boolean {
  return fits({ hierarchy, assumed: [], fits }, left, right);
}

/** Can a method of the first type replace one of the second? */
export function isMethodSubtype(left: MethodType, right: MethodType, hierarchy: Hierarchy): boolean {
  return methodFits({ hierarchy, assumed: [], fits }, left, right);
}

const DEEPEST = 100;

function fits(ctx: Comparison, left: Type, right: Type): boolean {
  if (left === right || left.kind === 'bottom' || right.kind === 'any') return true;
  if (left.kind === 'dynamic' || right.kind === 'dynamic') return true;
  if (left.kind === 'alias' || right.kind === 'alias') return aliasFits(ctx, left, right);
  if (left.kind === 'refined') return fits(ctx, left.base, right);
  if (right.kind === 'refined') return fits(ctx, left, right.base);
  return compoundFits(ctx, normaliseSingletons(left), normaliseSingletons(right));
}

/** Aliases may be recursive: a pair that is met again below itself is assumed to hold. */
function aliasFits(ctx: Comparison, left: Type, right: Type): boolean {
  if (ctx.assumed.length > DEEPEST) return false;
  if (ctx.assumed.some(([a, b]) => equalTypes(a, left) && equalTypes(b, right))) return true;
  const inner: Comparison = { ...ctx, assumed: [...ctx.assumed, [left, right]] };
  return fits(inner, expandAlias(left, ctx.hierarchy), expandAlias(right, ctx.hierarchy));
}

/** A class with a single value becomes that value. */
function normaliseSingletons(type: Type): Type {
  if (type.kind !== 'nominal') return type;
  if (type.name === 'NilClass') return NIL;
  if (type.name === 'TrueClass') return TRUE;
  return type.name === 'FalseClass' ? FALSE : type;
}

/** Unions, intersections, `!`: universal rules on both sides first, existential ones last. */
function compoundFits(ctx: Comparison, left: Type, right: Type): boolean {
  if (left.kind === 'union') return left.members.every(member => fits(ctx, member, right));
  if (left.kind === 'bool') return right.kind === 'bool' || (fits(ctx, TRUE, right) && fits(ctx, FALSE, right));
  if (right.kind === 'intersection') return right.members.every(member => fits(ctx, left, member));
  if (right.kind === 'nonNull') return nonNullFits(ctx, left, right.type);
  if (right.kind === 'union' && right.members.some(member => fits(ctx, left, member))) return true;
  if (left.kind === 'intersection') return left.members.some(member => fits(ctx, member, right));
  if (left.kind === 'nonNull') return withoutNilFits(ctx, left, right);
  return right.kind !== 'union' && simpleFits(ctx, left, right);
}

function nonNullFits(ctx: Comparison, left: Type, right: Type): boolean {
  if (left.kind === 'nonNull') return fits(ctx, left.type, right) || withoutNilFits(ctx, left, right);
  if (left.kind === 'intersection') return left.members.some(member => nonNullFits(ctx, member, right));
  return !mayBeNil(left, ctx.hierarchy) && fits(ctx, left, right);
}

function withoutNilFits(ctx: Comparison, left: Type & { kind: 'nonNull' }, right: Type): boolean {
  return fits(ctx, removeNil(left.type, ctx.hierarchy), right);
}

function simpleFits(ctx: Comparison, left: Type, right: Type): boolean {
  if (left.kind === 'variable' && left.bound && !equalTypes(left, right)) return fits(ctx, left.bound, right);
  switch (right.kind) {
    case 'nil':
    case 'self':
      return left.kind === right.kind;
    case 'bool':
      return left.kind === 'literal' && (left.value.type === 'true' || left.value.type === 'false');
    case 'literal':
    case 'variable':
      return equalTypes(left, right);
    case 'classOf':
      return (
        left.kind === 'classOf' && (left.name === right.name || ctx.hierarchy.ancestors(left.name).includes(right.name))
      );
    case 'nominal':
      return nominalFits(ctx, left, right);
    case 'tuple':
      if (left.kind === 'nominal' && left.shape) return tupleFits(ctx, left.shape, right.elements);
      return left.kind === 'tuple' && tupleFits(ctx, left.elements, right.elements);
    case 'finiteHash':
      return left.kind === 'finiteHash' ? isHashSubtype(ctx, left, right) : isHashOfUnknown(left);
    case 'structural':
      return structureFits(ctx, left, right);
    case 'proc':
      return left.kind === 'proc' && haveOneOrigin(left, right) && methodFits(ctx, left.method, right.method);
    default:
      return false;
  }
}

/** A Hash whose values may be anything may have just these keys: the verifier requires them, at every depth. */
function isHashOfUnknown(type: Type): boolean {
  const [key, value] = type.kind === 'nominal' && type.name === 'Hash' ? type.args : [];
  return value?.kind === 'dynamic' && (key?.kind === 'dynamic' || (key?.kind === 'nominal' && key.name === 'Symbol'));
}

function nominalFits(ctx: Comparison, left: Type, right: Type & { kind: 'nominal' }): boolean {
  if (right.name === 'BasicObject' || right.name === '::BasicObject') return true;
  if (left.kind === 'tuple') return isTupleInArray(ctx, left.elements, right);
  if (left.kind === 'finiteHash') return isHashOfEntries(ctx, left, right);
  const own = nominalOf(left);
  return own !== null && classFits(ctx, own, right);
}

function tupleFits(ctx: Comparison, left: readonly Type[], right: readonly Type[]): boolean {
  return left.length === right.length && left.every((element, index) => fits(ctx, element, right[index]!));
}

/** Blocks of different methods stay apart. */
function haveOneOrigin(left: { readonly of?: string }, right: { readonly of?: string }): boolean {
  return left.of === undefined || right.of === undefined || left.of === right.of;
}
