/**
 * Expressions of a body in terms of parameters and fields, as a refinement could express them: locals are replaced by
 * their values.
 */
import type { MethodDeclaration } from '../../ril/declarations';
import type { Arg, Call, Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';

export type Names = ReadonlyMap<string, Expr>;

const NOWHERE = { start: 0, end: 0 };

export function local(name: string): Expr {
  return { kind: 'var', span: NOWHERE, scope: 'local', name };
}

export function integer(value: bigint | number): Expr {
  return { kind: 'lit', span: NOWHERE, value: { type: 'integer', value: String(value) } };
}

export function call(receiver: Expr, method: string, ...args: readonly Expr[]): Expr {
  return {
    kind: 'call',
    span: NOWHERE,
    receiver,
    method,
    methodSpan: NOWHERE,
    args: args.map(value => ({ type: 'positional', value })),
    block: null,
    safe: false,
    bare: false,
    madeBy: 'source',
  };
}

export function negate(expr: Expr): Expr {
  return call(expr, '!');
}

/** Substitutes names. Null if the expression contains something that refinements do not allow, or an unknown name. */
export function substituteNames(expr: Expr, names: Names): Expr | null {
  switch (expr.kind) {
    case 'lit':
    case 'self':
    case 'const':
      return expr;
    case 'var':
      if (expr.scope === 'local') return names.get(expr.name) ?? null;
      return expr.scope === 'instance' ? expr : null;
    case 'call':
      return substituteInCall(expr, names);
    case 'and':
    case 'or': {
      const left = substituteNames(expr.left, names);
      const right = substituteNames(expr.right, names);
      return left && right && { ...expr, left, right };
    }
    case 'if': {
      const condition = substituteNames(expr.condition, names);
      const then = substituteNames(expr.then, names);
      const otherwise = substituteNames(expr.else, names);
      return condition && then && otherwise && { ...expr, condition, then, else: otherwise };
    }
    case 'seq':
      return expr.body.length === 1 ? substituteNames(expr.body[0]!, names) : null;
    default:
      return null;
  }
}

function substituteInCall(expr: Call, names: Names): Expr | null {
  // The contract of a call on self can state its result itself.
  const receiver = expr.receiver && !expr.safe && expr.block === null ? substituteNames(expr.receiver, names) : null;
  if (receiver === null) return null;
  const args: Arg[] = [];
  for (const arg of expr.args) {
    const value = arg.type === 'positional' ? substituteNames(arg.value, names) : null;
    if (value === null) return null;
    args.push({ type: 'positional', value });
  }
  return { ...expr, receiver, args };
}

/**
 * The values of the names in a body: parameters that are never assigned are themselves (under their names in the
 * annotation), locals that are assigned once are the assigned value.
 */
export function namesIn(definition: MethodDeclaration, binders: ReadonlyMap<string, string>): Names {
  const writes = new Map<string, Expr[]>();
  walk(definition.body(), expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.scope === 'local') {
      const { name } = expr.target;
      writes.set(name, [...(writes.get(name) ?? []), expr.value]);
    }
    return true;
  });
  const names = new Map<string, Expr>();
  for (const [name, binder] of binders) if (!writes.has(name)) names.set(name, local(binder));
  for (const [name, values] of writes) {
    const value = values.length === 1 && !binders.has(name) ? substituteNames(values[0]!, names) : null;
    if (value !== null) names.set(name, value);
  }
  return names;
}

/** Locals and fields that it mentions. */
export function namesOf(expr: Expr): ReadonlySet<string> {
  const found = new Set<string>();
  walk(expr, each => {
    if (each.kind === 'var') found.add(each.name);
    return true;
  });
  return found;
}

const FLIPPED: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** Simplifies `x - 1 >= 0` to `x >= 1`; other expressions are unchanged. */
export function simplifyComparison(expr: Expr): Expr {
  if (expr.kind !== 'call' || expr.receiver === null || !Object.hasOwn(FLIPPED, expr.method)) return expr;
  const right = argumentOf(expr);
  if (right === null) return expr;
  const bound = integerOf(right);
  if (bound === null)
    return integerOf(expr.receiver) === null
      ? expr
      : simplifyComparison(call(right, FLIPPED[expr.method]!, expr.receiver));
  const { receiver } = expr;
  const added = receiver.kind === 'call' && receiver.receiver !== null ? argumentOf(receiver) : null;
  const amount = added && integerOf(added);
  if (receiver.kind !== 'call' || amount === null || amount === undefined || !/^[+-]$/.test(receiver.method))
    return expr;
  const moved = receiver.method === '+' ? bound - amount : bound + amount;
  return simplifyComparison(call(receiver.receiver!, expr.method, integer(moved)));
}

function argumentOf(expr: Call): Expr | null {
  const [only] = expr.args;
  return expr.args.length === 1 && only?.type === 'positional' ? only.value : null;
}

function integerOf(expr: Expr): bigint | null {
  return expr.kind === 'lit' && expr.value.type === 'integer' ? BigInt(expr.value.value) : null;
}
