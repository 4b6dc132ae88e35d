/**
 * Rows for methods that several classes share: Enumerable's on a class of the program (`Bag`, defined by STRUCTS), and those of
 * sets, hashes and ranges that behave as arrays do. Each method is compared in its own class.
 */
import { INT, type Pool, SMALL } from './conformanceInputs';
import { each, type Row, row } from './conformanceRow';

const TWO = [SMALL, SMALL];
const THREE = [SMALL, SMALL, SMALL];

/** A form of call: the names that it fits, the code after the receiver, and the type of the result. */
type Form = readonly [names: string, call: string, result: string];

/** With a block that tells elements apart. */
const FORMS: readonly Form[] = [
  ['map collect', '.NAME { |x| x + 1 }', 'Array<Integer>'],
  ['flat_map collect_concat', '.NAME { |x| [x, 7] }.size', 'Integer'],
  ['select filter find_all reject', '.NAME { |x| x > 1 }.size', 'Integer'],
  ['filter_map', '.NAME { |x| x > 1 ? x : nil }.size', 'Integer'],
  ['find detect', '.NAME { |x| x > 1 }', 'Integer or nil'],
  ['find_index', '.NAME { |x| x > 1 }', 'Integer or nil'],
  ['min_by max_by', '.NAME { |x| -x }', 'Integer or nil'],
  ['minmax_by', '.NAME { |x| -x }.first', 'Integer or nil'],
  ['sort_by', '.NAME { |x| -x }.first', 'Integer or nil'],
  ['each_with_object', '.NAME([]) { |x, kept| kept << x + 1 }.size', 'Integer'],
  ['partition', '.NAME { |x| x > 1 }[1].size', 'Integer'],
  ['group_by', '.NAME { |x| x > 1 }.size', 'Integer'],
  ['take_while drop_while', '.NAME { |x| x > 1 }.size', 'Integer'],
  ['all? any? none? one?', '.NAME { |x| x > 1 }', '%bool'],
  ['reduce inject', '.NAME { |x, y| x * 2 + y }', 'Integer or nil'],
  ['sum', '.NAME { |x| x + 1 }', 'Integer'],
  ['count', '.NAME { |x| x > 1 }', 'Integer'],
];

function formsOf(owner: string, receiver: string, pools: readonly Pool[], names: string): readonly Row[] {
  const wanted = new Set(names.split(' '));
  return FORMS.flatMap(([of, call, result]) => {
    const fitting = of.split(' ').filter(name => wanted.has(name));
    return fitting.length === 0 ? [] : each(owner, fitting.join(' '), receiver + call, pools, result);
  });
}

const BAG = 'Bag.new(a, b, c)';

const bag = (names: string, call: string, result: string): readonly Row[] =>
  each('Enumerable', names, `${BAG}.${call}`, THREE, result);

const ENUMERABLES: readonly Row[] = [
  ...formsOf(
    'Enumerable',
    BAG,
    THREE,
    FORMS.map(([names]) => names)
      .filter(names => names !== 'sort_by')
      .join(' '),
  ),
  ...bag('first', 'NAME', 'Integer or nil'),
  ...bag('take drop', 'NAME(2).size', 'Integer'),
  ...bag('include? member?', 'NAME(1)', '%bool'),
  ...bag('to_a entries', 'NAME', 'Array<Integer>'),
  ...bag('sort', 'NAME', 'Array<Integer>'),
  ...bag('min max', 'NAME', 'Integer or nil'),
  ...bag('minmax', 'NAME.first', 'Integer or nil'),
  ...bag('tally', 'NAME[1]', 'Integer or nil'),
  ...bag('uniq', 'NAME.size', 'Integer'),
  ...bag('to_set', 'NAME.include?(1)', '%bool'),
  ...bag('compact', 'NAME.size', 'Integer'),
  ...bag('to_h', 'NAME { |x| [x, 1] }.size', 'Integer'),
  ...bag('grep grep_v', 'NAME(1..2).size', 'Integer'),
  ...each('Enumerable', 'each_entry reverse_each', `s = 0\n${BAG}.NAME { |x| s = s * 3 + x }\ns`, THREE, 'Integer'),
  ...each('Enumerable', 'each_with_index', `s = 0\n${BAG}.NAME { |x, i| s = s * 3 + x * i }\ns`, THREE, 'Integer'),
  ...each(
    'Enumerable',
    'each_slice each_cons',
    `s = 0\n${BAG}.NAME(2) { |x| s = s * 3 + x.size }\ns`,
    THREE,
    'Integer',
  ),
  ...each('Enumerable', 'cycle', `s = 0\n${BAG}.NAME(2) { |x| s = s * 3 + x }\ns`, THREE, 'Integer'),
];

const RANGES: readonly Row[] = formsOf(
  'Range',
  '(a..b)',
  TWO,
  'filter reject filter_map flat_map collect collect_concat find detect find_index min_by max_by minmax_by sort_by each_with_object ' +
    'partition group_by take_while drop_while one?',
);

const RANGE_STEPS: readonly Row[] = [
  row('Range#reverse_each', 's = 0\n(a..b).reverse_each { |x| s = s * 3 + x }\ns', TWO, 'Integer'),
  row('Range#step', 's = 0\n(a..b).step(2) { |x| s = s * 3 + x }\ns', TWO, 'Integer'),
];

/** Each hash has the keys p and q; a block over pairs takes both. */
const HASH = '({ p: a, q: b })';

const hash = (names: string, call: string, result: string): readonly Row[] =>
  each('Hash', names, `${HASH}.${call}`, TWO, result);

const changed = (names: string, block: string): readonly Row[] =>
  each('Hash', names, `h = { p: a, q: b }\nh.NAME${block}\nh.size`, TWO, 'Integer');

const HASHES: readonly Row[] = [
  ...hash('collect_concat', 'NAME { |_, x| [x, 7] }.size', 'Integer'),
  ...hash('find_index', 'NAME { |_, x| x > 1 }', 'Integer or nil'),
  ...hash('minmax_by', 'NAME { |_, x| x }.size', 'Integer'),
  ...hash('sort_by', 'NAME { |_, x| x }.size', 'Integer'),
  ...hash('group_by', 'NAME { |_, x| x > 1 }.size', 'Integer'),
  ...hash('each_with_object', 'NAME([]) { |(_, x), kept| kept << x }.size', 'Integer'),
  ...hash('assoc', 'NAME(:p).nil?', '%bool'),
  row('Hash#each_with_index', `s = 0\n${HASH}.each_with_index { |_, i| s += i + a }\ns`, TWO, 'Integer'),
  ...changed('delete_if keep_if reject! select! filter!', ' { |_, x| x > 1 }'),
  ...changed('shift', ''),
  row('Hash#compact!', 'h = { p: a, q: nil }\nh.compact!\nh.size + a', [INT], 'Integer'),
  row('Hash#transform_values!', 'h = { p: a }\nh.transform_values! { |x| x + 1 }\nh[:p]', [INT], 'Integer or nil'),
  row('Hash#transform_keys!', 'h = { p: a }\nh.transform_keys! { |_| :z }\nh[:z]', [INT], 'Integer or nil'),
];

const SET = 'Set[a, b, c]';

const set = (names: string, call: string, result: string): readonly Row[] =>
  each('Set', names, `${SET}.${call}`, THREE, result);

/** What does not depend on the order of the elements: the verifier knows none. */
const SETS: readonly Row[] = [
  ...formsOf('Set', SET, THREE, 'all? any? none? one? sum'),
  ...set('map collect', 'NAME { |x| x + 1 }.size', 'Integer'),
  ...set('find detect', 'NAME { |x| x > 1 }.nil?', '%bool'),
  ...set('reduce inject', 'NAME { |x, y| x + y }', 'Integer or nil'),
  ...set('min_by max_by', 'NAME { |x| x }', 'Integer or nil'),
  ...set('minmax_by', 'NAME { |x| x }.size', 'Integer'),
  ...set('find_index', 'NAME { |x| x > 1 }.nil?', '%bool'),
  ...each(
    'Set',
    'delete_if keep_if reject! select! filter!',
    `s = ${SET}\ns.NAME { |x| x > 1 }\ns.size`,
    THREE,
    'Integer',
  ),
  ...each('Set', 'map! collect!', `s = ${SET}\ns.NAME { |x| x + 1 }\ns.include?(2)`, THREE, '%bool'),
];

/** Last: their class is not visible to the others. */
export const SHARED: readonly Row[] = [...RANGES, ...RANGE_STEPS, ...HASHES, ...SETS, ...ENUMERABLES].map(one => ({
  ...one,
  loops: one.loops && /^Range#/.test(one.method),
}));
