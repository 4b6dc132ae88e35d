/**
 * The statements that a class-body expression may run: looks through `if`, `begin` and `;`, because conditional
 * definitions are still definitions.
 */
import type { Declaration } from '../ril/declarations';
import type { Arg, Call, Expr } from '../ril/ril';

/** The simple expressions inside, in order: calls, definitions, assignments. */
export function statementsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'seq':
      return expr.body.flatMap(statementsOf);
    case 'if':
      return [...statementsOf(expr.condition), ...statementsOf(expr.then), ...statementsOf(expr.else)];
    case 'and':
    case 'or':
      return [...statementsOf(expr.left), ...statementsOf(expr.right)];
    case 'rescue':
      return [expr.body, ...expr.clauses.map(clause => clause.body), ...(expr.else ? [expr.else] : [])].flatMap(
        statementsOf,
      );
    case 'ensure':
      return [...statementsOf(expr.body), ...statementsOf(expr.ensure)];
    default:
      return [expr];
  }
}

/** Declarations inside an expression: `private def m`, `if x then def m`, `memoize def m`. */
export function declarationsIn(expr: Expr): readonly Declaration[] {
  return statementsOf(expr).flatMap(statement => {
    if (statement.kind === 'define') return [statement.declaration];
    if (statement.kind !== 'call') return [];
    return positional(statement).flatMap(declarationsIn);
  });
}

export function positional(call: Call): readonly Expr[] {
  return call.args.flatMap(arg => (arg.type === 'positional' ? [arg.value] : []));
}

export function keyword(call: Call, name: string): Expr | null {
  for (const arg of call.args) {
    if (arg.type === 'keyword' && arg.name === name) return arg.value;
    if (arg.type === 'pair' && literalName(arg.key) === name) return arg.value;
  }
  return null;
}

/** The name in `:name` or `'name'`; null if it is computed. */
export function literalName(expr: Expr): string | null {
  if (expr.kind !== 'lit') return null;
  return expr.value.type === 'symbol' || expr.value.type === 'string' ? expr.value.value : null;
}

export interface NamedSpan {
  readonly name: string;
  readonly expr: Expr;
}

/** `:a, 'b', *%i[c d], [:e]`: the literal names; `computed` if some are not literal. */
export function literalNames(args: readonly Arg[]): {
  readonly names: readonly NamedSpan[];
  readonly computed: boolean;
} {
  const names: NamedSpan[] = [];
  let computed = false;
  for (const arg of args) {
    if (arg.type === 'keyword' || arg.type === 'pair') continue;
    const value = arg.type === 'positional' || arg.type === 'splat' ? arg.value : null;
    const name = value && literalName(value);
    if (value && name !== null) names.push({ name, expr: value });
    else if (value?.kind === 'array') {
      const inner = literalNames(value.elements);
      names.push(...inner.names);
      computed ||= inner.computed;
    } else computed = true;
  }
  return { names, computed };
}

export function isTrue(expr: Expr | null): boolean {
  return expr?.kind === 'lit' && expr.value.type === 'true';
}
