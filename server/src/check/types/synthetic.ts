/** Types of methods that have no `def`: attribute readers and writers, members of Struct and Data, delegates. */
import { fieldOf, findMethod, singletonFieldOf } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { MethodType, Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import type { Ctx } from '../state/context';
import { declaredMemberType, makeParam, makerTypes, memberType } from './structs';

/** The types for instances of `receiver` (the owner or a subclass). Empty if nothing is known. */
export function syntheticTypes(ctx: Ctx, method: MethodInfo, receiver: string): readonly MethodType[] {
  const made = method.synthetic;
  if (made === null) return [];
  switch (made.type) {
    case 'attributeReader':
      return [methodReturning(fieldType(ctx, method, made.field))];
    case 'attributeWriter': {
      const type = fieldType(ctx, method, made.field);
      return [{ ...methodReturning(type), params: [makeParam('required', null, type)] }];
    }
    case 'structReader':
      return [methodReturning(memberType(ctx, receiver, made.member))];
    case 'structWriter': {
      const type = declaredMemberType(ctx, receiver, made.member);
      return [{ ...methodReturning(type), params: [makeParam('required', null, type)] }];
    }
    case 'structNew':
      return makerTypes(ctx, receiver, made);
    case 'delegate':
      return delegatedTypes(ctx, receiver, made);
  }
}

/**
 * The types of the delegation target's method, if the target has a single class; nil itself has few of these methods.
 */
function delegatedTypes(
  ctx: Ctx,
  receiver: string,
  { to, method, allowNil }: MethodInfo['synthetic'] & { type: 'delegate' },
): readonly MethodType[] {
  const target = /^@[^@]/.test(to) ? fieldOf(ctx.program, receiver, to)?.type : resultOf(ctx, receiver, to);
  const types = (target?.kind === 'union' ? target.members : target ? [target] : []).filter(
    type => type.kind !== 'nil',
  );
  const [type] = types;
  if (types.length !== 1 || type?.kind !== 'nominal' || type.args.length > 0) return [];
  const found = findMethod(ctx.program, type.name, method);
  if (!found || found.name === to) return [];
  const arms = found.signature?.arms.map(arm => stripRefinements(arm.type)) ?? [];
  return allowNil ? arms.map(arm => ({ ...arm, result: makeNilable(arm.result) })) : arms;
}

function resultOf(ctx: Ctx, className: string, method: string): Type | null {
  const found = findMethod(ctx.program, className, method);
  return found?.signature?.arms.length === 1 ? found.signature.arms[0]!.type.result : null;
}

/** Strips refinements: their clauses refer to another `self`. */
function stripRefinements(type: MethodType): MethodType {
  const { precondition: _, ...plain } = type;
  return { ...plain, params: type.params.map(param => ({ ...param, refinement: null })), resultRefinement: null };
}

function makeNilable(type: Type): Type {
  if (type.kind === 'dynamic' || type.kind === 'any') return type;
  return { kind: 'union', members: [...(type.kind === 'union' ? type.members : [type]), { kind: 'nil' }] };
}

function methodReturning(type: Type): MethodType {
  return { ...EMPTY_METHOD, result: type };
}

function fieldType(ctx: Ctx, method: MethodInfo, field: string): Type {
  const find = method.singleton ? singletonFieldOf : fieldOf;
  return (
    find(ctx.program, method.owner, field)?.type ??
    ctx.summaries.fieldOf(method.owner, field, method.singleton, ctx.memory.depth.now)?.type ??
    DYNAMIC
  );
}
