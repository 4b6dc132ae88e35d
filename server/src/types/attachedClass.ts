/**
 * RBS's `instance`, Sorbet's `T.attached_class`: the type of the instances of the class that a singleton method is called on. In the signature of
 * a class that has subclasses it is a variable of this name, which the receiver of a call replaces.
 */
import { freeVariables } from './substitute';
import { DYNAMIC, type MethodType, nominal, type Type } from './type';

export const ATTACHED = '%instance';

export const ATTACHED_CLASS: Type = { kind: 'variable', name: ATTACHED };

export function mentionsAttachedClass(method: MethodType): boolean {
  return freeVariables(method).has(ATTACHED);
}

/** Instances of the class that `self` is. */
export function instanceOf(self: Type): Type {
  return self.kind === 'classOf' ? nominal(self.name) : DYNAMIC;
}

/** What a body sees: an instance of some class at or below this one. */
export function attachedClassOf(self: Type): Type {
  return self.kind === 'classOf' ? { kind: 'variable', name: ATTACHED, bound: nominal(self.name) } : DYNAMIC;
}
