/**
 * Instantiates a signature for one call: the receiver's arguments replace the class's parameters, the receiver replaces
 * `self`, and the method's own variables are renamed apart (`?t`), so that they can be solved for this call.
 */
import { ATTACHED, attachedClassOf, instanceOf, mentionsAttachedClass } from '../types/attachedClass';
import { withBounds } from '../types/bounds';
import { freeVariables, mentionsVariable, substituteMethod } from '../types/substitute';
import type { MethodType, Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { TypingContext } from './context';

/** Prefix of variables to be solved. */
const OPEN = '?';

export function isOpenVariable(type: Type): type is Extract<Type, { kind: 'variable' }> {
  return type.kind === 'variable' && type.name.startsWith(OPEN);
}

export interface MethodLookup {
  /** The class or module that defines the method. */
  readonly owner: string;
  /** The class type that the method was looked up on. */
  readonly receiver: Type;
  /** Replaces `self`; may be more precise than the receiver. */
  readonly self: Type;
}

/** With `open`, the class's own parameters are solved too: `Array.new(3, 0)`, `[] << 1`. */
export function instantiateMethod(
  ctx: TypingContext,
  method: MethodType,
  { owner, receiver, self }: MethodLookup,
  open = false,
): MethodType {
  const bindings = new Map<string, Type>();
  for (const variable of freeVariables(method)) bindings.set(variable, { kind: 'variable', name: OPEN + variable });
  if (!open || receiver.kind !== 'nominal' || receiver.name !== owner) {
    for (const [name, type] of classBindings(ctx, owner, receiver, open)) bindings.set(name, type);
  }
  if (bindings.has(ATTACHED)) bindings.set(ATTACHED, attachedClass(ctx, self));
  const params = [...ctx.hierarchy.typeParams(owner), ...method.typeParams];
  const plain = method.typeParams.length === 0 ? method : { ...method, typeParams: [] };
  return substituteMethod(plain, withBounds(params, bindings), self);
}

/** `find(1)` in a singleton method that returns `instance` itself: of the same class as `new`. */
function attachedClass({ frame }: TypingContext, self: Type): Type {
  if (self.kind !== 'self') return instanceOf(self);
  const isOwn = frame.method?.signature?.arms.some(arm => mentionsAttachedClass(arm.type)) ?? false;
  return isOwn ? attachedClassOf(frame.selfType) : instanceOf(frame.selfType);
}

/** The owner's parameters in terms of the receiver's arguments; those of a raw class are %dyn. */
function classBindings(ctx: TypingContext, owner: string, receiver: Type, open: boolean): ReadonlyMap<string, Type> {
  const result = new Map<string, Type>();
  const params = ctx.hierarchy.typeParams(owner);
  if (params.length === 0) return result;
  const args = receiver.kind === 'nominal' ? ownerArgs(ctx, owner, receiver.name, receiver.args, open) : [];
  params.forEach((param, i) => {
    result.set(param.name, args[i] ?? DYNAMIC);
  });
  return result;
}

function ownerArgs(
  ctx: TypingContext,
  owner: string,
  name: string,
  args: readonly Type[],
  open: boolean,
): readonly Type[] {
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

/** Substitutes the solved variables; unconstrained ones become %dyn. */
export function substituteSolution(method: MethodType, solution: ReadonlyMap<string, Type>): MethodType {
  const all = new Map<string, Type>();
  for (const variable of freeVariables(method)) {
    if (variable.startsWith(OPEN)) all.set(variable, solution.get(variable) ?? DYNAMIC);
  }
  return all.size === 0 ? method : substituteMethod(method, all);
}

export function substituteSolutionInType(type: Type, solution: ReadonlyMap<string, Type>): Type {
  return mentionsVariable(type) ? substituteSolution({ ...EMPTY_METHOD, result: type }, solution).result : type;
}
