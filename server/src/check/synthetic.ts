/** Types of methods that have no `def`: attribute readers and writers, members of Struct and Data, delegates. */
import { fieldOf, findMethod, singletonFieldOf } from '../program/lookup';
import type { MethodInfo, Synthetic } from '../program/program';
import type { MethodType, ParamType, Type } from '../types/type';
import { DYNAMIC, nominal } from '../types/type';
import type { Ctx } from './context';
import { use } from './context';
import { EMPTY_METHOD } from './instantiate';

/** Null: nothing is known of its type. */
export function syntheticType(ctx: Ctx, method: MethodInfo): MethodType | null {
  const made = method.synthetic;
  if (made === null) return null;
  switch (made.type) {
    case 'attributeReader':
      return returning(fieldType(ctx, method, made.field));
    case 'attributeWriter': {
      const type = fieldType(ctx, method, made.field);
      return { ...returning(type), params: [parameter('required', null, type)] };
    }
    case 'structReader':
      return returning(DYNAMIC);
    case 'structWriter':
      return { ...returning(DYNAMIC), params: [parameter('required', null, DYNAMIC)] };
    case 'structNew':
      return makerType(ctx, method, made);
    case 'delegate':
      return null;
  }
}

function returning(type: Type): MethodType {
  return { ...EMPTY_METHOD, result: type };
}

function parameter(kind: ParamType['kind'], name: string | null, type: Type): ParamType {
  return { kind, name, type, refinement: null, span: null };
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

/** Struct members may be left out, Data members may not; both may come as keywords. */
function makerType(ctx: Ctx, method: MethodInfo, made: Extract<Synthetic, { type: 'structNew' }>): MethodType {
  const params = made.members.map(member => {
    const type = findMethod(ctx.program, method.owner, member)?.signature?.arms[0]?.type.result ?? DYNAMIC;
    return parameter(made.keywordInit === true ? 'optionalKey' : 'optional', member, type);
  });
  const anyKeywords = made.data || made.keywordInit === null;
  const more = anyKeywords && made.keywordInit !== true ? [parameter('keyRest', null, DYNAMIC)] : [];
  return { ...EMPTY_METHOD, params: [...params, ...more], result: nominal(method.owner) };
}
