/**
 * Locals of a body that hold only containers which the body allocates: every assignment is a literal, and nothing else
 * can assign them.
 */
import { localsOfParam } from '../../ril/bindings';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Block, Expr } from '../../ril/ril';
import { forEachExpr, localsWrittenByNode } from './writes';

export function findLocallyAllocated({ params, body }: MethodDeclaration): ReadonlySet<string> {
  const made = new Set<string>();
  const others = new Set(params.flatMap(localsOfParam));
  forEachExpr(body(), expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.scope === 'local')
      (makesContainer(expr.value) ? made : others).add(expr.target.name);
    else for (const name of localsWrittenByNode(expr)) others.add(name);
    for (const block of blocksOf(expr)) for (const name of block.params.flatMap(localsOfParam)) others.add(name);
  });
  return new Set([...made].filter(name => !others.has(name)));
}

function makesContainer(value: Expr): boolean {
  if (value.kind === 'array' || value.kind === 'hash') return true;
  return (
    (value.kind === 'lit' && value.value.type === 'string') || (value.kind === 'interpolate' && value.as === 'string')
  );
}

function blocksOf(expr: Expr): readonly Block[] {
  if (expr.kind === 'lambda') return [expr.block];
  return (expr.kind === 'call' || expr.kind === 'super') && expr.block?.type === 'block' ? [expr.block.block] : [];
}
