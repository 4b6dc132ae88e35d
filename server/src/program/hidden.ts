/** Ancestors that the workspace names and nobody has seen: what they define may be there, and be anything. */
import { ancestors } from './ancestors';
import type { Program } from './program';

const HIDDEN = /^(?:superclass|include|prepend)(?: of)? \S+, which is not in sight$|^a computed superclass$/;

export function hiddenAncestor(program: Program, className: string): boolean {
  return ancestors(program, className).some(name =>
    (program.classes.get(name)?.dynamics ?? []).some(({ what }) => HIDDEN.test(what)),
  );
}
