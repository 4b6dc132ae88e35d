import { isApply, same, TRUE } from './build';
import type { Formula } from './formula';

export function conjunctsOf(formula: Formula): readonly Formula[] {
  if (formula === TRUE) return [];
  return isApply(formula, 'and') ? formula.args.flatMap(conjunctsOf) : [formula];
}

/** Whether each conjunct of `some` is one of `all`: then `all` implies it. */
export function includesConjuncts(all: Formula, some: Formula): boolean {
  const among = conjunctsOf(all);
  return conjunctsOf(some).every(each => among.some(one => same(one, each)));
}
