/** `Class[A]` and `Module[A]` of RBS, `T::Class[A]` of Sorbet -> the class object of A, or any class or module. */
import { nominal, type Type } from './type';

/** Null for other classes, and for a wrong number of arguments. `args` are resolved. */
export function classObjectType(name: string, args: readonly Type[]): Type | null {
  if ((name !== 'Class' && name !== 'Module') || args.length !== 1) return null;
  const [of] = args;
  return of?.kind === 'nominal' && of.args.length === 0 ? { kind: 'classOf', name: of.name } : nominal(name);
}
