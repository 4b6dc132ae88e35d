/** The type of `self` in a method, without type arguments: an instance of its class, or the class object. */
import { nominal, type Type } from '../types/type';
import type { MethodInfo } from './program';

export function ownerType({ singleton, owner }: Pick<MethodInfo, 'singleton' | 'owner'>): Type {
  return singleton ? { kind: 'classOf', name: owner } : nominal(owner);
}
