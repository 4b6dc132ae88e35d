/** Classes and their type arguments; the classes of literals, nil, procedures and class objects. */
import { fieldsFit } from './allocatedTypes';
import { substituteType } from './substitute';
import type { Comparison } from './subtypingQuery';
import { DYNAMIC, nominal, type Type, type Variance } from './type';
import { classOfLiteral, makeUnion } from './union';

type Nominal = Type & { kind: 'nominal' };

/** The class of the values of this type, if there is one. */
export function nominalOf(type: Type): Nominal | null {
  switch (type.kind) {
    case 'nominal':
      return type;
    case 'literal':
      return asNominal(classOfLiteral(type.value.type));
    case 'nil':
      return asNominal('NilClass');
    case 'proc':
      return asNominal('Proc');
    case 'classOf':
      return asNominal('Class');
    case 'tuple':
      return { kind: 'nominal', name: 'Array', args: [makeUnion(type.elements)] };
    default:
      return null;
  }
}

function asNominal(name: string): Nominal {
  return { kind: 'nominal', name, args: [] };
}

/** C<…> <= D<…>: D is an ancestor of C, and its arguments as seen from C are compatible by D's variances. */
export function classFits(ctx: Comparison, left: Nominal, right: Nominal): boolean {
  const args = argumentsAs(ctx, left, right.name);
  if (args === null || !fieldsFit(left, right, (a, b) => ctx.fits(ctx, a, b))) return false;
  const params = ctx.hierarchy.typeParams(right.name);
  return right.args.every((arg, index) =>
    argumentFits(ctx, args[index] ?? DYNAMIC, arg, params[index]?.variance ?? 'invariant'),
  );
}

function argumentFits(ctx: Comparison, left: Type, right: Type, variance: Variance): boolean {
  if (variance !== 'in' && !ctx.fits(ctx, left, right)) return false;
  return variance === 'out' || ctx.fits(ctx, right, left);
}

/** The type arguments of an ancestor as seen from a class; null if it is not an ancestor. */
function argumentsAs(ctx: Comparison, type: Nominal, ancestor: string): readonly Type[] | null {
  if (type.name === ancestor) return type.args;
  if (!ctx.hierarchy.ancestors(type.name).includes(ancestor)) return null;
  const params = ctx.hierarchy.typeParams(type.name);
  const bindings = new Map(params.map((param, index) => [param.name, type.args[index] ?? DYNAMIC]));
  return ctx.hierarchy.ancestorArgs(type.name, ancestor).map(arg => substituteType(arg, bindings));
}

/** A tuple is an array of the join of its elements: RDL's promotion, without changing the tuple. */
export function isTupleInArray(ctx: Comparison, elements: readonly Type[], right: Nominal): boolean {
  const array: Nominal = { kind: 'nominal', name: 'Array', args: [makeUnion(elements)] };
  const args = argumentsAs(ctx, array, right.name);
  return args === null ? false : right.args.every((arg, index) => ctx.fits(ctx, args[index] ?? DYNAMIC, arg));
}

/** Like `isTupleInArray`, for the keys and values of a hash. */
export function isHashInHash(ctx: Comparison, key: Type, value: Type, right: Nominal): boolean {
  const args = argumentsAs(ctx, { kind: 'nominal', name: 'Hash', args: [key, value] }, right.name);
  return args === null ? false : right.args.every((arg, index) => ctx.fits(ctx, args[index] ?? DYNAMIC, arg));
}

/** The class of a key in a finite hash. */
export function keyType(key: { readonly type: string }): Type {
  return key.type === 'class'
    ? nominal('Class')
    : nominal(classOfLiteral(key.type as Parameters<typeof classOfLiteral>[0]));
}
