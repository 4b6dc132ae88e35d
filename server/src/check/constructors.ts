/** `C.new`: what it takes is up to `initialize`, what it makes is an instance of the class that was asked. */
import { findMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { MethodType, Type } from '../types/type';
import { nominal } from '../types/type';
import type { Ctx } from './context';
import { use } from './context';
import { instantiated } from './instantiate';
import type { Callee } from './methodTypes';
import { signatureOf } from './methodTypes';
import { isHalfKnown, isUncertain } from './sight';
import { dataConstructor } from './structs';

/** `initialize` in the block of a Struct (or below it) decides what `new` takes; Data's gets keywords, however it is called. */
export function hasOwnConstructor(ctx: Ctx, name: string, made: MethodInfo): boolean {
  return made.synthetic?.type === 'structNew' && findMethod(ctx.program, name, 'initialize')?.origin === 'workspace';
}

/** `new` of a Struct gives an instance of the class that was asked, not of the one that declared it. */
export function withInstance(arm: MethodType, method: string, info: MethodInfo, name: string, ctx: Ctx): MethodType {
  return method === 'new' && info.synthetic?.type === 'structNew' ? { ...arm, result: openInstance(ctx, name) } : arm;
}

/** `C.new` runs `initialize`; the instance's type parameters are found from the arguments. */
export function constructorCallees(ctx: Ctx, name: string): readonly Callee[] | 'dynamic' {
  const info = findMethod(ctx.program, name, 'initialize');
  use(ctx, { kind: 'method', key: info?.key ?? `${name}#initialize` });
  const makes = openInstance(ctx, name);
  const receiver: Type = { kind: 'classOf', name };
  if (info?.owner === 'BasicObject' && isHalfKnown(ctx, name))
    return [{ receiver, info, arms: [{ ...nullary(makes), anyArgs: true }], growth: null, makes }];
  if (info === null)
    return isUncertain(ctx, name) ? 'dynamic' : [{ receiver, info, arms: [nullary(makes)], growth: null, makes }];
  const arms = signatureOf(ctx, info).map(arm => ({
    ...instantiated(ctx, arm, info.owner, makes, makes, true),
    result: makes,
  }));
  return [{ receiver, info, arms, growth: null, makes }];
}

/** Data hands everything to `initialize` by keywords; one without a type takes what its definition says. */
export function dataCallees(ctx: Ctx, name: string): readonly Callee[] | 'dynamic' {
  const found = constructorCallees(ctx, name);
  const callee = found === 'dynamic' ? undefined : found[0];
  if (callee === undefined) return 'dynamic';
  const arms = dataConstructor(ctx, name, callee.arms);
  return arms === null || arms.length === 0 ? 'dynamic' : [{ ...callee, arms, isData: true }];
}

export function openInstance(ctx: Ctx, name: string): Type {
  return nominal(
    name,
    ctx.hierarchy.typeParams(name).map(param => ({ kind: 'variable', name: `?${param.name}` })),
  );
}

function nullary(result: Type): MethodType {
  return {
    typeParams: [],
    params: [],
    anyArgs: false,
    block: null,
    result,
    resultName: null,
    resultRefinement: null,
    resultSpan: null,
    selfType: null,
  };
}
