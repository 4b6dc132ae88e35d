/** The result of a method without a signature, read off its body with the arguments at hand; a recursive one is %dyn. */
import type { MethodInfo } from '../program/program';
import { printType } from '../types/print';
import type { Type } from '../types/type';
import { DYNAMIC } from '../types/type';
import type { Ctx } from './context';
import { mayLookInto, use } from './context';
import { hereSelf, widened } from './relations';
import { runMethod } from './run';

const DEEPEST = 3;

export function inferredResult(ctx: Ctx, method: MethodInfo, receiver: Type, args: readonly Type[] | null): Type {
  const declared = method.signature?.arms[0]?.type.result;
  if (declared !== undefined) return declared;
  if (method.definition === null || method.definition.broken) return DYNAMIC;
  const assumed = assumedParams(method, args);
  const key = `${method.key} ${printType(receiver)} ${[...assumed].map(([name, type]) => `${name}: ${printType(type)}`).join(', ')}`;
  const known = ctx.memory.results.get(key);
  if (known !== undefined) return known;
  if (ctx.memory.running.has(method.key) || !mayLookInto(ctx, DEEPEST)) return DYNAMIC;
  ctx.memory.running.add(method.key);
  const run = runMethod(ctx, method, { arm: null, self: selfOf(method, receiver), assumed, silent: true });
  ctx.memory.running.delete(method.key);
  for (const dependency of run.out.uses.values()) use(ctx, dependency);
  const result = hereSelf(run.ctx, widened(run.result, run.ctx));
  ctx.memory.results.set(key, result);
  return result;
}

/** The receiver where it says more than the method's owner. */
function selfOf(method: MethodInfo, receiver: Type): Type | null {
  if (method.singleton) return receiver.kind === 'classOf' ? receiver : null;
  return receiver.kind === 'nominal' ? receiver : null;
}

/** Only plain positional parameters take the types at hand; with anything else around, nothing is assumed. */
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
      return type === undefined || param.name === null ? [] : [[param.name, type]];
    }),
  );
}
