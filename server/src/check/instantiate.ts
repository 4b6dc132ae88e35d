/**
 * A signature as one call sees it: the class's parameters replaced by the receiver's arguments, `self` by the receiver,
 * and the method's own variables renamed apart (`?t`), so that they can be solved for this call.
 */
import { withBounds } from '../types/bounds';
import { freeVariables, substituteMethod } from '../types/substitute';
import type { MethodType, Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { Ctx } from './context';

/** Variables to be solved begin with this mark. */
const OPEN = '?';

export function isOpenVariable(type: Type): type is Extract<Type, { kind: 'variable' }> {
  return type.kind === 'variable' && type.name.startsWith(OPEN);
}

/**
 * `receiver` is the class type that the method was looked up on; `self` what stands for `self` (more precise, perhaps).
 * With `open`, the class's own parameters are to be solved too: `Array.new(3, 0)`, `[] << 1`.
 */
export function instantiated(
  ctx: Ctx,
  method: MethodType,
  owner: string,
  receiver: Type,
  self: Type,
  open = false,
): MethodType {
  const bindings = new Map<string, Type>();
  for (const variable of freeVariables(method)) bindings.set(variable, { kind: 'variable', name: OPEN + variable });
  if (!open || receiver.kind !== 'nominal' || receiver.name !== owner) {
    for (const [name, type] of classBindings(ctx, owner, receiver, open)) bindings.set(name, type);
  }
  const params = [...ctx.hierarchy.typeParams(owner), ...method.typeParams];
  return substituteMethod({ ...method, typeParams: [] }, withBounds(params, bindings), self);
}

/** The owner's parameters in terms of the receiver's arguments; a raw class has %dyn for each. */
export function classBindings(ctx: Ctx, owner: string, receiver: Type, open: boolean): ReadonlyMap<string, Type> {
  const result = new Map<string, Type>();
  const params = ctx.hierarchy.typeParams(owner);
  if (params.length === 0) return result;
  const args = receiver.kind === 'nominal' ? ownerArgs(ctx, owner, receiver.name, receiver.args, open) : [];
  params.forEach((param, i) => {
    result.set(param.name, args[i] ?? DYNAMIC);
  });
  return result;
}

function ownerArgs(ctx: Ctx, owner: string, name: string, args: readonly Type[], open: boolean): readonly Type[] {
  if (owner === name) return args;
  const own = ctx.hierarchy.typeParams(name);
  const values = new Map(
    own.map((param, i) => [
      param.name,
      open ? ({ kind: 'variable', name: OPEN + param.name } as Type) : (args[i] ?? DYNAMIC),
    ]),
  );
  return ctx.hierarchy.ancestorArgs(name, owner).map(arg => substituteIn(arg, values));
}

function substituteIn(type: Type, values: ReadonlyMap<string, Type>): Type {
  return substituteMethod({ ...EMPTY_METHOD, result: type }, values).result;
}

export const EMPTY_METHOD: MethodType = {
  typeParams: [],
  params: [],
  anyArgs: false,
  block: null,
  result: DYNAMIC,
  resultName: null,
  resultRefinement: null,
  resultSpan: null,
  selfType: null,
};

/** Solved variables put in; those that nothing spoke of become %dyn. */
export function solved(method: MethodType, solution: ReadonlyMap<string, Type>): MethodType {
  const all = new Map<string, Type>();
  for (const variable of freeVariables(method)) {
    if (variable.startsWith(OPEN)) all.set(variable, solution.get(variable) ?? DYNAMIC);
  }
  return all.size === 0 ? method : substituteMethod(method, all);
}

export function solvedType(type: Type, solution: ReadonlyMap<string, Type>): Type {
  return solved({ ...EMPTY_METHOD, result: type }, solution).result;
}
