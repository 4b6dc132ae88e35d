/** What a piece of code may write, read off its RIL. */
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';

/** Every expression in a tree, itself and blocks included. */
export function eachExpr(root: Expr, see: (expr: Expr) => void): void {
  walk(root, expr => {
    see(expr);
    return true;
  });
}

export function writtenLocals(root: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  eachExpr(root, expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.scope === 'local')
      names.add(expr.target.name);
    if (expr.kind === 'opaque') for (const name of expr.assigns) names.add(name);
    if (expr.kind === 'multiAssign') for (const name of targetNames(expr.targets)) names.add(name);
    if (expr.kind === 'rescue')
      for (const clause of expr.clauses)
        if (clause.target?.kind === 'var' && clause.target.scope === 'local') names.add(clause.target.name);
    if (expr.kind === 'match') for (const name of patternNames(expr.pattern)) names.add(name);
  });
  return names;
}

function targetNames(targets: readonly unknown[]): string[] {
  return (
    JSON.stringify(targets)
      .match(/"scope":"local","name":"[^"]+"/g)
      ?.map(found => found.slice(found.lastIndexOf(':"') + 2, -1)) ?? []
  );
}

function patternNames(pattern: unknown): string[] {
  return (
    JSON.stringify(pattern)
      .match(/"name":"[a-z_]\w*"/g)
      ?.map(found => found.slice(8, -1)) ?? []
  );
}

export function sizeOf(root: Expr): number {
  let count = 0;
  eachExpr(root, () => count++);
  return count;
}
