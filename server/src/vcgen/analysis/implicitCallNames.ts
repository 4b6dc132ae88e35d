/** Methods of objects that library methods call: conversions, comparisons, and methods of elements and keys. */
export const IMPLICIT_CALL_NAMES: readonly string[] =
  'to_s inspect to_str to_sym to_proc to_ary to_a to_h to_hash to_i to_f to_r to_c to_int to_path to_io coerce <=> == === eql? equal? < > + - * / hash =~ each call succ rand message respond_to_missing? method_missing'.split(
    ' ',
  );
