/** Rows for the methods that have a body in server/prelude. `Pair` and `Spot` are defined by STRUCTS. */
import { FLOAT, INT, INTS, MAYBES, SMALL, SYMBOL, TEXT } from './conformanceInputs';
import { each, type Row, row } from './conformanceRow';

const THREE = [SMALL, SMALL, SMALL];

const TWO = [SMALL, SMALL];

const HASHES: readonly Row[] = [
  row('Hash#key', '({ p: a, q: b }).key(1)', TWO, 'Symbol or nil'),
  row('Hash#rassoc', '({ p: a, q: b }).rassoc(1).nil?', TWO, '%bool'),
  ...each('Hash', 'value? has_value?', '({ p: a }).NAME(b)', TWO, '%bool'),
  row('Hash#deconstruct_keys', '({ p: a }).deconstruct_keys(nil)[:p]', [INT], 'Integer or nil'),
  row('Hash#compact', '({ p: a }).compact[:p]', [INT], 'Integer or nil'),
  row('Hash#transform_keys', '({ p: a }).transform_keys { |_| :z }[:z]', [INT], 'Integer or nil'),
  row('Hash#invert', '({ p: a }).invert[b]', TWO, 'Symbol or nil'),
  row('Hash#replace', '({ z: 1 }).replace({ p: a })[:p]', [INT], 'Integer or nil'),
  ...each('Hash', '<= >= < >', '({ p: a }).NAME({ p: b })', TWO, '%bool'),
  row('Hash#to_proc', '({ p: a }).to_proc.call(:p)', [INT], 'Integer or nil'),
];

const ARRAYS: readonly Row[] = [
  ...each('Array', 'to_ary deconstruct', 'a.NAME', [INTS], 'Array<Integer>'),
  ...each('Array', 'reverse! rotate!', 'a.NAME', [INTS], 'Array<Integer>'),
  row('Array#uniq!', 'a.uniq!\na', [INTS], 'Array<Integer>'),
  row('Array#assoc', 'v = [[a, 1], [b, 2]].assoc(2)\nv ? v[1] : 0', [SMALL, SMALL], 'Integer'),
  row('Array#rassoc', 'v = [[1, a], [2, b]].rassoc(2)\nv ? v[0] : 0', [SMALL, SMALL], 'Integer'),
];

const set = (names: string, code: string, result: string): readonly Row[] => each('Set', names, code, THREE, result);

const OTHERS: readonly Row[] = [
  ...set('merge', 'Set[a].NAME([b, c]).size', 'Integer'),
  ...set('subtract', 'Set[a, b].NAME([c]).size', 'Integer'),
  ...set('replace', 'Set[a].NAME([b, c]).include?(2)', '%bool'),
  ...set('<=>', 'Set[a, b] <=> Set[c, b]', 'Integer or nil'),
  ...each('Struct', 'select filter', 'Pair.new(a, b).NAME { |x| x > 1 }', [SMALL, SMALL], 'Array<Integer>'),
  row('Range#minmax', '(a..b).minmax', [SMALL, SMALL], '[Integer or nil, Integer or nil]'),
  ...each('Symbol', '== ===', 'a.NAME(b)', [SYMBOL, SYMBOL], '%bool'),
  row('Symbol#<=>', 'a <=> b', [SYMBOL, SYMBOL], 'Integer or nil'),
  ...each('Symbol', '[] slice', 'a.NAME(b)', [SYMBOL, SMALL], 'String or nil'),
  row('Symbol#intern', 'a.intern == b', [SYMBOL, SYMBOL], '%bool'),
  row('String#chomp!', 'a.chomp!\na', [TEXT], 'String'),
  ...each('String', 'delete_prefix! delete_suffix!', "a.NAME('a')\na", [TEXT], 'String'),
];

const LITERALS: readonly Row[] = [
  row('NilClass#nil?', 'nil.nil? && a > 1', [INT], '%bool'),
  row('NilClass#^', 'nil ^ (a > 1)', [INT], '%bool'),
  row('NilClass#===', 'nil === a.first', [MAYBES], '%bool'),
  row('NilClass#to_f', 'nil.to_f + 1.0', [INT], 'Float'),
  row('NilClass#to_h', 'nil.to_h.size + a', [INT], 'Integer'),
  row('NilClass#inspect', 'nil.inspect.size + a', [INT], 'Integer'),
  row('TrueClass#===', '(a > 1) === true', [INT], '%bool'),
];

/** Methods whose models belong to every object, or to the language. */
const SHARED: readonly Row[] = [
  ...each('Proc', 'call [] yield ===', '->(x) { x + b }.NAME(a)', [INT, INT], 'Integer'),
  row('Proc#to_proc', '->(x) { x + b }.to_proc.call(a)', [INT, INT], 'Integer'),
  row('Array#freeze', '[a].freeze << 1', [INT], 'Array<Integer>'),
  row('Hash#freeze', '({ a: a }.freeze)[:a]', [INT], 'Integer or nil'),
  row('Set#freeze', 'Set[a].freeze.add(1).size', [INT], 'Integer'),
  row('String#freeze', "a.freeze << 'b'", [TEXT], 'String'),
  ...each('Float', '=== eql?', 'a.NAME(b)', [FLOAT, FLOAT], '%bool'),
  ...each('Hash', '== eql?', '({ a: a }).NAME({ a: b })', [SMALL, SMALL], '%bool'),
  row('Array#eql?', '[a, 1].eql?([b, 1])', [SMALL, SMALL], '%bool'),
  row('Struct#eql?', 'Pair.new(a, 1).eql?(Pair.new(b, 1))', [SMALL, SMALL], '%bool'),
  row('Data#members', 'Spot.new(a, 1).members.size', [INT], 'Integer'),
  row('Data#eql?', 'Spot.new(a, 1).eql?(Spot.new(b, 1))', [SMALL, SMALL], '%bool'),
];

/** Without a container among the inputs, a row is as cheap as one that does not iterate. */
const isOfNumbers = ({ pools }: Row): boolean => pools.every(({ type }) => !/^(Array|Hash)/.test(type));

export const PRELUDE: readonly Row[] = [...HASHES, ...ARRAYS, ...OTHERS, ...LITERALS, ...SHARED].map(one => ({
  ...one,
  loops: one.loops && !isOfNumbers(one),
}));
