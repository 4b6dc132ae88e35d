/** What subtyping needs to know about classes; program/ implements it, tests build small ones. */
import type { MethodType, Type, TypeParam } from './type';

export interface Hierarchy {
  /** The class itself first, then prepended/included modules and superclasses, in lookup order. */
  ancestors(className: string): readonly string[];
  typeParams(className: string): readonly TypeParam[];
  /**
   * For a generic superclass: Array<T> is Enumerable<T>. Arguments of `ancestor` in terms of `className`'s parameters.
   */
  ancestorArgs(className: string, ancestor: string): readonly Type[];
  exists(className: string): boolean;
  /** The signature of an instance method, for structural types; null if unknown. */
  methodTypes(className: string, method: string): readonly MethodType[] | null;
  singletonMethodTypes(className: string, method: string): readonly MethodType[] | null;
  hasMethod(className: string, method: string): boolean;
  expandAlias(name: string, args: readonly Type[]): Type | null;
}
