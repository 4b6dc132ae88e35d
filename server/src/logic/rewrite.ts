/**
 * Rebuilds terms bottom-up: `make` rewrites a node and calls `of` for the nodes below it. Each shared node is rewritten
 * once.
 */
import type { Formula } from './formula';

export type Rewrite = (node: Formula) => Formula;

export function createRewrite(make: (node: Formula, of: Rewrite) => Formula): Rewrite {
  const done = new Map<Formula, Formula>();
  const of: Rewrite = node => {
    const known = done.get(node);
    if (known) return known;
    const made = make(node, of);
    done.set(node, made);
    return made;
  };
  return of;
}
