/** Methods of objects that Ruby's own methods run: conversions, comparisons, what elements and keys are asked for. */
export const CALLED_BACK: readonly string[] =
  'to_s inspect to_str to_sym to_proc to_ary to_a to_h to_hash to_i to_f to_r to_c to_int to_path to_io coerce <=> == === eql? equal? < > + - * / hash =~ each call succ rand message respond_to_missing? method_missing'.split(
    ' ',
  );
