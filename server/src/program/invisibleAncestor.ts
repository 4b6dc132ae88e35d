/** Ancestors that the workspace names but that are not visible. They may define anything. */
import { ancestors } from './ancestors';
import type { Dynamic, Program } from './program';

export function hasInvisibleAncestor(program: Program, className: string): boolean {
  return ancestors(program, className).some(name => (program.classes.get(name)?.dynamics ?? []).some(hidesAncestor));
}

/** A module that extends the class adds nothing to its instances. */
function hidesAncestor({ cause }: Dynamic): boolean {
  if (cause.kind === 'unknown-module') return cause.how !== 'extend';
  return cause.kind === 'unknown-superclass' || cause.kind === 'computed-superclass';
}
