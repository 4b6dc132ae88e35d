/**
 * The 150 method names that real Ruby calls most (2 million lines of Debian's packages, most called first), then its
 * operators; and why those of core have no model that have none. A name that gets a model loses its reason.
 */

export const MOST_CALLED: readonly string[] = words(`
  new require raise each to_s name is_a? join private map nil? empty? attr_reader rule class include include?
  require_relative size first freeze _ request respond_to? value attr_accessor options delete puts call to_i
  split inspect autoload attribute expect dup length config extend s last type merge gsub to find data send
  push to_sym id assert_equal any? path fetch it state service body alias_method key? parse p match loc
  message select expand_path warn keys source children logger debug collect strip block_given? params downcase
  protected lambda merge! read execute add token parent current info to_f now on status= synchronize text
  body= sub open shift flatten print to_a format model pop index exist? get values tap compact resolve where t
  requires start_with? scan mixin client method log Array table_name concat match? desc ui style sort visit
  write add_offense has_key? dirname title close h present? tag load version each_with_index reject separator
  kind_of? attributes line context encode
`);

export const OPERATORS: readonly string[] = words(`
  [] []= == << + ! - * =~ != > % < / >= === <= -@ & | <=> +@ !~ ** ^ >> ~
`);

const REASONS: readonly (readonly [string, string])[] = [
  [
    'part of the language: resolved, lowered or verified as what it means, not as a call of the library',
    'new raise attr_reader attr_accessor include extend alias_method block_given? lambda call',
  ],
  ['loads code: the workspace is read as a whole, whatever it loads', 'require require_relative autoload load'],
  [
    'which method runs is a value: a literal name is typed as that call, the rest is not modelled',
    'send method respond_to?',
  ],
  [
    'speaks with the outside: files, the console, the clock; its answer is unknown, and said to be',
    'puts p print warn read write open close exist? dirname expand_path path children now',
  ],
  ['threads: proofs are about one', 'value synchronize current'],
  [
    'regular expressions are not modelled: their results are unknown strings',
    'match match? scan gsub sub source options =~ !~',
  ],
  [
    'text made of a value: strings are modelled by length, prefix, suffix and parts; what a number or an object looks like is not',
    'format join',
  ],
  [
    'goes through characters: case, blanks and separators are beyond the part of strings that is decided',
    'split strip downcase encode',
  ],
  [
    'modelled for arrays through each; as a method of any Enumerable it runs an `each` that is not known',
    'find each_with_index',
  ],
  ['depends on whether its argument has to_ary or to_a', 'Array'],
  ['transcendental: over reals it is not decided', 'log'],
  ['names of classes, methods and threads, messages of exceptions: objects that are not modelled', 'message tag'],
  ['settings of the garbage collector; what real code calls by this name is its own', 'config'],
];

export const NOT_MODELLED: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(([reason, names]) => words(names).map(name => [name, reason] as const)),
);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
