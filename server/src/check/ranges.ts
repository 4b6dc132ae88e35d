/** `(1..Float::INFINITY)` is counted from its begin, and only Integers can be counted from: its elements are Integers. */
import { FLOAT, INTEGER, nominal, type Type } from '../types/type';
import { sameTypes } from './relations';

/** Methods that go from one element to the next. `step` does not: it adds, in Floats if any of the numbers is one. */
const COUNTS: ReadonlySet<string> = new Set(
  `each each_with_index each_with_object each_slice each_cons each_entry map collect flat_map collect_concat filter_map
  select filter reject find detect find_all find_index lazy take take_while drop drop_while to_a entries to_set to_h zip
  group_by partition inject reduce chunk_while slice_when tally uniq any? all? none? one? min_by max_by sort sort_by
  each_entry cycle`.split(/\s+/),
);

/** The range as its elements see it. */
export function countedRange<T extends Type>(type: T, method: string): T | Type {
  if (type.kind !== 'nominal' || type.name !== 'Range' || !COUNTS.has(method)) return type;
  const [item] = type.args;
  if (item?.kind !== 'union' || item.members.length !== 2) return type;
  const mixed = [INTEGER, FLOAT].every(one => item.members.some(member => sameTypes(member, one)));
  return mixed ? nominal('Range', [INTEGER]) : type;
}
