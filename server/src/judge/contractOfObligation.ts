/** The inherited contract against which a body broke an obligation, found again in the program. */
import { findInheritedAnnotations, type InheritedAnnotation } from '../program/inheritedAnnotations';
import type { MethodInfo, Program } from '../program/program';
import type { InheritedFrom } from '../proof/obligation';

/** Null: the contract is the method's own. */
export function contractOfObligation(
  program: Program,
  method: MethodInfo,
  contract: InheritedFrom | undefined,
): InheritedAnnotation | null {
  if (contract === undefined) return null;
  const inherited = findInheritedAnnotations(program, method);
  return inherited.find(({ kind, from }) => kind === contract.kind && from.key === contract.from) ?? null;
}
