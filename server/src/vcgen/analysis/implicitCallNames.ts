import type { MethodInfo } from '../../program/program';

/** Methods of objects that library methods call: conversions, comparisons, and methods of elements and keys. */
export const IMPLICIT_CALL_NAMES: readonly string[] =
  'to_s inspect to_str to_sym to_proc to_ary to_a to_h to_hash to_i to_f to_r to_c to_int to_path to_io coerce <=> == === eql? equal? < > + - * / hash =~ each call succ rand message respond_to_missing? method_missing'.split(
    ' ',
  );

/** The methods that a library method may call of any object that it is given. */
export function namesCalledBy({ facts }: MethodInfo): readonly string[] {
  return facts?.calls ? withMissing(Object.values(facts.calls).flat()) : IMPLICIT_CALL_NAMES;
}

/** An object that lacks a method may still handle the call. */
export function withMissing(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [...names, 'respond_to_missing?', 'method_missing'];
}
