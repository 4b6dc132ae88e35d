/** Types of methods that have no `def`: attribute readers and writers, members of Struct and Data, delegates. */
import { fieldOf, singletonFieldOf } from '../program/lookup';
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
      return [];
  }
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
