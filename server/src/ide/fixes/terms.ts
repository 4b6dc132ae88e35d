/** Expressions of a body as a refinement could say them: over parameters and fields, locals replaced by what they are. */
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

export function negated(expr: Expr): Expr {
  return call(expr, '!');
}

/** With names replaced; null where it holds something that no refinement may say, or a name that is not known. */
export function inTermsOf(expr: Expr, names: Names): Expr | null {
  switch (expr.kind) {
    case 'lit':
    case 'self':
    case 'const':
      return expr;
    case 'var':
      if (expr.scope === 'local') return names.get(expr.name) ?? null;
      return expr.scope === 'instance' ? expr : null;
    case 'call':
      return callInTermsOf(expr, names);
    case 'and':
    case 'or': {
      const left = inTermsOf(expr.left, names);
      const right = inTermsOf(expr.right, names);
      return left && right && { ...expr, left, right };
    }
    case 'if': {
      const condition = inTermsOf(expr.condition, names);
      const then = inTermsOf(expr.then, names);
      const otherwise = inTermsOf(expr.else, names);
      return condition && then && otherwise && { ...expr, condition, then, else: otherwise };
    }
    case 'seq':
      return expr.body.length === 1 ? inTermsOf(expr.body[0]!, names) : null;
    default:
      return null;
  }
}

function callInTermsOf(expr: Call, names: Names): Expr | null {
  // A call on self says nothing that its own contract could not say.
  const receiver = expr.receiver && !expr.safe && expr.block === null ? inTermsOf(expr.receiver, names) : null;
  if (receiver === null) return null;
  const args: Arg[] = [];
  for (const arg of expr.args) {
    const value = arg.type === 'positional' ? inTermsOf(arg.value, names) : null;
    if (value === null) return null;
    args.push({ type: 'positional', value });
  }
  return { ...expr, receiver, args };
}

/**
 * What the names of a body stand for: parameters that are never written for themselves (under the names that the
 * annotation gives them), and locals written once for what is written.
 */
export function namesIn(definition: MethodDeclaration, binders: ReadonlyMap<string, string>): Names {
  const writes = new Map<string, Expr[]>();
  walk(definition.body, expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.scope === 'local') {
      const { name } = expr.target;
      writes.set(name, [...(writes.get(name) ?? []), expr.value]);
    }
    return true;
  });
  const names = new Map<string, Expr>();
  for (const [name, binder] of binders) if (!writes.has(name)) names.set(name, local(binder));
  for (const [name, values] of writes) {
    const value = values.length === 1 && !binders.has(name) ? inTermsOf(values[0]!, names) : null;
    if (value !== null) names.set(name, value);
  }
  return names;
}

/** Locals and fields that it speaks of. */
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

/** `x - 1 >= 0` reads better as `x >= 1`; what is no such comparison stays. */
export function tidied(expr: Expr): Expr {
  if (expr.kind !== 'call' || expr.receiver === null || !Object.hasOwn(FLIPPED, expr.method)) return expr;
  const right = argumentOf(expr);
  if (right === null) return expr;
  const bound = integerOf(right);
  if (bound === null)
    return integerOf(expr.receiver) === null ? expr : tidied(call(right, FLIPPED[expr.method]!, expr.receiver));
  const { receiver } = expr;
  const added = receiver.kind === 'call' && receiver.receiver !== null ? argumentOf(receiver) : null;
  const amount = added && integerOf(added);
  if (receiver.kind !== 'call' || amount === null || amount === undefined || !/^[+-]$/.test(receiver.method))
    return expr;
  const moved = receiver.method === '+' ? bound - amount : bound + amount;
  return tidied(call(receiver.receiver!, expr.method, integer(moved)));
}

function argumentOf(expr: Call): Expr | null {
  const [only] = expr.args;
  return expr.args.length === 1 && only?.type === 'positional' ? only.value : null;
}

export function integerOf(expr: Expr): bigint | null {
  return expr.kind === 'lit' && expr.value.type === 'integer' ? BigInt(expr.value.value) : null;
}
