/**
 * Whether a clause rejects an input, decided before the input is sent to Ruby, where most inputs of a narrow
 * precondition would be built in vain. Integers, booleans, nil, strings and sizes are evaluated; anything else may
 * hold. Ruby checks again what passes here.
 */
import type { Call, Expr } from '../ril/ril';
import type { Clause } from '../types/type';
import type { AuditValue } from './auditInput';

export type Given = ReadonlyMap<string, AuditValue>;

type Scalar = bigint | boolean | string | null;
/** Undefined: not known. */
type Known = Scalar | AuditValue | undefined;

export function mayHold(clauses: readonly Clause[], given: Given): boolean {
  return clauses.every(clause => !isFalse(evaluate(clause.expr, given)));
}

function isFalse(value: Known): boolean {
  return value === false || value === null;
}

function evaluate(expr: Expr, given: Given): Known {
  switch (expr.kind) {
    case 'lit':
      return literal(expr.value);
    case 'var':
      return knownOf(given.get(expr.name));
    case 'and':
      return evaluateLogical(evaluate(expr.left, given), () => evaluate(expr.right, given), true);
    case 'or':
      return evaluateLogical(evaluate(expr.left, given), () => evaluate(expr.right, given), false);
    case 'if': {
      const condition = evaluate(expr.condition, given);
      return condition === undefined ? undefined : evaluate(isFalse(condition) ? expr.else : expr.then, given);
    }
    case 'call':
      return call(expr, given);
    default:
      return undefined;
  }
}

/** One side may decide the result, whatever the other is. */
function evaluateLogical(left: Known, right: () => Known, both: boolean): Known {
  if (left === undefined) {
    const other = right();
    return other !== undefined && isFalse(other) === both ? other : undefined;
  }
  return isFalse(left) === both ? left : right();
}

function literal(value: { readonly type: string; readonly value?: unknown }): Known {
  if (value.type === 'nil') return null;
  if (value.type === 'true' || value.type === 'false') return value.type === 'true';
  if (value.type === 'integer') return BigInt(String(value.value));
  return value.type === 'string' ? String(value.value) : undefined;
}

function knownOf(value: AuditValue | undefined): Known {
  switch (value?.kind) {
    case 'nil':
      return null;
    case 'boolean':
      return value.value;
    case 'integer':
      return BigInt(value.value);
    case 'string':
      return value.value;
    default:
      return value;
  }
}

function call({ receiver, method, args, block, safe, bare }: Call, given: Given): Known {
  if (bare && receiver === null && args.length === 0) return knownOf(given.get(method));
  if (receiver === null || block || safe || args.length > 1) return undefined;
  const on = evaluate(receiver, given);
  const [arg] = args;
  if (on === undefined) return undefined;
  if (!arg) return unary(method, on);
  return arg.type === 'positional' ? binary(method, on, evaluate(arg.value, given)) : undefined;
}

function unary(method: string, on: Known): Known {
  if (method === '!') return isFalse(on);
  if (method === 'nil?') return on === null;
  if (typeof on === 'bigint') return evaluateInteger(method, on);
  const size = sizeOf(on);
  if (size === undefined) return undefined;
  if (method === 'size' || method === 'length') return BigInt(size);
  return method === 'empty?' ? size === 0 : undefined;
}

function evaluateInteger(method: string, on: bigint): Known {
  switch (method) {
    case 'positive?':
      return on > 0n;
    case 'negative?':
      return on < 0n;
    case 'zero?':
      return on === 0n;
    case '-@':
      return -on;
    case 'abs':
      return on < 0n ? -on : on;
    case 'even?':
      return on % 2n === 0n;
    case 'odd?':
      return on % 2n !== 0n;
    default:
      return undefined;
  }
}

function sizeOf(on: Known): number | undefined {
  if (typeof on === 'string') return [...on].length;
  if (typeof on !== 'object' || on === null) return undefined;
  return on.kind === 'array' ? on.elements.length : undefined;
}

function binary(method: string, on: Known, other: Known): Known {
  if (other === undefined) return undefined;
  if (method === '==' && isScalar(on) && isScalar(other)) return on === other;
  if (method === '!=' && isScalar(on) && isScalar(other)) return on !== other;
  return typeof on === 'bigint' && typeof other === 'bigint' ? evaluateIntegers(method, on, other) : undefined;
}

function isScalar(value: Known): value is Scalar {
  return value === null || typeof value !== 'object';
}

function evaluateIntegers(method: string, a: bigint, b: bigint): Known {
  switch (method) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '%':
      return b === 0n ? undefined : ((a % b) + b) % b;
    default:
      return undefined;
  }
}
