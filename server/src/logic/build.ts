/**
 * The only constructors of formulas. They simplify constants, double negation and equal branches, and they preserve
 * sharing. They never change the meaning, and they look only a few nodes deep, so building is linear.
 */
import type { Formula, Sort, SymbolFormula } from './formula';
import { BOOL_SORT, INT_SORT, REAL_SORT, TEXT_SORT } from './sorts';
import { ON_ENTRY, type Origin } from './symbolOrigin';

export const TRUE: Formula = { kind: 'boolean', value: true, sort: BOOL_SORT };
export const FALSE: Formula = { kind: 'boolean', value: false, sort: BOOL_SORT };

export function bool(value: boolean): Formula {
  return value ? TRUE : FALSE;
}

export function int(value: string | number | bigint): Formula {
  return { kind: 'numeral', value: String(value), sort: INT_SORT };
}

/** `value`: a decimal string (1.5, 1e-3, -2) or p/q. */
export function real(value: string): Formula {
  return { kind: 'numeral', value: exactRational(value), sort: REAL_SORT };
}

export function text(value: string): Formula {
  return { kind: 'text', value, sort: TEXT_SORT };
}

export function symbol(name: string, sort: Sort, origin: Origin = ON_ENTRY): SymbolFormula {
  return { kind: 'symbol', name, sort, origin };
}

export function bound(name: string, sort: Sort): Formula {
  return { kind: 'bound', name, sort };
}

export function apply(operator: string, args: readonly Formula[], sort: Sort): Formula {
  return { kind: 'apply', operator, args, sort };
}

export function not(a: Formula): Formula {
  if (a.kind === 'boolean') return bool(!a.value);
  if (isApply(a, 'not')) return a.args[0]!;
  return apply('not', [a], BOOL_SORT);
}

export function and(...parts: readonly Formula[]): Formula {
  return buildConnective('and', parts, TRUE, FALSE);
}

export function or(...parts: readonly Formula[]): Formula {
  const flat = buildConnective('or', parts, FALSE, TRUE);
  return isApply(flat, 'or') && flat.args.length === 2 ? factorOut(flat.args[0]!, flat.args[1]!, flat) : flat;
}

export function implies(a: Formula, b: Formula): Formula {
  if (a.kind === 'boolean') return a.value ? b : TRUE;
  if (b.kind === 'boolean') return b.value ? TRUE : not(a);
  if (same(a, b)) return TRUE;
  return apply('=>', [a, b], BOOL_SORT);
}

export function ite(condition: Formula, yes: Formula, no: Formula): Formula {
  if (condition.kind === 'boolean') return condition.value ? yes : no;
  if (same(yes, no)) return yes;
  if (isApply(condition, 'not')) return ite(condition.args[0]!, no, yes);
  if (yes.kind === 'boolean' || no.kind === 'boolean') return iteOfBooleans(condition, yes, no);
  return apply('ite', [condition, yes, no], yes.sort);
}

export function eq(a: Formula, b: Formula): Formula {
  if (same(a, b)) return TRUE;
  if (isConstant(a) && isConstant(b)) return bool(sameConstant(a, b));
  if (a.kind === 'boolean') return a.value ? b : not(b);
  if (b.kind === 'boolean') return b.value ? a : not(a);
  return apply('=', [a, b], BOOL_SORT);
}

export function forall(
  variables: readonly { readonly name: string; readonly sort: Sort }[],
  body: Formula,
  patterns: readonly (readonly Formula[])[] = [],
): Formula {
  if (body.kind === 'boolean') return body;
  return { kind: 'quantified', quantifier: 'forall', variables, body, patterns, sort: BOOL_SORT };
}

/** The map whose element at each index is `body`. */
export function lambda(name: string, index: Sort, body: Formula): Formula {
  const sort: Sort = { kind: 'array', index, element: body.sort };
  return { kind: 'quantified', quantifier: 'lambda', variables: [{ name, sort: index }], body, patterns: [], sort };
}

/** Applies the operator to new arguments and simplifies again. */
export function rebuild(operator: string, args: readonly Formula[], sort: Sort): Formula {
  const [a, b, c] = args as [Formula, Formula, Formula];
  switch (operator) {
    case 'and':
      return and(...args);
    case 'or':
      return or(...args);
    case 'not':
      return not(a);
    case 'ite':
      return ite(a, b, c);
    case '=':
      return args.length === 2 ? eq(a, b) : apply(operator, args, sort);
    default:
      return apply(operator, args, sort);
  }
}

export function isApply<T extends string>(
  a: Formula,
  operator: T,
): a is Extract<Formula, { kind: 'apply' }> & { readonly operator: T } {
  return a.kind === 'apply' && a.operator === operator;
}

export function isConstant(a: Formula): boolean {
  return a.kind === 'boolean' || a.kind === 'numeral' || a.kind === 'text';
}

const SAME_BUDGET = 40;

/** Cheap structural equality: identical objects, or small terms with the same structure. False may mean "unknown". */
export function same(a: Formula, b: Formula): boolean {
  const budget = { left: SAME_BUDGET };
  return sameWithin(a, b, budget);
}

function sameWithin(a: Formula, b: Formula, budget: { left: number }): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || --budget.left < 0) return false;
  if (a.kind === 'apply' && b.kind === 'apply') {
    return (
      a.operator === b.operator &&
      a.args.length === b.args.length &&
      a.args.every((arg, i) => sameWithin(arg, b.args[i]!, budget))
    );
  }
  if ((a.kind === 'symbol' || a.kind === 'bound') && (b.kind === 'symbol' || b.kind === 'bound'))
    return a.name === b.name;
  return isConstant(a) && sameConstant(a, b);
}

function sameConstant(a: Formula, b: Formula): boolean {
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.value === b.value;
  if (a.kind === 'numeral' && b.kind === 'numeral') return a.value === b.value && a.sort.kind === b.sort.kind;
  return a.kind === 'text' && b.kind === 'text' && a.value === b.value;
}

function buildConnective(
  operator: 'and' | 'or',
  parts: readonly Formula[],
  neutral: Formula,
  absorbing: Formula,
): Formula {
  const kept: Formula[] = [];
  for (const part of parts.flatMap(p => (isApply(p, operator) && p.args.length <= 8 ? p.args : [p]))) {
    if (part === neutral || kept.some(k => same(k, part))) continue;
    if (part === absorbing || kept.some(k => same(not(part), k))) return absorbing;
    kept.push(part);
  }
  if (kept.length <= 1) return kept[0] ?? neutral;
  return apply(operator, kept, BOOL_SORT);
}

/** (p and c) or (p and not c) is p: the join of two branches that both continue. */
function factorOut(a: Formula, b: Formula, otherwise: Formula): Formula {
  const left = isApply(a, 'and') ? a.args : [a];
  const right = isApply(b, 'and') ? b.args : [b];
  const common = left.filter(x => right.some(y => same(x, y)));
  const restLeft = left.filter(x => !common.some(y => same(x, y)));
  const restRight = right.filter(x => !common.some(y => same(x, y)));
  if (restLeft.length === 0 || restRight.length === 0) return and(...common);
  if (restLeft.length === 1 && restRight.length === 1 && same(not(restLeft[0]!), restRight[0]!)) return and(...common);
  return otherwise;
}

function iteOfBooleans(condition: Formula, yes: Formula, no: Formula): Formula {
  if (yes.kind === 'boolean' && no.kind === 'boolean') return yes.value ? condition : not(condition);
  if (yes.kind === 'boolean') return yes.value ? or(condition, no) : and(not(condition), no);
  return no.kind === 'boolean' && no.value ? or(not(condition), yes) : and(condition, yes);
}

/** `p/q` or `p`, from a decimal string. */
export function exactRational(value: string): string {
  if (value.includes('/')) return value;
  const [mantissa, exponent] = value.toLowerCase().split('e');
  const [whole, fraction = ''] = mantissa!.split('.');
  const scale = fraction.length - Number(exponent ?? 0);
  const digits = BigInt(`${whole}${fraction}`);
  const [p, q] = scale > 0 ? [digits, 10n ** BigInt(scale)] : [digits * 10n ** BigInt(-scale), 1n];
  const divisor = gcd(p < 0n ? -p : p, q);
  return q / divisor === 1n ? String(p / divisor) : `${p / divisor}/${q / divisor}`;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
