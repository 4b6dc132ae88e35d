/** Whether the method is an alias under the same annotation: verdicts of the original apply to it. */
import { equal } from '../base/equal';
import { methodByKey } from './lookup';
import type { MethodInfo, Program } from './program';

export function isAliasWithSameContract(program: Program, method: MethodInfo): boolean {
  if (method.aliasOf === null) return false;
  const original = methodByKey(program, method.aliasOf)?.signature ?? null;
  return method.signature === null || equal(method.signature.arms, original?.arms);
}
