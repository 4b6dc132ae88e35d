/**
 * Effects of core methods by name, whatever the receiver's core class: `pure` (values only), `reads` (contents),
 * `writes` (contents of the receiver), `iterates` (reads contents and runs a block that is traversed separately). A
 * name with stronger effects in some core class is absent, and counts as "may do anything".
 */
export type LibraryEffect = 'pure' | 'reads' | 'writes' | 'iterates';

const NAMES: Readonly<Record<LibraryEffect, string>> = {
  pure:
    '/ ** ! ~ abs magnitude divmod div modulo fdiv remainder zero? positive? negative? even? odd? pred nil? is_a? kind_of? ' +
    'instance_of? equal? class floor ceil round truncate integer? type_cast instantiate! var_type block_given? raise throw catch ' +
    'invariant lambda proc old itself tap then yield_self digits',
  // Operators too: on strings and arrays they read contents, on numbers they do not (libraryEffects.ts).
  reads:
    '+ - * % -@ +@ != < <= > >= <=> & | ^ succ to_i to_f between? clamp min max == === =~ eql? [] size length empty? first ' +
    'last include? index join to_s inspect dig fetch key? keys values to_a dup start_with? end_with? take drop compact uniq',
  writes: '[]= << push pop shift unshift insert delete delete_at clear concat sort! sort_by! map! reverse!',
  iterates:
    'each each_with_index map select reject reduce inject sum all? any? none? times upto downto find detect loop collect filter count each_index ' +
    'each_with_object each_slice each_cons partition group_by take_while drop_while filter_map flat_map find_index min_by max_by minmax_by sort sort_by zip reverse_each each_entry cycle one?',
};

export const LIBRARY_EFFECTS: Readonly<Record<string, LibraryEffect | undefined>> = Object.fromEntries(
  (Object.entries(NAMES) as [LibraryEffect, string][]).flatMap(([effect, names]) =>
    names.split(' ').map(name => [name, effect]),
  ),
);
