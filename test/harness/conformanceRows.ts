/**
 * What is compared with Ruby: for each method that vcgen/library models, Ruby code that uses it, and the kinds of its
 * inputs. `test/core/conformance.test.ts` requires a row for every model.
 */
import { ELEMENTS, SETS } from './conformanceElements';
import {
  BOOL,
  FLOAT,
  HUGE,
  INDEX,
  INPUTS_PER_METHOD,
  INT,
  INTS,
  type Input,
  inputsFor,
  KEY,
  LINE,
  MAYBES,
  NUMBER,
  NUMERAL,
  POWER,
  SMALL,
  SYMBOL,
  TABLE,
  TEXT,
} from './conformanceInputs';
import { PRELUDE } from './conformancePrelude';
import { RATIONALS } from './conformanceRationals';
import { each, type Row, row } from './conformanceRow';
import { SHARED } from './conformanceShared';

export type { Row } from './conformanceRow';

const INTEGER: readonly Row[] = [
  ...each('Integer', '-@ +@', 'a.NAME', [INT], 'Integer'),
  ...each(
    'Integer',
    '~ abs magnitude succ next pred to_i to_int floor ceil round truncate',
    'a.NAME',
    [INT],
    'Integer',
  ),
  ...each('Integer', 'zero? positive? negative? even? odd? integer?', 'a.NAME', [INT], '%bool'),
  row('Integer#to_f', 'a.to_f', [NUMBER], 'Float'),
  ...each('Integer', '+ - * / div % modulo remainder', 'a.NAME(b)', [INT, INT], 'Integer'),
  ...each('Integer', '<=>', 'a <=> b', [INT, INT], 'Integer'),
  ...each('Integer', '< <= > >= == != === eql?', 'a.NAME(b)', [INT, INT], '%bool'),
  row('Integer#divmod', 'a.divmod(b)', [INT, INT], '[Integer, Integer]'),
  ...each('Integer', '** pow', 'a.NAME(3)', [INT], 'Integer'),
  row('Integer#between?', 'a.between?(b, c)', [SMALL, SMALL, SMALL], '%bool'),
  ...each('Integer', '+ - *', 'a.NAME(b)', [SMALL, FLOAT], 'Float'),
  row('Integer#/', 'a / b', [SMALL, POWER], 'Float'),
  ...each('Integer', '< <= > >= == !=', 'a.NAME(b)', [SMALL, FLOAT], '%bool'),
  row('Integer#times', 's = 0\na.times { |i| s += i + 1 }\ns', [SMALL], 'Integer'),
  row('Integer#upto', 's = 0\na.upto(b) { |i| s = s * 3 + i }\ns', [SMALL, SMALL], 'Integer'),
  row('Integer#downto', 's = 0\na.downto(b) { |i| s = s * 3 + i }\ns', [SMALL, SMALL], 'Integer'),
];

/** One operand is a constant. */
const BITS: readonly Row[] = [
  ...['0', '1', '6', '255', '-1', '-8', '5'].flatMap(mask =>
    each('Integer', '& | ^', `a.NAME(${mask})`, [INT], 'Integer'),
  ),
  ...each('Integer', 'allbits? anybits? nobits?', 'a.NAME(6)', [INT], '%bool'),
  ...['0', '3', '-2'].flatMap(by => each('Integer', '<< >>', `a.NAME(${by})`, [INT], 'Integer')),
  ...each('Integer', '[]', 'a[3]', [INT], 'Integer'),
  row('Integer#&', '12 & a', [INT], 'Integer'),
  row('Integer#nonzero?', 'a.nonzero?', [INT], 'Integer or nil'),
  row('Integer#ceildiv', 'a.ceildiv(b)', [INT, INT], 'Integer'),
  row('Integer#digits', '(a % 1000).digits', [NUMBER], 'Array<Integer>'),
  row('Integer#digits', 'a.digits.first', [INT], 'Integer'),
  row('Integer#digits', 'a.digits(2)', [SMALL], 'Array<Integer>'),
  row('Integer#digits', 'a.digits(b).first', [SMALL, SMALL], 'Integer'),
  row('Integer#fdiv', 'a.fdiv(4)', [NUMBER], 'Float'),
  ...['-1', '-2', '0', '1'].flatMap(digits =>
    each('Integer', 'floor ceil round truncate', `a.NAME(${digits})`, [INT], 'Integer'),
  ),
  row('Integer#clamp', 'a.clamp(b..c)', [SMALL, SMALL, SMALL], 'Integer'),
  row('Integer#clamp', 'a.clamp(b..)', [SMALL, SMALL], 'Integer'),
  row('Integer#clamp', 'a.clamp(..b)', [SMALL, SMALL], 'Integer'),
  row('Integer#clamp', 'a.clamp(b...c)', [SMALL, SMALL, SMALL], 'Integer'),
  row('Integer#clamp', 'a.clamp(b, c)', [SMALL, SMALL, SMALL], 'Integer'),
  ...each('Integer', 'ord numerator', 'a.NAME', [INT], 'Integer'),
  ...each('Integer', 'to_s inspect', 'a.NAME', [NUMBER], 'String'),
  row('Integer#**', '(-3) ** 5 + a', [NUMBER], 'Integer'),
  row('Float#clamp', 'a.clamp(-1.0, 2.0)', [FLOAT], 'Float'),
  row('Float#clamp', 'a.clamp(-1.0..2.0)', [FLOAT], 'Float'),
  row('Float#round', 'a.round', [FLOAT], 'Integer'),
  row('Float#between?', 'a.between?(-1.0, 2.0)', [FLOAT], '%bool'),
  ...each('Float', 'fdiv quo', 'a.NAME(b)', [FLOAT, POWER], 'Float'),
  row('Float#<=>', 'a <=> b', [FLOAT, FLOAT], 'Integer'),
];

const REAL: readonly Row[] = [
  ...each('Float', '-@ +@ to_f abs magnitude', 'a.NAME', [FLOAT], 'Float'),
  ...each('Float', 'zero? positive? negative?', 'a.NAME', [FLOAT], '%bool'),
  ...each('Float', 'floor ceil to_i truncate', 'a.NAME', [FLOAT], 'Integer'),
  ...each('Float', '+ - *', 'a.NAME(b)', [FLOAT, FLOAT], 'Float'),
  ...each('Float', '+ - *', 'a.NAME(b)', [FLOAT, SMALL], 'Float'),
  row('Float#/', 'a / b', [FLOAT, POWER], 'Float'),
  ...each('Float', '< <= > >= == !=', 'a.NAME(b)', [FLOAT, FLOAT], '%bool'),
  ...each('Float', '< <= > >= == !=', 'a.NAME(b)', [FLOAT, SMALL], '%bool'),
];

const TRUTH: readonly Row[] = [
  ...each('TrueClass', '& | ^', 'a NAME b', [BOOL, BOOL], '%bool'),
  ...each('TrueClass', '& | ^', 'a NAME b', [BOOL, NUMBER], '%bool'),
];

const RANGE: readonly Row[] = [
  ...each('Range', 'include? member? cover? ===', '(a..b).NAME(c)', [SMALL, SMALL, SMALL], '%bool'),
  ...each('Range', 'include? member? cover? ===', '(a...b).NAME(c)', [SMALL, SMALL, SMALL], '%bool'),
  ...each('Range', 'begin end first', '(a..b).NAME', [INT, INT], 'Integer'),
  row('Range#each', 's = 0\n(a...b).each { |i| s = s * 3 + i }\ns', [SMALL, SMALL], 'Integer'),
  row('Range#sum', '(a..b).sum { |i| i * i }', [SMALL, SMALL], 'Integer'),
  row('Range#map', '(a...b).map { |i| i + 1 }', [SMALL, SMALL], 'Array<Integer>'),
  ...each('Range', 'all? any? none?', '(a..b).NAME { |i| i > 2 }', [SMALL, SMALL], '%bool'),
];

const STRING: readonly Row[] = [
  ...each('String', 'size length', 'a.NAME', [TEXT], 'Integer'),
  row('String#empty?', 'a.empty?', [TEXT], '%bool'),
  ...each('String', 'to_s to_str dup clone +@', 'a.NAME', [TEXT], 'String'),
  ...each('String', 'to_sym intern', 'a.NAME == :ab', [TEXT], '%bool'),
  row('String#+', 'a + b', [TEXT, TEXT], 'String'),
  ...each('String', '<< concat', 'a.NAME(b)', [TEXT, TEXT], 'String'),
  ...each('String', 'start_with? end_with? include? == != eql? ===', 'a.NAME(b)', [TEXT, TEXT], '%bool'),
];

const TEXTS: readonly Row[] = [
  ...each('String', '[] slice', 'a.NAME(b)', [TEXT, SMALL], 'String or nil'),
  ...each('String', '[] slice', '(a.NAME(b, c) || "none")', [TEXT, SMALL, SMALL], 'String'),
  row('String#*', 'a * 3', [TEXT], 'String'),
  ...each('String', 'prepend replace delete_prefix delete_suffix', 'a.NAME(b)', [TEXT, TEXT], 'String'),
  ...each('String', '< <= > >=', 'a.NAME(b)', [TEXT, TEXT], '%bool'),
  row('String#<=>', 'a <=> b', [TEXT, TEXT], 'Integer'),
  row('String#[]', '(a[b..c] || "none")', [TEXT, INDEX, INDEX], 'String'),
  row('String#slice', '(a.slice(b...c) || "none")', [TEXT, INDEX, INDEX], 'String'),
  row('String#[]', '(a[b..] || "none")', [TEXT, INDEX], 'String'),
  row('String#[]', '(a[..b] || "none")', [TEXT, INDEX], 'String'),
  row('String#index', 'a.index(b)', [TEXT, TEXT], 'Integer or nil'),
  row('String#index', 'a.index("a", b)', [TEXT, INDEX], 'Integer or nil'),
  row('String#index', 'a.index("", b)', [TEXT, INDEX], 'Integer or nil'),
  row('String#insert', 'a.insert(b, "xy")', [TEXT, INDEX], 'String'),
  ...each('String', 'start_with? end_with?', 'a.NAME("ab", b)', [TEXT, TEXT], '%bool'),
  row('String#match?', 'a.match?(/\\A[ab]+\\z/)', [TEXT], '%bool'),
  row('String#match?', 'a.match?(/^b?$/)', [LINE], '%bool'),
  row('Regexp#match?', '/a.?b/.match?(a)', [TEXT], '%bool'),
  row('Regexp#===', '/b.\\z/m === a', [LINE], '%bool'),
  row('String#=~', '(a =~ /b\\Z/) ? 1 : 2', [LINE], 'Integer'),
  row('Regexp#=~', '(/[^a]|aa/ =~ a) ? 1 : 2', [TEXT], 'Integer'),
  ...each('String', 'chop chomp chr', 'a.NAME', [LINE], 'String'),
  row('String#chomp', 'a.chomp("a")', [LINE], 'String'),
  row('String#to_i', 'a.to_i', [NUMERAL], 'Integer'),
  row('String#to_i', 'a.to_s.to_i', [NUMBER], 'Integer'),
  ...[' -4_2x', '+3', '- 1', '4__2', '_4', '', '\\t12 3', '1.5', '0x1f'].map(text =>
    row('String#to_i', `"${text}".to_i + a`, [NUMBER], 'Integer'),
  ),
  row('String#clear', 'a.clear', [TEXT], 'String'),
  ...each('Symbol', 'to_s id2name name', 'a.NAME', [SYMBOL], 'String'),
  ...each('Symbol', 'size length', 'a.NAME', [SYMBOL], 'Integer'),
  ...each('Symbol', 'empty?', 'a.NAME', [SYMBOL], '%bool'),
  ...each('Symbol', 'start_with? end_with?', 'a.NAME("s")', [SYMBOL], '%bool'),
  row('Symbol#to_sym', 'a.to_sym == :a', [SYMBOL], '%bool'),
  ...each('NilClass', 'to_i', 'nil.NAME + a', [NUMBER], 'Integer'),
  ...each('NilClass', 'to_a', 'nil.NAME.size + a', [NUMBER], 'Integer'),
  ...each('NilClass', 'to_s', 'nil.NAME.size + a', [NUMBER], 'Integer'),
  ...each('NilClass', '& |', 'nil NAME a', [BOOL], '%bool'),
];

const RANGES: readonly Row[] = [
  row('Range#size', '(a..b).size == 3', [SMALL, SMALL], '%bool'),
  ...each('Range', 'count sum', '(a..b).NAME', [SMALL, SMALL], 'Integer'),
  ...each('Range', 'count sum', '(a...b).NAME', [SMALL, SMALL], 'Integer'),
  ...each('Range', 'min max', '(a..b).NAME', [SMALL, SMALL], 'Integer or nil'),
  ...each('Range', 'max', '(a...b).NAME', [SMALL, SMALL], 'Integer or nil'),
  ...each('Range', 'to_a entries', '(a..b).NAME', [SMALL, SMALL], 'Array<Integer>'),
  ...each('Range', 'last', '(a...b).NAME', [SMALL, SMALL], 'Integer'),
  ...each('Range', 'first', '(a..b).NAME(2)', [SMALL, SMALL], 'Array<Integer>'),
  ...each('Range', 'exclude_end?', '(a...b).NAME', [SMALL, SMALL], '%bool'),
  ...each('Range', 'include? cover?', '(a..3).NAME(b)', [SMALL, FLOAT], '%bool'),
];

const ARRAY: readonly Row[] = [
  ...each('Array', 'size length count', 'a.NAME', [INTS], 'Integer'),
  row('Array#empty?', 'a.empty?', [INTS], '%bool'),
  ...each('Array', 'first last pop', 'a.NAME', [INTS], 'Integer or nil'),
  ...each('Array', 'first last pop', 'a.NAME', [MAYBES], 'Integer or nil'),
  ...each('Array', 'to_a dup clone clear', 'a.NAME', [INTS], 'Array<Integer>'),
  ...each('Array', '[] at dig', 'a.NAME(b)', [INTS, INDEX], 'Integer or nil'),
  row('Array#fetch', 'a.fetch(b)', [INTS, INDEX], 'Integer'),
  ...each('Array', '[] at', 'a.NAME(b) # huge', [INTS, HUGE], 'Integer or nil'),
  ...each('Array', '<< push append', 'a.NAME(b)', [INTS, SMALL], 'Array<Integer>'),
  row('Array#[]=', 'b = b < a.size ? b : a.size\na[b] = c\na', [INTS, INDEX, SMALL], 'Array<Integer>'),
  row('Array#each', 's = 0\na.each { |x| s = s * 3 + x }\ns', [INTS], 'Integer'),
  row('Array#each_with_index', 's = 0\na.each_with_index { |x, i| s += x * i }\ns', [INTS], 'Integer'),
  row('Array#each_index', 's = 0\na.each_index { |i| s = s * 2 + i }\ns', [INTS], 'Integer'),
  ...each('Array', 'map collect', 'a.NAME { |x| x * 2 }', [INTS], 'Array<Integer>'),
  ...each('Array', 'select filter reject', 'a.NAME { |x| x > 1 }', [INTS], 'Array<Integer>'),
  ...each('Array', 'reduce inject', 'a.NAME(1) { |s, x| s * 3 + x }', [INTS], 'Integer'),
  ...each('Array', 'all? any? none?', 'a.NAME { |x| x > 1 }', [INTS], '%bool'),
  ...each('Array', 'all? any? none?', 'a.NAME { |x| x }', [MAYBES], '%bool'),
  row('Array#sum', 'a.sum', [INTS], 'Integer'),
  row('Array#sum', 'a.sum { |x| x * x }', [INTS], 'Integer'),
  row('Array#count', 'a.count { |x| x > 1 }', [INTS], 'Integer'),
  ...each('Array', 'find detect', 'a.NAME { |x| x > 1 }', [INTS], 'Integer or nil'),
  row('Array#include?', 'a.include?(b)', [INTS, SMALL], '%bool'),
  ...each('Array', 'min max', 'a.NAME', [INTS], 'Integer or nil'),
  ...each('Array', '== !=', 'a NAME b', [INTS, INTS], '%bool'),
];

const HASH: readonly Row[] = [
  ...each('Hash', 'size length count', 'a.NAME', [TABLE], 'Integer'),
  ...each('Hash', 'empty? any? none?', 'a.NAME', [TABLE], '%bool'),
  ...each('Hash', 'to_h to_hash dup clone clear', 'a.NAME', [TABLE], 'Hash<Symbol, Integer>'),
  ...each('Hash', '[] dig', 'a.NAME(b)', [TABLE, KEY], 'Integer or nil'),
  ...each('Hash', 'delete', 'a.NAME(b)', [TABLE, KEY], 'Integer or nil'),
  ...each('Hash', 'key? has_key? include? member?', 'a.NAME(b)', [TABLE, KEY], '%bool'),
  row('Hash#fetch', 'a.fetch(b)', [TABLE, KEY], 'Integer'),
  row('Hash#fetch', 'a.fetch(b, c)', [TABLE, KEY, SMALL], 'Integer'),
  row('Hash#fetch', 'a.fetch(b) { 7 }', [TABLE, KEY], 'Integer'),
  ...each('Hash', '[]= store', 'a.NAME(b, c)\na', [TABLE, KEY, SMALL], 'Hash<Symbol, Integer>'),
  ...each('Hash', 'merge merge! update', 'a.NAME({ a: 5, c: b })', [TABLE, SMALL], 'Hash<Symbol, Integer>'),
  ...each('Hash', 'merge', 'a.NAME(b: b)', [TABLE, SMALL], 'Hash<Symbol, Integer>'),
  row('Hash#merge', 'a.merge({ a: 5, c: b }) { |_, x, y| x - y }', [TABLE, SMALL], 'Hash<Symbol, Integer>'),
  row('Hash#merge', 'a.merge(b)[:a]', [TABLE, TABLE], 'Integer or nil'),
  ...each('Hash', 'select filter reject', 'a.NAME { |_, v| v > 1 }', [TABLE], 'Hash<Symbol, Integer>'),
  ...each('Hash', 'select filter reject', 'a.NAME { |x| x == b }.size', [TABLE, KEY], 'Integer'),
  row('Hash#transform_values', 'a.transform_values { |v| v * 2 }', [TABLE], 'Hash<Symbol, Integer>'),
  ...each('Hash', 'all? any? none? one?', 'a.NAME { |_, v| v > 1 }', [TABLE], '%bool'),
  row('Hash#sum', 'a.sum { |k, v| k == b ? 1 : v }', [TABLE, KEY], 'Integer'),
  row('Hash#count', 'a.count { |_, v| v > 1 }', [TABLE], 'Integer'),
  ...each('Hash', 'find detect', 'a.NAME { |_, v| v > 1 }.nil?', [TABLE], '%bool'),
  ...each('Hash', 'min_by max_by', '(a.NAME { |_, v| v } || [:none, 99])[1]', [TABLE], 'Integer'),
  ...each('Hash', 'reduce inject', 'a.NAME(b) { |s, (_, v)| s + v }', [TABLE, SMALL], 'Integer'),
  ...each('Hash', 'map collect flat_map', 'a.NAME { |_, v| v + 1 }.sum', [TABLE], 'Integer'),
  row('Hash#filter_map', 'a.filter_map { |k, v| v if k != b }.sum', [TABLE, KEY], 'Integer'),
  row('Hash#partition', 'a.partition { |_, v| v > 1 }.first.size', [TABLE], 'Integer'),
  row('Hash#keys', 'a.keys.size', [TABLE], 'Integer'),
  row('Hash#values_at', 'a.values_at(b, :a)', [TABLE, KEY], 'Array<Integer or nil>'),
  row('Hash#fetch_values', 'a.fetch_values(b, :a)', [TABLE, KEY], 'Array<Integer>'),
  ...each('Hash', 'except slice', 'a.NAME(b, :a)', [TABLE, KEY], 'Hash<Symbol, Integer>'),
  ...each('Hash', 'except slice', 'a.NAME(:c, b).size', [TABLE, KEY], 'Integer'),
  row('Hash#default', 'Hash.new(a).default', [NUMBER], 'Integer or nil'),
  ...each('Hash', 'keys', '{ b: a, a: 1 }.NAME == [:b, :a]', [NUMBER], '%bool'),
  ...each('Hash', 'values', '{ b: a, a: 1 }.NAME', [NUMBER], 'Array<Integer>'),
  row('Hash#to_a', '{ b: a, a: 1 }.to_a.size', [NUMBER], 'Integer'),
  ...each('Hash', 'each each_pair', 's = 0\n{ b: a, a: 1 }.NAME { |_, v| s = s * 3 + v }\ns', [NUMBER], 'Integer'),
  row('Hash#each_value', 's = 0\n{ b: a, a: 1 }.each_value { |v| s = s * 3 + v }\ns', [NUMBER], 'Integer'),
  row('Hash#each_key', 's = 0\n{ b: a, a: 1 }.each_key { |k| s = s * 3 + (k == :b ? a : 1) }\ns', [NUMBER], 'Integer'),
];

/** `Pair` and `Spot` are defined by STRUCTS. */
const STRUCT: readonly Row[] = [
  ...each('Struct', 'to_a deconstruct values', 'Pair.new(a, b).NAME', [SMALL, SMALL], 'Array<Integer>'),
  ...each('Struct', 'size length', 'Pair.new(a, 2).NAME', [NUMBER], 'Integer'),
  row('Struct#[]', 'Pair.new(a, b)[:q]', [SMALL, SMALL], 'Integer'),
  row('Struct#[]=', 's = Pair.new(a, b)\ns[:p] = 9\ns.p + s.q', [SMALL, SMALL], 'Integer'),
  row('Struct#==', 'Pair.new(a, 1) == Pair.new(b, 1)', [SMALL, SMALL], '%bool'),
  row('Struct#dup', 's = Pair.new(a, b)\nt = s.dup\nt.p = 9\ns.p + t.q', [SMALL, SMALL], 'Integer'),
  row('Struct#each', 's = 0\nPair.new(a, b).each { |v| s = s * 3 + v }\ns', [SMALL, SMALL], 'Integer'),
  row(
    'Struct#each_pair',
    's = 0\nPair.new(a, b).each_pair { |k, v| s = s * 3 + v if k == :q }\ns',
    [SMALL, SMALL],
    'Integer',
  ),
  row(
    'Struct#deconstruct_keys',
    '(case Pair.new(a, b); in { p: 1, q: } then q; in { p: } then p * 5; end)',
    [SMALL, SMALL],
    'Integer',
  ),
  row('Struct#members', 'Pair.new(a, 1).members.size', [NUMBER], 'Integer'),
  row('Struct#to_h', 'Pair.new(a, b).to_h', [SMALL, SMALL], 'Hash<Symbol, Integer>'),
  row('Data#==', 'Spot.new(a, 1) == Spot.new(b, 1)', [SMALL, SMALL], '%bool'),
  row('Data#to_h', 'Spot.new(a, b).to_h', [SMALL, SMALL], 'Hash<Symbol, Integer>'),
  row(
    'Data#deconstruct',
    '(case Spot.new(a, b); in [1, y] then y; in [x, _] then x * 5; end)',
    [SMALL, SMALL],
    'Integer',
  ),
  row(
    'Data#deconstruct_keys',
    '(case Spot.new(a, b); in { p: 1, q: } then q; in { p: } then p * 5; end)',
    [SMALL, SMALL],
    'Integer',
  ),
  row('Data#with', 's = Spot.new(a, b).with(q: 9)\ns.p * 10 + s.q', [SMALL, SMALL], 'Integer'),
  ...each('Comparable', '< <= > >= == !=', 'Rank.new(a).NAME(Rank.new(b))', [INT, INT], '%bool'),
  row('Comparable#between?', 'Rank.new(a).between?(Rank.new(b), Rank.new(c))', [SMALL, SMALL, SMALL], '%bool'),
  row('Comparable#clamp', 'Rank.new(a).clamp(Rank.new(b), Rank.new(c)).n', [SMALL, SMALL, SMALL], 'Integer'),
  row('Data#frozen?', 'Spot.new(a, 1).frozen?', [NUMBER], '%bool'),
];

/** Classes that rows use, in Ruby and in the verified program. */
/** The classes that the rows use. `Bag` only where it is used: what may call its `each` is known less well. */
export function classesFor(text: string): string {
  return text.includes('Bag.new') ? STRUCTS + BAG : STRUCTS;
}

const BAG = `
class Bag
  include Enumerable
  var_type :@p, 'Integer'
  var_type :@q, 'Integer'
  var_type :@r, 'Integer'
  type '(Integer p, Integer q, Integer r) -> nil'
  def initialize(p, q, r)
    @p = p
    @q = q
    @r = r
    nil
  end
  type '() { (Integer) -> %any } -> self', :exact
  def each
    yield @p
    yield @q
    yield @r
    self
  end
end
`;

const STRUCTS = `
class Rank
  include Comparable
  attr_reader_type :n, 'Integer'
  attr_reader :n
  type '(Integer n) -> nil'
  def initialize(n)
    @n = n
    nil
  end
  type '(Rank other) -> Integer'
  def <=>(other) = n <=> other.n
end
Pair = Struct.new(:p, :q) do
  type :p, '() -> Integer'
  type :q, '() -> Integer'
end
Spot = Data.define(:p, :q) do
  type :p, '() -> Integer'
  type :q, '() -> Integer'
end
`;

/** Insertion, removal and parts of arrays. */
const MOVES: readonly Row[] = [
  row('Array#values_at', 'a.values_at(b, -1)', [INTS, INDEX], 'Array<Integer or nil>'),
  ...each('Array', 'pop shift', 'x = a.NAME(b)\nx + a', [INTS, INDEX], 'Array<Integer>'),
  row('Array#rotate', 'a.rotate', [INTS], 'Array<Integer>'),
  row('Array#rotate', 'a.rotate(-1)', [INTS], 'Array<Integer>'),
  row('Array#rotate', 'a.rotate(b)', [INTS, SMALL], 'Array<Integer>'),
  row('Array#count', 'a.count(b)', [INTS, SMALL], 'Integer'),
  row('Array#minmax', 'a.minmax', [INTS], 'Array<Integer or nil>'),
  row('Array#shift', 'a.shift', [INTS], 'Integer or nil'),
  ...each('Array', 'unshift prepend', 'a.NAME(b)', [INTS, SMALL], 'Array<Integer>'),
  row('Array#insert', 'b = b < a.size ? b : a.size\na.insert(b, c)', [INTS, INDEX, SMALL], 'Array<Integer>'),
  row('Array#delete_at', 'a.delete_at(b)', [INTS, INDEX], 'Integer or nil'),
  ...each('Array', '+ concat replace', 'a.NAME(b)', [INTS, INTS], 'Array<Integer>'),
  row('Array#fill', 'a.fill(b)', [INTS, SMALL], 'Array<Integer>'),
  row('Array#*', 'a * 3', [INTS], 'Array<Integer>'),
  ...each('Array', 'index find_index', 'a.NAME(b)', [INTS, SMALL], 'Integer or nil'),
  row('Array#reverse', 'a.reverse', [INTS], 'Array<Integer>'),
  row('Array#sort', 'a.sort', [INTS], 'Array<Integer>'),
  ...each('Array', '[] slice', '(a.NAME(b, c) || [99])', [INTS, INDEX, INDEX], 'Array<Integer>'),
  row('Array#[]', '(a[b..c] || [99])', [INTS, INDEX, INDEX], 'Array<Integer>'),
  row('Array#[]', '(a[b...c] || [99])', [INTS, INDEX, INDEX], 'Array<Integer>'),
  row('Array#[]', '(a[b..] || [99])', [INTS, INDEX], 'Array<Integer>'),
  ...each('Array', 'first last take drop', 'a.NAME(b)', [INTS, INDEX], 'Array<Integer>'),
  row('Array#fetch', 'a.fetch(b, 99)', [INTS, INDEX], 'Integer'),
  row('Array#push', 'a.push(b, c)', [INTS, SMALL, SMALL], 'Array<Integer>'),
];

const OBJECT: readonly Row[] = [
  row('Object#nil?', 'a.first.nil?', [MAYBES], '%bool'),
  row('Object#!', '!a.first', [MAYBES], '%bool'),
  ...each('Object', '== != eql?', 'a.first.NAME(b)', [MAYBES, SMALL], '%bool'),
  row('Object#==', 'a == b', [SYMBOL, SYMBOL], '%bool'),
  row('Object#===', 'a === b', [SYMBOL, SYMBOL], '%bool'),

  row('Object#equal?', 'a.equal?(a.dup)', [TEXT], '%bool'),
  ...each('Object', 'is_a? kind_of?', 'a.first.NAME(Integer)', [MAYBES], '%bool'),
  row('Object#instance_of?', '[a].instance_of?(Array)', [NUMBER], '%bool'),
  row('Object#class', '[a].class == Array', [NUMBER], '%bool'),
  ...each('Object', 'itself freeze', 'a.NAME', [INT], 'Integer'),
  row('Object#tap', 's = 0\na.tap { |x| s = x + 1 } + s', [INT], 'Integer'),
  row('Object#tap', 'a.tap { |x| x << 1 }', [INTS], 'Array<Integer>'),
  ...each('Object', 'then yield_self', 'a.NAME { |x| x * 2 - 1 }', [INT], 'Integer'),
  ...each('Object', 'then yield_self', 'a.first.NAME { |x| x.nil? ? 0 : x }', [MAYBES], 'Integer'),
  row('Object#frozen?', 'a.frozen?', [INT], '%bool'),
  row('Object#frozen?', '[a].freeze.frozen?', [INT], '%bool'),
  row('Object#frozen?', '[a].frozen?', [INT], '%bool'),
  row('Object#freeze', '[a].freeze << 1', [NUMBER], 'Array<Integer>'),
];

export const ROWS: readonly Row[] = [
  ...INTEGER,
  ...REAL,
  ...TRUTH,
  ...RANGE,
  ...STRING,
  ...ARRAY,
  ...HASH,
  ...STRUCT,
  ...MOVES,
  ...ELEMENTS,
  ...SETS,
  ...BITS,
  ...TEXTS,
  ...RANGES,
  ...OBJECT,
  ...RATIONALS,
  ...PRELUDE,
  ...SHARED,
];

const FEWEST = 20;

/** Boundaries first, then random ones: 50 per method, shared by its rows. */
export function inputsOf(row: Row): readonly (readonly Input[])[] {
  const rows = ROWS.filter(one => one.method === row.method);
  const share = Math.max(FEWEST, Math.ceil(INPUTS_PER_METHOD / rows.length));
  // If one row has fewer inputs than its share, the others get more.
  const total = rows.reduce((sum, one) => sum + inputsFor(one.pools, share).length, 0);
  return inputsFor(row.pools, total < INPUTS_PER_METHOD ? INPUTS_PER_METHOD : share);
}
