/**
 * Infers the result of a method without a signature from what its summary says about these argument types. `block`: what
 * the block of the call returns; %bot: there is none; null: unknown.
 */
import type { MethodInfo } from '../../program/program';
import { withoutFlexible, YIELDED } from '../../types/flexible';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import type { Ctx } from '../state/context';

export function inferResult(
  ctx: Ctx,
  method: MethodInfo,
  receiver: Type,
  args: readonly Type[] | null,
  block: Type | null = null,
): Type {
  const declared = method.signature?.arms[0]?.type.result;
  if (declared !== undefined) return declared;
  if (method.definition === null || method.definition.broken) return DYNAMIC;
  const self = selfOf(method, receiver);
  const given = assumedParams(method, args);
  const assumed = block === null ? given : new Map([...given, [YIELDED, withoutFlexible(block)] as const]);
  return ctx.summaries.resultOf({ method, self, assumed }, ctx.memory.depth.now);
}

/** The receiver's type, if it is more precise than the method's owner. */
function selfOf(method: MethodInfo, receiver: Type): Type | null {
  if (method.singleton) return receiver.kind === 'classOf' ? receiver : null;
  return receiver.kind === 'nominal' ? receiver : null;
}

/** Assumes argument types only if all parameters are plain positional ones. */
function assumedParams(method: MethodInfo, args: readonly Type[] | null): ReadonlyMap<string, Type> {
  const params = method.definition?.params ?? [];
  const positional = params.filter(param => param.kind !== 'block');
  const plain = positional.every(
    param => (param.kind === 'required' || param.kind === 'optional') && param.name !== null,
  );
  if (args === null || !plain) return new Map();
  return new Map(
    positional.flatMap((param, i): [string, Type][] => {
      const type = args[i];
      return type === undefined || param.name === null ? [] : [[param.name, withoutFlexible(type)]];
    }),
  );
}
