/** Types of methods that have no `def`: attribute readers and writers, members of Struct and Data, delegates. */
import { fieldOf, findMethod, singletonFieldOf } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { MethodType, Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { Ctx } from './context';
import { use } from './context';
import { EMPTY_METHOD } from './instantiate';
import { makerTypes, memberType, parameter } from './structs';

/** As instances of `receiver` (the owner or a class below it) have it. Empty: nothing is known of its type. */
export function syntheticTypes(ctx: Ctx, method: MethodInfo, receiver: string): readonly MethodType[] {
  const made = method.synthetic;
  if (made === null) return [];
  switch (made.type) {
    case 'attributeReader':
      return [returning(fieldType(ctx, method, made.field))];
    case 'attributeWriter': {
      const type = fieldType(ctx, method, made.field);
      return [{ ...returning(type), params: [parameter('required', null, type)] }];
    }
    case 'structReader':
      return [returning(memberType(ctx, receiver, made.member))];
    case 'structWriter': {
      const type = memberType(ctx, receiver, made.member);
      return [{ ...returning(type), params: [parameter('required', null, type)] }];
    }
    case 'structNew':
      return makerTypes(ctx, receiver, made);
    case 'delegate':
      return delegated(ctx, receiver, made);
  }
}

/** As the one that is asked has it, where that is one class; nil itself has few of these methods. */
function delegated(
  ctx: Ctx,
  receiver: string,
  { to, method, allowNil }: MethodInfo['synthetic'] & { type: 'delegate' },
): readonly MethodType[] {
  const asked = /^@[^@]/.test(to) ? fieldOf(ctx.program, receiver, to)?.type : resultOf(ctx, receiver, to);
  const types = (asked?.kind === 'union' ? asked.members : asked ? [asked] : []).filter(type => type.kind !== 'nil');
  const [type] = types;
  if (types.length !== 1 || type?.kind !== 'nominal' || type.args.length > 0) return [];
  const found = findMethod(ctx.program, type.name, method);
  if (!found || found.name === to) return [];
  use(ctx, { kind: 'method', key: found.key });
  const arms = found.signature?.arms.map(arm => unrefined(arm.type)) ?? [];
  return allowNil ? arms.map(arm => ({ ...arm, result: orNil(arm.result) })) : arms;
}

function resultOf(ctx: Ctx, className: string, method: string): Type | null {
  const found = findMethod(ctx.program, className, method);
  if (found) use(ctx, { kind: 'method', key: found.key });
  return found?.signature?.arms.length === 1 ? found.signature.arms[0]!.type.result : null;
}

/** Its clauses speak of another self. */
function unrefined(type: MethodType): MethodType {
  const { precondition: _, ...plain } = type;
  return { ...plain, params: type.params.map(param => ({ ...param, refinement: null })), resultRefinement: null };
}

function orNil(type: Type): Type {
  if (type.kind === 'dynamic' || type.kind === 'any') return type;
  return { kind: 'union', members: [...(type.kind === 'union' ? type.members : [type]), { kind: 'nil' }] };
}

function returning(type: Type): MethodType {
  return { ...EMPTY_METHOD, result: type };
}

function fieldType(ctx: Ctx, method: MethodInfo, field: string): Type {
  use(ctx, { kind: 'field', className: method.owner, name: field });
  const find = method.singleton ? singletonFieldOf : fieldOf;
  return (
    find(ctx.program, method.owner, field)?.type ??
    ctx.rules.fieldFromWrites(ctx, method.owner, field, method.singleton) ??
    DYNAMIC
  );
}
