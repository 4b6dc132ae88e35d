/** What numbers and sizes were in runs -> clauses that held in all of them. Runs suggest; the solver decides. */
import type { LearnedValues, MeasuredPosition } from '../../../../shared/src/profile';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { MethodSnapshot } from '../snapshot';
import type { Contract } from './contractEdits';
import { bindersOf } from './preconditions';
import { call, integer, local } from './terms';

/** Fewer different values suggest nothing. */
const LEAST_DISTINCT = 3;

/** Strong clauses last: one that fails is assumed by those that follow. */
export function observedClauses(values: LearnedValues, method: MethodSnapshot, contract: Contract): readonly Expr[] {
  const binders = bindersOf(method.info, contract.arm.type);
  const names = [contract.result.name, ...values.names.map(name => binders.get(name))];
  const measures = values.positions.map((position, i): Measure | null => {
    const name = names[i];
    if (position === null || name === undefined || position.distinct < LEAST_DISTINCT) return null;
    return { position, value: position.isSize ? call(local(name), 'size') : local(name) };
  });
  const bounds = integersIn(method);
  const alone = measures.flatMap(measure => (measure === null ? [] : boundsOf(measure, bounds)));
  const compared = values.pairs.flatMap(({ left, right, least, most }) => {
    const a = measures[left];
    const b = measures[right];
    return a && b ? comparisonsOf(a.value, b.value, least, most) : [];
  });
  return [...alone, ...compared];
}

interface Measure {
  readonly position: MeasuredPosition;
  readonly value: Expr;
}

function boundsOf({ position, value }: Measure, literals: ReadonlySet<number>): readonly Expr[] {
  const { least, most, hasZero, isSize } = position;
  const isBound = (number: number): boolean => literals.has(number) || isRound(number);
  return [
    ...(least >= 0 && !isSize ? [call(value, '>=', integer(0))] : []),
    ...(most <= 0 && !isSize ? [call(value, '<=', integer(0))] : []),
    ...(hasZero ? [] : [call(value, '!=', integer(0))]),
    ...(least > 0 ? [call(value, '>', integer(0))] : []),
    ...(least !== 0 && isBound(least) ? [call(value, '>=', integer(least))] : []),
    ...(most !== 0 && isBound(most) ? [call(value, '<=', integer(most))] : []),
    ...(isBound(most + 1) ? [call(value, '<', integer(most + 1))] : []),
  ];
}

/** 10, 100, 64, 256, …: bounds that a programmer would choose. */
function isRound(number: number): boolean {
  return number > 8 && (/^10+$/.test(String(number)) || Number.isInteger(Math.log2(number)));
}

function comparisonsOf(a: Expr, b: Expr, least: number, most: number): readonly Expr[] {
  if (least === most) {
    const other = least === 0 ? b : call(b, least > 0 ? '+' : '-', integer(Math.abs(least)));
    return [call(a, '==', other)];
  }
  if (least > 0) return [call(a, '>', b)];
  if (least === 0) return [call(a, '>=', b)];
  if (most < 0) return [call(a, '<', b)];
  return most === 0 ? [call(a, '<=', b)] : [];
}

function integersIn({ info: { definition } }: MethodSnapshot): ReadonlySet<number> {
  const found = new Set<number>();
  if (definition !== null)
    walk(definition.body(), each => {
      if (each.kind === 'lit' && each.value.type === 'integer') found.add(Number(each.value.value));
      return true;
    });
  return found;
}
