/**
 * Every form of the language, with a fixture in which it is accepted and one in which it is rejected: a part of a line
 * without an error mark, and of a line with one. Tables keyed by unions are complete by type checking.
 */
import type { ParamTypeKind, Type } from '../../server/src/types/type';

export interface Form {
  readonly accepted: Sample;
  /** Null: it cannot be wrong; the form says why. */
  readonly rejected: Sample | { readonly never: string };
}

export interface Sample {
  readonly fixture: string;
  readonly line: string;
}

function form(fixture: string, accepted: string, rejected: string, other = fixture): Form {
  return { accepted: { fixture, line: accepted }, rejected: { fixture: other, line: rejected } };
}

function always(fixture: string, accepted: string, never: string): Form {
  return { accepted: { fixture, line: accepted }, rejected: { never } };
}

const FORMS = 'language/forms.rb';
const DRUBY = 'language/druby_comments.rb';
const DRUBY_FORMS = 'language/druby_forms.rb';
const DRUBY_MALFORMED = 'language/druby_malformed.rb';
const KINDS = 'language/kinds.rb';
const SPELLINGS = 'language/spellings.rb';
const CONTRACTS = 'language/contracts.rb';
const LABELLED = 'language/labels.rb';
const VARIABLES = 'language/variables.rb';
const REFINEMENTS = 'language/refinements.rb';
const SLIPS = 'language/type_slips.rb';
const CONTROL = 'language/control.rb';
const OCCURRENCE = 'language/occurrence.rb';
const STRUCTS = 'language/structs.rb';

/** Annotation calls: keys as in parse/annotationCalls.ts. */
export const CALLS: Readonly<Record<string, Form>> = {
  type: form(SPELLINGS, "type '(Integer) -> Integer'", "type '(Integer) Integer'"),
  define_method: form(SPELLINGS, "type '(Integer) -> Integer'", 'define_method(:defined)'),
  var_type: form(VARIABLES, "var_type :@a, :@b, 'Integer'", 'var_type :@count', FORMS),
  attr_accessor_type: form(FORMS, "attr_accessor_type :rate, 'Float', :bank, 'String'", "attr_accessor_type 'rate'"),
  attr_reader_type: form('language/attributes.rb', "attr_reader_type :read, 'Integer'", 'attr_reader_type :a', FORMS),
  attr_type: form(FORMS, "attr_type :balance, 'Integer'", 'attr_type :owner'),
  attr_writer_type: form('language/attributes.rb', 'attr_writer_type :written', 'attr_writer_type :limit', FORMS),
  type_params: form(FORMS, 'type_params [:row, :column]', 'type_params [:cell]'),
  type_alias: form(FORMS, "type_alias '%size'", "type_alias 'size'"),
  pre: form(CONTRACTS, 'pre { @level > 0 }', 'pre { |x| x.upcase > 0 }'),
  post: form(CONTRACTS, 'post { |r| r == @level }', 'def not_above(r) = r'),
  invariant: form(FORMS, 'invariant { @opened >= 0 }', 'invariant { @opened <= @closed }'),
  do_typecheck: form(FORMS, 'rdl_do_typecheck :later', '  rdl_do_typecheck'),
  do_verify: form(FORMS, 'RDL.do_verify :later', 'RDL.do_verify "la'),
};

/** Keys as in parse/annotationLabels.ts. */
export const LABEL_FORMS: Readonly<Record<string, Form>> = {
  pure: form(OCCURRENCE, "type '() -> Integer', :pure", 'pure: 3', FORMS),
  exact: form(FORMS, 'exact: true', "exact: 'yes'"),
  modular: form(LABELLED, 'modular: true', 'modular: 3'),
  modifies: form(LABELLED, 'modifies: { self: :@balance }', 'modifies: 3'),
  protects: form(LABELLED, 'protects: { a: :contents }', 'protects: { selff: :@balance }'),
  raises: form(LABELLED, 'raises: [StandardError]', 'raises: [ArgumentEror]'),
  typecheck: form(FORMS, 'typecheck: :later', 'typecheck: 3'),
  verify: form(FORMS, 'verify: :later', 'verify: [:a]'),
  wrap: form(LABELLED, 'wrap: false', "wrap: 'a'"),
  version: form(LABELLED, "version: ['>= 3.0', '< 5']", 'version: 3'),
  assumes: always(FORMS, 'assumes: true', 'RDL and RTR know it, we have no use for it'),
  effect: always(FORMS, 'effect: [:+, :+]', 'RDL and RTR know it, we have no use for it'),
};

/** Where an annotation may be written, and the spellings of its string. */
export const SPELLING_FORMS: Readonly<Record<string, Form>> = {
  "type :m, '…'": form('types/dispatch.rb', "type :name, '() -> String'", 'def named(x) = x.to_s', SPELLINGS),
  "type 'self.m', '…'": form(SLIPS, "type 'self.now'", "type 'Clock.now'"),
  "type C, :m, '…'": form(SPELLINGS, "type Calls, :elsewhere, '", 'type Acount, :later', FORMS),
  "type 'C', 'self.m', '…'": form(SPELLINGS, "type 'Calls', 'self.elsewhere'", "type 'Acount', 'self.later'", FORMS),
  'after the definition': form(
    'language/kinds.rb',
    'k.bool(1)'.replace('bool(1)', 'any(nil)'),
    'def before(x)',
    SPELLINGS,
  ),
  'RDL.type': form(SPELLINGS, 'RDL.type :Calls, :bodyless', 'RDL.type Account, :exact', FORMS),
  'rdl_…': form(CONTRACTS, 'rdl_pre { |x| x > 0 }', 'rdl_type_params :cell', FORMS),
  'Loupe.type': form(SPELLINGS, 'Loupe.type', 'def with_loupe(x)'),
  'extend RDL::Annotate': form(SPELLINGS, 'extend RDL::Annotate', 'def above(x)'),
  overloads: form(KINDS, 'k.overloaded(1)', 'k.overloaded(:a)'),
  'several names in var_type': form(FORMS, 'var_type :@first, :@second, String', "@b = 'b'", VARIABLES),
  'var_type with a class': form(FORMS, "var_type Account, :@opened, 'Integer'", "var_type 'Acount'"),
  'a class instead of a string': form(FORMS, ':@second, String', 'var_type :@third, Strin'),
  'var_type of a class variable': form(VARIABLES, "var_type :@@shared, 'Integer'", "@@shared = 'a'"),
  'var_type of a global': form(VARIABLES, "var_type :$count, 'Integer'", "$count = 'a'"),
  'var_type of a local': form(VARIABLES, 'local = 3', "local = 'a'"),
  'several attributes': form(FORMS, ":rate, 'Float', :bank, 'String'", "attr_reader_type :a, 'Integer', :b"),
  'variance of type_params': form(FORMS, 'variance: [:+, :~]', 'variance: [:up]'),
  type_cast: form(VARIABLES, "thing.type_cast('Integer')", "type_cast('Strng')", 'language/attributes.rb'),
  'RDL.type_cast': form(VARIABLES, "RDL.type_cast(thing, 'String')", "'a'.type_cast", 'language/attributes.rb'),
  'instantiate!': form(VARIABLES, "[].instantiate!('String')", "[].instantiate!('String', 'Integer')", FORMS),
  'RDL.instantiate!': form(
    'language/attributes.rb',
    "RDL.instantiate!({}, 'String'",
    "3.instantiate!('String')",
    FORMS,
  ),
  'pre(:m)': form(CONTRACTS, 'RDL.pre(:named)', 'def calls(x) = next_one(x)'),
  'pre without arguments': form(CONTRACTS, 'def careful', 'def careless = share'),
  'invariant of a loop': form(CONTRACTS, 'invariant { 0 <= i && i <= n }', 'invariant { i.upcase <= n }'),
  'invariant of a class': form(CONTRACTS, 'def grow(x)', 'def shrink(x)'),
  '##% type': form(
    REFINEMENTS.replace('refinements', 'attributes'),
    '##% () -> Integer',
    '##% (Integer) Integer',
    FORMS,
  ),
  '##% name : type': form(SPELLINGS, '##% named_comment : (Integer) -> Integer', 'def named_comment(x)'),
  '##% with labels': form(SPELLINGS, '##% (Integer x { x > 0 }) -> Integer :pure', 'def pure_comment(x)'),
  '##% @field : type': form('language/comments.rb', '##% @total : Integer', '##% @total : Interger', FORMS),
  '##% %alias : type': form('language/comments.rb', '##% %money : Integer', '##% %money : Interger', FORMS),
  '##% name<t> : type': form(DRUBY, '##% id<t> : (t) -> t', '##% twice<t, t> : (t) -> t'),
  '##% name ; t <= T : type': form(DRUBY, '##% bigger<t> ; t <= Integer', '##% unbound<t> ; t : '),
  '##% name ; self <= [] : type': form(DRUBY, '##% leq ; self <= [@limit: Integer', 'self <= [Integer]'),
  '##% "name" : type': always(DRUBY, '##% "+" : (Box<t>)', 'any quoted name is the name of a method'),
  '##% A.name : type': always(DRUBY, '##% Number.make : ', 'a name that does not fit is rejected as any other'),
  '##% name : T -> U': form(DRUBY, '##% shout : String -> String', 'shout(1)'),
  '##% A<t>': form(DRUBY, '##% Box<t>', '##% Capital<T>'),
  '##% A <= B': form(DRUBY, '##% Small <= Number', '##% Unrelated <= Number'),
  '##% A<^args>': form(DRUBY, '##% Callback<^args, ret>', "callback.call('a')"),
  '##% [m: type]': form(DRUBY_FORMS, '##% sizes : (*[size : () -> Integer])', '##% a9 : ([size:])', DRUBY_MALFORMED),
  '##% Tuple<T, U>': form(DRUBY_FORMS, '##% pair : () -> Tuple<', '##% b3 : () -> Tuple<Integer, >', DRUBY_MALFORMED),
  '##% {T -> U}': form(DRUBY_FORMS, '{t -> %any} -> NilClass', '##% b5 : () {Integer -> }', DRUBY_MALFORMED),
  '##% Proc<^(T), U>': form(DRUBY_FORMS, 'Proc<^(Integer), String>', '##% c2 : Proc<^Integer', DRUBY_MALFORMED),
  '##% ?T': form(DRUBY_FORMS, '##% chomp : (?String)', '##% a4 : (?)', DRUBY_MALFORMED),
  '##% *T': form(DRUBY_FORMS, '##% delete : (String, *Integer)', '##% a5 : (*)', DRUBY_MALFORMED),
  '##% T and U': form(DRUBY_FORMS, '##% both : (Person and Named)', '##% a8 : (Integer and)', DRUBY_MALFORMED),
  '#: type': form(SPELLINGS, '#: (Integer) -> Integer', '#: (Interger) -> Integer', FORMS),
  'double quotes': form(SPELLINGS, 'type "(Integer) -> Integer"', 'def double(x)'),
  escapes: form('language/strings.rb', '"(\\u0049nteger) -> Integer"', 'type "(\\u0049nterger) -> Integer"', SPELLINGS),
  '%q': form(SPELLINGS, 'type %q((Integer) -> Integer)', 'type %q((Interger) -> Integer)', 'language/strings.rb'),
  heredoc: form(SPELLINGS, 'type <<~TYPE', 'def heredoc(x)'),
  'adjacent strings': form(SPELLINGS, "type '(Integer) ' '-> Integer'", "'-> Interger'", 'language/strings.rb'),
  'computed string': form(
    'language/strings.rb',
    "type '(Integer) ' + '-> Integer'",
    'type "(#{Integer}) -> Integer"',
    SPELLINGS,
  ),
};

/** Every kind of type. */
export const TYPE_FORMS = {
  any: form(KINDS, 'k.any(nil)', 'x.upcase'),
  bottom: form(KINDS, "def never = raise('no')", 'def returns = 1'),
  dynamic: form(KINDS, 'k.dynamic(3).foo', 'def dynamic(x) = x.whatever.you(like)'),
  nil: form(FORMS, 'def nothing(s) = nil', 'def something(s) = s'),
  bool: form(KINDS, 'def bool(b) = !b', 'k.bool(1)'),
  literal: form(KINDS, 'k.singletons(1, :a, true)', 'k.singletons(1, :c, true)'),
  nominal: form('types/basics.rb', "type '(Integer) -> %bool', :pure", "k.aliased('a')", KINDS),
  classOf: form(KINDS, 'k.class_object(Kinds)', 'k.class_object(String)'),
  self: form(FORMS, 'def own = self', "def not_own = 'a'"),
  variable: form(FORMS, 'def generic(x) = x', 'def not_generic(x) = 3'),
  alias: form(KINDS, 'def aliased(n) = n * 2', "k.aliased('a')"),
  union: form(KINDS, 'k.overloaded(either)', 'x.area', 'types/dispatch.rb'),
  intersection: form(FORMS, 'def both(x) = x.count', 'both(3)'),
  nonNull: form(KINDS, "k.non_null('a')", "type '(!1) -> Integer'", SLIPS),
  tuple: form(KINDS, "k.tuple([1, 'a'])", 'k.tuple([1])'),
  finiteHash: form(KINDS, "k.finite({ a: 1, b: 'b', c: :d })", "k.finite({ b: 'b' })"),
  structural: form(KINDS, "k.structural('abc')", 'k.structural(1)'),
  proc: form(KINDS, 'k.higher_order(->(n) { n.to_s })', 'k.higher_order(->(n) { n + 1 })'),
  refined: form(REFINEMENTS, "var_type :@min, 'Integer m { 0 <= m < 60 }'", "var_type :@size, 'Integer s {", FORMS),
} satisfies Readonly<Record<Type['kind'], Form>>;

/** Every kind of parameter. */
export const PARAMETER_FORMS = {
  required: form(KINDS, 'k.positions(1)', '    k.positions\n'),
  optional: form(KINDS, "k.positions(1, 'b', :c, :d)", 'k.positions(1, 2)'),
  rest: form(KINDS, "k.positions(1, 'b', :c, :d)", "k.positions(1, 'b', 3)"),
  post: form('language/parameters.rb', "last('a', 'b', 3)", "last('a', 'b')"),
  key: form(KINDS, 'k.rdl_keywords(x: 1)', "k.keywords(b: 'b')"),
  optionalKey: form(KINDS, "k.keywords(a: 1, b: 'b', c: :d)", 'optional_key(1, b: 2)', 'language/parameters.rb'),
  keyRest: form(KINDS, "k.keywords(a: 1, b: 'b', c: :d)", "k.keywords(a: 1, c: 'd')"),
} satisfies Readonly<Record<ParamTypeKind, Form>>;

/** More of the type language, and of refinements. */
export const MORE_TYPE_FORMS: Readonly<Record<string, Form>> = {
  'a block': form(KINDS, 'k.block { |n| n.to_s }', 'k.block { |n| n + 1 }'),
  'an optional block': form(KINDS, '    k.optional_block\n', 'k.optional_block { |n| n }'),
  'Proc<^(T), U>': form('types/structural.rb', 'f.call(1)', "def proc_type(f) = f.call('a')", KINDS),
  'generics, covariant': form(KINDS, 'take(box, sink, numeric)', 'take(box, sink, cell)'),
  'generics, of a class of ours': form('types/generics.rb', 'stack.push(1).pop', "stack.push('a')"),
  'finite hash with string keys': form('language/parameters.rb', "texts({ 'k' => 1 })", "texts({ 'k' => 'v' })"),
  'old names of Integer': form(SPELLINGS, "type '(Fixnum, %integer) -> Bignum'", "type '(Bool) -> Boolean'"),
  '{ }': form(REFINEMENTS, 'def later(a, b)', "type '(Integer x { y > 0 }) -> Integer'"),
  '{{ }}': form(REFINEMENTS, 'Integer y {{ y > x and not y == 3 }}', 'Integer x {{ x > }}', 'language/strings.rb'),
  'chained comparison': form(REFINEMENTS, '0 <= m < 60', 'a == b != c', SLIPS),
  'and, or, not': form(REFINEMENTS, 'y > x and not y == 3', 'not x.upcase', 'language/strings.rb'),
  '≤ ≥ ≠ ∧ ∨ →': form(REFINEMENTS, 'r ≥ x ∧ r ≠ 0', '(a = b) → r == 0'),
  '@fields': form(REFINEMENTS, '{ @sec > x }', '{ @nosuch > x }'),
  'pure methods': form('rtr/labels_exact_pure.rb', ':pure', '{ tick > x }', REFINEMENTS),
  'dependent binders': form(REFINEMENTS, 'a { a <= b }, Integer b', '{ r > 0 }) -> Integer r'),
  'old(e)': form(REFINEMENTS, 'old(@min) + 1', 'old(x) > 0'),
  'r.exception?': form(REFINEMENTS, 'r.exception? || r >= x', '!x.exception?'),
  implies: form(REFINEMENTS, '(a == b) implies r == 0', 'r.upcase implies', 'language/strings.rb'),
  '==>': form(REFINEMENTS, 'a > 0 ==> r > 0', '==> r.upcase', 'language/strings.rb'),
  'if without else': form(REFINEMENTS, 'if a > 0 then r > 0 end', 'if a.upcase then', 'language/strings.rb'),
  quantifiers: form(REFINEMENTS, 'a.all? { |e| e > 0 }', 'a.all? { |e| e.upcase }'),
  'pure only': form(REFINEMENTS, 'self.sec >= 0', 'a.push(1).size > 0'),
  'boolean only': form(REFINEMENTS, 'def later(a, b)', '{ x + 1 }'),
};

/** What the checker understands of Ruby. */
export const CHECKER_FORMS: Readonly<Record<string, Form>> = {
  'locals follow the flow': form('types/loops.rb', 'x = x > 3', '    x\n', 'types/blocks.rb'),
  'captured locals': form('types/blocks.rb', '@items.each { |n| total += n }', 'x.each', 'language/flow.rb'),
  'is_a?': form(OCCURRENCE, 'x.is_a?(Integer) && x > 0', 'x.is_a?(Integer) ? x.upcase', 'language/flow.rb'),
  'nil?': form(OCCURRENCE, 'return 0 if @age.nil?', 'x.nil? ? x.length', 'language/flow.rb'),
  '=== and case': form(OCCURRENCE, 'when Integer then x + 1', 'when nil then x'),
  'respond_to?': form(
    OCCURRENCE,
    'x.respond_to?(:upcase) and x.upcase',
    'x.respond_to?(:upcase) ? x.nosuch',
    'language/flow.rb',
  ),
  '&& || !': form(OCCURRENCE, "return 0 if !x || x == ''", 'x && x.nosuch', 'language/flow.rb'),
  'early return': form(OCCURRENCE, 'return 0 unless name', 'early + 1', 'language/flow.rb'),
  'safe navigation': form(OCCURRENCE, 'person&.name&.upcase', 'person.name\n'),
  'fields until written': form(OCCURRENCE, 'return 0 if @age.nil?', '      @age + 1\n'),
  'attribute readers until written': form(OCCURRENCE, "other.name = 'Ann'", '      other.name.length\n'),
  'pattern matching': form(CONTROL, 'in Integer => n then n', 'in [n, s] then s'),
  'multiple assignment': form(VARIABLES, 'first, (second, *rest) = 1, [2, 3, 4]', "@a, @name = 'a', 'b'"),
  'op-assign': form(VARIABLES, 'n -= 1', "n += 'a'"),
  'op-assign of fields': form(VARIABLES, '@a ||= 3', '@a += 1.5'),
  'op-assign of elements': form(VARIABLES, '@list[0] += 1', "@list[0] += 'a'"),
  'op-assign of attributes': form(VARIABLES, 'self.age += 1\n', 'self.age += 1.5'),
  interpolation: form(CONTROL, '"a#{1}b"', '"#{n.upcase}"', 'language/flow.rb'),
  ranges: form(CONTROL, '(1..10).step(2).to_a', "('a'..'c').sum { |c| c + 1 }", 'language/flow.rb'),
  regexps: form(CONTROL, "'abc' =~ pattern", '$~.upcase', 'language/flow.rb'),
  'rescue and ensure': form(CONTROL, 'rescue ArgumentError, TypeError => e', 'tries.upcase'),
  retry: form(CONTROL, 'retry if tries < 3', 'e.message'),
  yield: form(CONTROL, 'yield(n)\n', "yield 'a'"),
  '&:sym': form(CONTROL, 'words.map(&:length)', 'words.map(&:lenght)'),
  '&method(:m)': form(CONTROL, 'words.map(&method(:measure))', 'numbers.map(&method(:measure))', 'language/flow.rb'),
  it: form(CONTROL, 'words.map { it.length }', 'words.map { it + 1 }', 'language/flow.rb'),
  'numbered parameters': form(CONTROL, 'words.map { _1.length }', 'words.map { _1 + 1 }'),
  super: form(CONTROL, 'super(n, s)', 'super(s)'),
  'super without arguments': form(CONTROL, '    super\n', 'def lost = super'),
  'keyword arguments': form(KINDS, 'k.rdl_keywords(x: 1)', 'k.rdl_keywords(x: 1, z: 2)'),
  splats: form(CONTROL, 'splats(*numbers, **options)', "splats(*['a'])"),
  'Struct.new': form(STRUCTS, 'Counted.new(1).n', "Point.new('a', 1.0)"),
  'methods of Struct': form('language/struct_methods.rb', 'point.to_a', 'point.to_h[:x].upcase'),
  'Data.define': form(STRUCTS, 'Place.new(1, 2).lat', 'Place.new(lat: 1)'),
  'Data with its own initialize': form('language/struct_methods.rb', "Money.new('1', :eur)", "Money.new(1, 'eur')"),
  Comparable: form('language/comparable.rb', 'a >= b', 'a < 3'),
  Enumerable: form('language/enumerable.rb', 'deck.count', 'deck.select { |card| card + 1 }'),
  'nil: strict': form('types/nil_strict.rb', 'text && take(text)', '    text.length'),
  'nil: lenient': form('types/nil_lenient.rb', '    text.length', '    x.length'),
  'check: labelled': form('language/labelled_only.rb', 'def free(x)', 'def now(x)'),
  'typecheck: and rdl_do_typecheck': form('language/labelled_only.rb', 'def never(x)', 'def later(x)'),
  'type of a field from its writes': form(VARIABLES, '@undeclared + @undeclared', '@nowhere'),
  'result of an unannotated method': form('types/inferred.rb', '    helper(n)', '    greeting'),
  'block parameters from the callee': form(
    'types/generics.rb',
    'stack.each_item { |n| n.to_s }',
    'words.map { it + 1 }',
    'language/flow.rb',
  ),
  'tuples where they are required': form('language/tuples.rb', 'def result(a)', '@pairs = a.map { |x| [x, x, x] }'),
  'constructs that are not checked': form('types/not_checked.rb', 'anything_goes(1)', 'if (n == 1)..(n == 3)'),
};
