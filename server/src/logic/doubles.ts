/**
 * Reals -> IEEE doubles: every Real becomes a Float64, operations round to nearest, and comparisons follow IEEE (NaN
 * equals nothing, 0.0 equals -0.0). Integers and rationals stay exact.
 */
import { apply } from './build';
import type { DatatypeDeclaration, Formula, FunctionDeclaration, Sort } from './formula';
import { createRewrite, type Rewrite } from './rewrite';
import { INT_SORT, REAL_SORT } from './sorts';

const DOUBLE: Sort = { kind: 'float64' };
const MODE: Sort = { kind: 'named', name: 'RoundingMode' };
const NEAREST = apply('RNE', [], MODE);
const DOWN = apply('RTN', [], MODE);
const TO_DOUBLE = '(_ to_fp 11 53)';

const ROUNDED: Readonly<Record<string, string>> = { '+': 'fp.add', '-': 'fp.sub', '*': 'fp.mul', '/': 'fp.div' };
const COMPARED: Readonly<Record<string, string>> = {
  '<': 'fp.lt',
  '<=': 'fp.leq',
  '>': 'fp.gt',
  '>=': 'fp.geq',
  '=': 'fp.eq',
};

function doubleSort(sort: Sort): Sort {
  if (sort.kind === 'real') return DOUBLE;
  if (sort.kind !== 'array') return sort;
  return { kind: 'array', index: doubleSort(sort.index), element: doubleSort(sort.element) };
}

export function doubleFunction(declared: FunctionDeclaration): FunctionDeclaration {
  return { ...declared, params: declared.params.map(doubleSort), result: doubleSort(declared.result) };
}

export function doubleDatatype(declared: DatatypeDeclaration): DatatypeDeclaration {
  const constructors = declared.constructors.map(each => ({
    ...each,
    fields: each.fields.map(field => ({ ...field, sort: doubleSort(field.sort) })),
  }));
  return { ...declared, constructors };
}

/** One translation for many formulas, so that shared nodes stay shared. */
export function asDoubles(): Rewrite {
  return createRewrite(translateNode);
}

function translateNode(node: Formula, go: Rewrite): Formula {
  switch (node.kind) {
    case 'numeral':
      return node.sort.kind === 'real' ? apply(TO_DOUBLE, [NEAREST, node], DOUBLE) : node;
    case 'symbol':
    case 'bound':
      return { ...node, sort: doubleSort(node.sort) };
    case 'apply':
      return operation(node, node.args.map(go));
    case 'quantified':
      return {
        ...node,
        sort: doubleSort(node.sort),
        variables: node.variables.map(each => ({ ...each, sort: doubleSort(each.sort) })),
        body: go(node.body),
        patterns: node.patterns.map(each => each.map(go)),
      };
    default:
      return node;
  }
}

function operation(node: Formula & { readonly kind: 'apply' }, args: readonly Formula[]): Formula {
  const { operator } = node;
  const [first] = args as [Formula];
  if (operator === 'to_real' && node.sort.kind === 'real')
    return apply(TO_DOUBLE, [NEAREST, apply('to_real', [first], REAL_SORT)], DOUBLE);
  if (node.args[0]?.sort.kind !== 'real') return apply(operator, args, doubleSort(node.sort));
  if (operator === 'to_int') {
    const whole = apply('fp.roundToIntegral', [DOWN, first], DOUBLE);
    return apply('to_int', [apply('fp.to_real', [whole], REAL_SORT)], INT_SORT);
  }
  if (operator === '-' && args.length === 1) return apply('fp.neg', [first], DOUBLE);
  const rounded = ROUNDED[operator];
  if (rounded) return args.slice(1).reduce((sum, each) => apply(rounded, [NEAREST, sum, each], DOUBLE), first);
  const compared = COMPARED[operator];
  return compared ? apply(compared, args, node.sort) : apply(operator, args, doubleSort(node.sort));
}
