/** `[m: () -> T]`: the type of every object with these methods. A method of unknown type is assumed to match. */

import { equalTypes } from './equal';
import { substituteMethod } from './substitute';
import { methodFits } from './subtypeMethods';
import { nominalOf } from './subtypeNominals';
import type { Comparison } from './subtypingQuery';
import { DYNAMIC, type MethodType, nominal, type StructuralMethod, type Type } from './type';
import { makeUnion } from './union';

type Structure = Type & { kind: 'structural' };

export function structureFits(ctx: Comparison, left: Type, right: Structure): boolean {
  if (ctx.assumed.some(([a, b]) => equalTypes(a, left) && equalTypes(b, right))) return true;
  const inner: Comparison = { ...ctx, assumed: [...ctx.assumed, [left, right]] };
  return right.methods.every(method => hasMethod(inner, left, method));
}

function hasMethod(ctx: Comparison, left: Type, wanted: StructuralMethod): boolean {
  const arms = methodTypesOf(ctx, left, wanted.name);
  if (arms === 'absent') return false;
  return arms === 'untyped' || arms.some(arm => methodFits(ctx, arm, wanted.type));
}

function methodTypesOf(ctx: Comparison, left: Type, name: string): readonly MethodType[] | 'absent' | 'untyped' {
  if (left.kind === 'structural') {
    const own = left.methods.filter(method => method.name === name).map(method => method.type);
    return own.length > 0 ? own : 'absent';
  }
  if (left.kind === 'proc' && name === 'call') return [left.method];
  if (left.kind === 'classOf') {
    const own = ctx.hierarchy.singletonMethodTypes(left.name, name);
    if (own !== null) return own.map(arm => substituteMethod(arm, new Map(), left));
  }
  return instanceMethod(ctx, left, name);
}

function instanceMethod(ctx: Comparison, left: Type, name: string): readonly MethodType[] | 'absent' | 'untyped' {
  const own = left.kind === 'finiteHash' ? hashClass(left) : nominalOf(left);
  if (own === null || own.kind !== 'nominal') return 'absent';
  const arms = ctx.hierarchy.methodTypes(own.name, name);
  if (arms === null) return ctx.hierarchy.hasMethod(own.name, name) ? 'untyped' : 'absent';
  const params = ctx.hierarchy.typeParams(own.name);
  const bindings = new Map(params.map((param, index) => [param.name, own.args[index] ?? DYNAMIC]));
  return arms.map(arm => substituteMethod(arm, bindings, left));
}

function hashClass(hash: Type & { kind: 'finiteHash' }): Type {
  const rest = hash.rest === null ? [] : [hash.rest];
  return nominal('Hash', [DYNAMIC, makeUnion([...hash.entries.map(entry => entry.type), ...rest])]);
}
