/** Another name for a method, under the same annotation: what is said of the method holds for it. */
import { methodByKey } from './lookup';
import type { MethodInfo, Program } from './program';

export function isMereAlias(program: Program, method: MethodInfo): boolean {
  if (method.aliasOf === null) return false;
  const original = methodByKey(program, method.aliasOf)?.signature ?? null;
  return method.signature === null || method.signature.arms === original?.arms;
}
