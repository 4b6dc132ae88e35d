/** The conditions that a body tests, and their opposites, as preconditions. */
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { showExpr } from '../../types/showExpr';
import type { MethodSnapshot } from '../snapshot';
import { call, namesIn, namesOf, negate, simplifyComparison, substituteNames } from './terms';

const READABLE = 48;

const OPPOSITES: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

export function guardPreconditions(
  { info: { definition } }: MethodSnapshot,
  binders: ReadonlyMap<string, string>,
): readonly Expr[] {
  if (definition === null) return [];
  const names = namesIn(definition, binders);
  const found: Expr[] = [];
  walk(definition.body(), expr => {
    const condition = expr.kind === 'if' ? substituteNames(expr.condition, names) : null;
    if (condition !== null && namesOf(condition).size > 0) found.push(condition);
    return true;
  });
  return found
    .flatMap(condition => [negateCondition(condition), simplifyComparison(condition)])
    .filter(clause => showExpr(clause).length <= READABLE);
}

function negateCondition(condition: Expr): Expr {
  if (condition.kind !== 'call') return negate(condition);
  const { method, receiver, args } = condition;
  const [arg] = args;
  if (method === '!' && receiver !== null) return simplifyComparison(receiver);
  const sign = OPPOSITES[method];
  if (sign === undefined || receiver === null || args.length !== 1 || arg?.type !== 'positional')
    return negate(condition);
  return simplifyComparison(call(receiver, sign, arg.value));
}
