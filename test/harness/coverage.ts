/**
 * Requirements of the verifier and the fixture methods that cover them: one that is proved, one that is refuted and,
 * for constructs that are left out by design, one that is not modelled. `file.rb method`, as marked there.
 */
export interface Covered {
  readonly line: string;
  readonly safe: string;
  /** Or null, with the reason why there is none. */
  readonly unsafe: string | { readonly none: string };
  readonly notModelled?: string;
}

const exactPure = 'rtr/labels_exact_pure.rb';
const frames = 'rtr/labels_frames.rb';
const dispatch = 'rtr/labels_dispatch.rb';
const numbers = 'rtr/values_numbers.rb';
const references = 'rtr/values_references.rb';
const obligations = 'rtr/obligations.rb';
const invariants = 'rtr/invariants.rb';

export const CONTRACT: readonly Covered[] = [
  {
    line: 'call: :exact',
    safe: `${exactPure} by_body`,
    unsafe: `${exactPure} wrong`,
    notModelled: `${exactPure} beyond_the_bound`,
  },
  { line: 'call: :pure', safe: `${exactPure} congruent`, unsafe: `${exactPure} not_congruent` },
  { line: 'call: modifies', safe: `${frames} keeps_the_other`, unsafe: `${frames} does_not_keep` },
  { line: 'call: modifies nothing', safe: `${frames} nothing_was_written`, unsafe: `${frames} says_it_writes_nothing` },
  { line: 'call: protects', safe: `${frames} low_is_guarded`, unsafe: `${frames} high_is_not` },
  { line: 'call: modular', safe: `${frames} uses_the_contract`, unsafe: `${frames} may_not_use_the_body` },
  {
    line: 'call: no label, a body',
    safe: `${frames} by_its_body`,
    unsafe: 'rtr/false_safe.rb precondition_of_an_inlined_callee',
  },
  { line: 'call: no label, no body', safe: `${frames} own_things_stay`, unsafe: `${frames} after_anything` },
  {
    line: 'call: several candidates',
    safe: `${dispatch} of_a_union`,
    unsafe: `${dispatch} any_shape`,
    notModelled: 'verify/redefined_objects.rb by_extend',
  },
  {
    line: 'call: recursive',
    safe: `${dispatch} recursive`,
    unsafe: `${dispatch} recursive_wrong`,
    notModelled: `${exactPure} down`,
  },
  {
    line: 'call: on %dyn',
    safe: `${dispatch} only_squares`,
    unsafe: { none: 'nothing is known of it' },
    notModelled: `${dispatch} of_anything`,
  },
  { line: 'labels: purity is checked', safe: `${exactPure} price`, unsafe: `${exactPure} not_pure` },
  { line: 'labels: frames are checked', safe: `${frames} raise_to`, unsafe: `${frames} breaks_its_word` },
  { line: 'labels: overrides are checked', safe: 'verify/debts.rb up', unsafe: 'verify/debts.rb up' },
  { line: 'assumptions have owners', safe: 'verify/fields_unset.rb given', unsafe: 'verify/fields_unset.rb made' },
  { line: 'value: Integer', safe: `${numbers} floor`, unsafe: `${numbers} truncates` },
  {
    line: 'value: bounded integers',
    safe: 'verify/bounded_integers.rb square',
    unsafe: 'verify/bounded_integers.rb square_bad',
  },
  { line: 'value: Float over reals', safe: `${numbers} inverse`, unsafe: `${numbers} inverse_wrong` },
  { line: 'value: Float as IEEE', safe: 'verify/ieee_floats.rb doubled', unsafe: 'verify/ieee_floats.rb tenth' },
  { line: 'value: true, false, nil', safe: `${numbers} or_default`, unsafe: `${numbers} or_default_wrong` },
  { line: 'value: Symbol', safe: `${numbers} distinct`, unsafe: `${numbers} there_are_others` },
  { line: 'value: references alias', safe: `${references} other_list`, unsafe: `${references} maybe_the_same` },
  { line: 'value: contents of Array', safe: 'verify/arrays.rb middle', unsafe: 'verify/arrays.rb middle_bad' },
  {
    line: 'value: contents of Hash',
    safe: 'verify/hashes.rb grows',
    unsafe: 'verify/hashes.rb grows_bad',
    notModelled: 'verify/hashes.rb default_block',
  },
  { line: 'value: contents of String', safe: `${references} prefixed`, unsafe: `${references} prefixed_wrong` },
  { line: 'value: Struct', safe: 'verify/structs.rb sum', unsafe: 'verify/structs.rb sum_bad' },
  { line: 'value: tuples', safe: 'verify/tuples.rb second', unsafe: 'verify/tuples.rb shortened_inside' },
  { line: 'value: object', safe: `${references} new_object_is_another`, unsafe: `${references} may_be_self` },
  { line: 'value: unions', safe: `${numbers} of_union`, unsafe: `${dispatch} of_a_union_wrong` },
  { line: 'value: == of one’s own', safe: `${references} same`, unsafe: `${references} identical` },
  {
    line: 'value: a core method that is redefined',
    safe: 'verify/redefined_core.rb one',
    unsafe: 'verify/redefined_core.rb less',
  },
  {
    line: 'value: calls behind the scenes',
    safe: 'verify/hidden_calls.rb plain_text',
    unsafe: 'verify/hidden_calls.rb then_writes',
    notModelled: 'verify/left_open.rb show_sizes',
  },
  {
    line: 'obligation: postcondition',
    safe: `${obligations} every_return`,
    unsafe: `${obligations} one_return_too_many`,
  },
  { line: 'obligation: precondition', safe: `${obligations} ordered`, unsafe: `${obligations} not_ordered` },
  { line: 'obligation: non-nil', safe: `${obligations} guarded`, unsafe: `${obligations} unguarded` },
  {
    line: 'obligation: core precondition',
    safe: `${obligations} quotient`,
    unsafe: `${obligations} quotient_by_anything`,
  },
  { line: 'obligation: field refinement', safe: `${obligations} tick`, unsafe: `${obligations} tock` },
  { line: 'obligation: class invariant', safe: `${invariants} shift`, unsafe: `${invariants} move_low` },
  { line: 'obligation: loop invariant', safe: `${invariants} counts`, unsafe: `${invariants} not_preserved` },
  { line: 'obligation: mixin guarantee', safe: 'rtr/mixin_extend.rb price', unsafe: 'rtr/mixin_extend.rb price' },
  { line: 'obligation: exception', safe: `${invariants} only_this`, unsafe: `${invariants} says_nothing` },
  { line: 'obligation: outcome', safe: 'verify/outcomes.rb assign', unsafe: 'verify/outcomes.rb assign_too_early' },
  { line: 'loop: known bound', safe: 'rtr/loops.rb sum_of_four', unsafe: 'rtr/loops.rb sum_of_four_wrong' },
  { line: 'loop: invariant', safe: `${invariants} sums`, unsafe: `${invariants} wrong_on_entry` },
  {
    line: 'loop: guessed invariants',
    safe: 'verify/loops_general.rb count_up',
    unsafe: 'verify/loops_general.rb count_wrong',
  },
  {
    line: 'loop: bounded',
    safe: 'rtr/loops.rb product',
    unsafe: 'verify/loops_traps.rb map_breaks',
    notModelled: 'verify/loops_traps.rb never_ends',
  },
  {
    line: 'loop: blocks and yield',
    safe: 'verify/given_blocks.rb counts',
    unsafe: 'verify/given_blocks.rb stale',
    notModelled: 'verify/given_blocks.rb kept',
  },
  {
    line: 'control: multiple assignment',
    safe: 'verify/multi_assign.rb index_first',
    unsafe: 'verify/multi_assign.rb index_first_bad',
  },
  { line: 'control: ensure', safe: 'verify/ensure_jumps.rb swallows', unsafe: 'verify/ensure_jumps.rb swallows_bad' },
  {
    line: 'control: patterns',
    safe: 'verify/own_patterns.rb parts',
    unsafe: 'verify/own_patterns.rb parts_bad',
    notModelled: 'verify/own_patterns.rb counted',
  },
];

/** Wrong answers of RTR itself, and the method here that gets the right one. */
export const FALSE_ANSWERS: readonly { readonly was: string; readonly method: string; readonly status: string }[] = [
  {
    was: 'a precondition of a callee is assumed',
    method: 'rtr/false_safe.rb precondition_of_a_callee',
    status: 'unsafe',
  },
  { was: 'a precondition that is plainly false', method: 'rtr/false_safe_more.rb plainly_broken', status: 'unsafe' },
  {
    was: 'the precondition of an inlined callee is ignored',
    method: 'rtr/false_safe.rb precondition_of_an_inlined_callee',
    status: 'unsafe',
  },
  { was: 'division by zero is assumed away', method: 'rtr/false_safe.rb division_assumes_nothing', status: 'unsafe' },
  { was: 'modulo by zero is assumed away', method: 'rtr/false_safe_more.rb modulo_by_zero', status: 'unsafe' },
  { was: 'integers are divided as reals', method: 'rtr/false_safe.rb real_division', status: 'unsafe' },
  { was: 'array bounds are assumed', method: 'rtr/false_safe_more.rb index_out_of_range', status: 'unsafe' },
  {
    was: 'preconditions are read after the body ran',
    method: 'rtr/false_safe.rb precondition_is_of_the_entry',
    status: 'unsafe',
  },
  { was: 'incr_min without its guard', method: 'rtr/false_safe_more.rb incr_min', status: 'unsafe' },
  { was: 'two parameters never alias', method: 'rtr/false_safe.rb aliasing', status: 'unsafe' },
  { was: 'Bounds#== that ignores a corner', method: 'rtr/false_safe_more.rb ==', status: 'unsafe' },
  { was: 'arrays hold at most ten elements', method: 'rtr/false_safe.rb arrays_have_no_bound', status: 'unsafe' },
  { was: 'a parameter is never of a subclass', method: 'rtr/false_safe.rb dispatch', status: 'unsafe' },
  {
    was: 'a pure method does not depend on fields',
    method: 'rtr/false_safe.rb pure_depends_on_fields',
    status: 'unsafe',
  },
  {
    was: 'a method without a label changes nothing',
    method: 'rtr/false_safe.rb no_label_may_change_everything',
    status: 'unsafe',
  },
  { was: 'a label is trusted (outlier?)', method: 'rtr/false_safe_more.rb outlier?', status: 'unsafe' },
  {
    was: 'a contradictory precondition proves everything',
    method: 'rtr/false_safe.rb contradictory',
    status: 'vacuous',
  },
  { was: 'nil counts as true in a condition', method: 'rtr/false_safe.rb nil_is_falsy', status: 'safe' },
  { was: 'nil counts as true in ||', method: 'rtr/false_safe.rb nil_or', status: 'safe' },
  { was: 'a[-2] is the last element', method: 'rtr/false_safe.rb negative_index', status: 'safe' },
  { was: 'pop takes the first element', method: 'rtr/false_safe.rb pop_takes_the_last', status: 'safe' },
  { was: '10 / 3 is not 3', method: 'rtr/false_safe.rb floor_division', status: 'safe' },
  { was: 'what is true on entry is required on exit', method: 'rtr/false_safe.rb entry_and_exit', status: 'safe' },
];
