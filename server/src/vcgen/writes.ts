/** What a piece of code may write, read off its RIL. */
import type { Expr } from '../ril/ril';

/** Every expression in a tree, itself included; RIL is plain data, so its shape is walked as it is. */
export function eachExpr(root: Expr, see: (expr: Expr) => void): void {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (Array.isArray(node)) {
      stack.push(...node);
    } else if (typeof node === 'object' && node !== null) {
      if (isExpr(node)) see(node);
      stack.push(...Object.values(node));
    }
  }
}

function isExpr(node: object): node is Expr {
  return 'kind' in node && 'span' in node && !('anchor' in node) && !('default' in node);
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
