/** `C.new`: `initialize` determines the parameters; the result is an instance of the class that receives `new`. */
import { hasInvisibleAncestor } from '../../program/invisibleAncestor';
import { findMethod } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { MethodType, Type } from '../../types/type';
import { nominal } from '../../types/type';
import { instantiateMethod, isOpenVariable } from '../../typing/instantiate';
import { isPartlyKnown, mayHaveUnknownMethods } from '../../typing/openClasses';
import type { Ctx } from '../state/context';
import type { Callee } from './methodTypes';
import { signatureOf } from './methodTypes';
import { dataConstructor } from './structs';

/**
 * An `initialize` in the block of a Struct (or a subclass) determines the parameters of `new`; Data always passes
 * keywords to it.
 */
export function hasOwnConstructor(ctx: Ctx, name: string, made: MethodInfo): boolean {
  return made.synthetic?.type === 'structNew' && findMethod(ctx.program, name, 'initialize')?.origin === 'workspace';
}

/** `new` of a Struct returns an instance of the receiving class, not of the class that declares it. */
export function withInstance(arm: MethodType, method: string, info: MethodInfo, name: string, ctx: Ctx): MethodType {
  return method === 'new' && info.synthetic?.type === 'structNew' ? { ...arm, result: openInstance(ctx, name) } : arm;
}

/** `C.new` runs `initialize`; the arguments determine the type parameters of the instance. */
export function constructorCallees(ctx: Ctx, name: string): readonly Callee[] | 'dynamic' {
  return initializeCallees(ctx, name, openInstance(ctx, name));
}

/** Sorbet's `C[A].new`: the arguments must suit a C<A>. */
export function instantiationCallees(ctx: Ctx, name: string, args: readonly Type[]): readonly Callee[] | 'dynamic' {
  return initializeCallees(ctx, name, nominal(name, args));
}

function initializeCallees(ctx: Ctx, name: string, makes: Type): readonly Callee[] | 'dynamic' {
  const info = findMethod(ctx.program, name, 'initialize');
  const receiver: Type = { kind: 'classOf', name };
  if (info?.owner === 'BasicObject' && (isPartlyKnown(ctx, name) || hasInvisibleAncestor(ctx.program, name)))
    return [{ receiver, info, arms: [{ ...nullaryMethod(makes), anyArgs: true }], growth: null, makes }];
  if (info === null)
    return mayHaveUnknownMethods(ctx, name)
      ? 'dynamic'
      : [{ receiver, info, arms: [nullaryMethod(makes)], growth: null, makes }];
  const isOpen = makes.kind === 'nominal' && makes.args.some(isOpenVariable);
  const arms = signatureOf(ctx, info).map(arm => ({
    ...instantiateMethod(ctx, arm, { owner: info.owner, receiver: makes, self: makes }, isOpen),
    result: makes,
  }));
  return [{ receiver, info, arms, growth: null, makes }];
}

/** Data passes all arguments to `initialize` as keywords; an unannotated one accepts what its definition says. */
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

function nullaryMethod(result: Type): MethodType {
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
