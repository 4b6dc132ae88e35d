/** Maps (SMT arrays). A read sees through writes at the same index or at an index that is obviously different. */
import { integer } from './arithmetic';
import { apply, isApply, isConstant, same } from './build';
import type { Formula, Sort } from './formula';
import { arraySort, printSort } from './sorts';
import { substitute } from './substitute';

const LOOK_THROUGH = 24;
const MOST_JOINS = 60;

export function select(map: Formula, index: Formula): Formula {
  return lookThrough(map, index, new Map());
}

/** Looks through joins whose branches hold the same value. `seen` memoises nodes. */
function lookThrough(map: Formula, index: Formula, seen: Map<Formula, Formula>): Formula {
  const before = seen.get(map);
  if (before) return before;
  let current = map;
  for (let step = 0; step < LOOK_THROUGH && isApply(current, 'store'); step++) {
    const [below, at, value] = current.args as [Formula, Formula, Formula];
    if (same(at, index)) return value;
    if (!areObviouslyDifferent(at, index)) break;
    current = below;
  }
  const found = readCell(current, index, map.sort, seen);
  seen.set(map, found);
  return found;
}

function readCell(map: Formula, index: Formula, sort: Sort, seen: Map<Formula, Formula>): Formula {
  if (isApply(map, 'ite') && seen.size < MOST_JOINS) {
    const [yes, no] = [lookThrough(map.args[1]!, index, seen), lookThrough(map.args[2]!, index, seen)];
    if (same(yes, no)) return yes;
  }
  if (isConstantMap(map)) return map.args[0]!;
  if (map.kind === 'quantified' && map.quantifier === 'lambda')
    return substitute(map.body, map.variables[0]!.name, index);
  return apply('select', [map, index], elementSort(sort));
}

export function store(map: Formula, index: Formula, value: Formula): Formula {
  if (isApply(map, 'store') && same(map.args[1]!, index)) return apply('store', [map.args[0]!, index, value], map.sort);
  return apply('store', [map, index, value], map.sort);
}

export function constantMap(index: Sort, value: Formula): Formula {
  const sort = arraySort(index, value.sort);
  return apply(`(as const ${printSort(sort)})`, [value], sort);
}

function isConstantMap(map: Formula): map is Formula & { readonly kind: 'apply'; readonly args: readonly Formula[] } {
  return map.kind === 'apply' && map.operator.startsWith('(as const ');
}

/** Two different numerals, or x + 1 and x + 2 (objects allocated one after the other). */
function areObviouslyDifferent(a: Formula, b: Formula): boolean {
  if (isConstant(a) && isConstant(b)) return !same(a, b);
  if (isValue(a) && isValue(b)) return !same(a, b);
  const [baseA, offsetA] = offset(a);
  const [baseB, offsetB] = offset(b);
  return same(baseA, baseB) && offsetA !== offsetB;
}

/** A constructor applied to constants: two such terms are equal only if they have the same structure. */
function isValue(a: Formula): boolean {
  return a.kind === 'apply' && a.operator.startsWith('v-') && !a.operator.endsWith('-of') && a.args.every(isConstant);
}

/** x + n as x and n. */
export function offset(a: Formula): readonly [Formula, bigint] {
  if (isApply(a, '+') && a.args.length === 2) {
    const by = integer(a.args[1]!);
    if (by !== null) return [a.args[0]!, by];
  }
  return [a, 0n];
}

function elementSort(sort: Sort): Sort {
  if (sort.kind !== 'array') throw new Error('select from a term that is not a map');
  return sort.element;
}
