/**
 * `(1..Float::INFINITY)` counts up from its begin, and only Integers can be counted: its elements are Integers.
 * Stepping through a range of numbers returns an arithmetic sequence.
 */
import { FLOAT, INTEGER, type MethodType, nominal, type Type } from '../../types/type';
import { sameTypes } from '../../typing/typeOps';

/** Methods that iterate with `succ`. `step` does not: it adds, in Floats if any of the numbers is a Float. */
const COUNTS: ReadonlySet<string> = new Set(
  `each each_with_index each_with_object each_slice each_cons each_entry map collect flat_map collect_concat filter_map
  select filter reject find detect find_all find_index lazy take take_while drop drop_while to_a entries to_set to_h zip
  group_by partition inject reduce chunk_while slice_when tally uniq any? all? none? one? min_by max_by sort sort_by
  each_entry cycle`.split(/\s+/),
);

/** The range typed by the elements that iteration yields. */
export function asCountableRange<T extends Type>(type: T, method: string): T | Type {
  if (type.kind !== 'nominal' || type.name !== 'Range' || !COUNTS.has(method)) return type;
  const [item] = type.args;
  if (item?.kind !== 'union' || item.members.length !== 2) return type;
  const mixed = [INTEGER, FLOAT].every(one => item.members.some(member => sameTypes(member, one)));
  return mixed ? nominal('Range', [INTEGER]) : type;
}

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational']);
const SEQUENCE = 'Enumerator::ArithmeticSequence';

/** `step` and `%` of a range of numbers, typed for this receiver. */
export function typesOfStep(receiver: Type, method: string, arms: readonly MethodType[]): readonly MethodType[] {
  if (method !== 'step' && method !== '%') return arms;
  if (receiver.kind !== 'nominal' || receiver.name !== 'Range' || !isNumeric(receiver.args[0])) return arms;
  return arms.map(arm => {
    const { result } = arm;
    const steps = result.kind === 'nominal' && result.name === 'Enumerator';
    return steps ? { ...arm, result: nominal(SEQUENCE, result.args.slice(0, 1)) } : arm;
  });
}

function isNumeric(type: Type | undefined): boolean {
  if (type?.kind === 'union') return type.members.every(member => member.kind === 'nil' || isNumeric(member));
  return type?.kind === 'nominal' && NUMBERS.has(type.name);
}
