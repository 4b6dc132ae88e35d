/**
 * The 150 method names that real Ruby calls most (2 million lines of Debian packages, most called first), then its
 * operators; and why core methods among them have no model. A name that gets a model loses its reason.
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
    'part of the language: handled by resolution, lowering or verification, not as a library call',
    'new raise attr_reader attr_accessor include extend alias_method block_given? lambda call',
  ],
  ['loads code: Loupe always reads the whole workspace', 'require require_relative autoload load'],
  [
    'the method name is a value: a literal name is treated as that call, anything else is not modelled',
    'send method respond_to?',
  ],
  [
    'I/O and clocks: the result is unknown',
    'puts p print warn read write open close exist? dirname expand_path path children now',
  ],
  ['threads: proofs assume a single thread', 'value synchronize current'],
  [
    'regular expressions are not modelled: their results are unknown strings',
    'match match? scan gsub sub source options =~ !~',
  ],
  [
    'converts values to strings: strings are modelled by length, prefix, suffix and parts; the string form of a number or object is not',
    'format join',
  ],
  [
    'inspects characters: case, whitespace and separators are beyond what the string theory decides',
    'split strip downcase encode',
  ],
  ['depends on whether the argument has to_ary or to_a', 'Array'],
  ['transcendental functions are not decidable over the reals', 'log'],
  ['attributes of classes, methods, threads and exceptions, which are not modelled', 'message tag'],
  ["the garbage collector's settings; programs that call this name usually define it themselves", 'config'],
];

export const NOT_MODELLED: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(([reason, names]) => words(names).map(name => [name, reason] as const)),
);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
