/** `include Enumerable` names no element type. Where `each` has no signature, its body says what the elements are. */
import { candidates } from '../../program/lookup';
import type { Program } from '../../program/program';
import type { Hierarchy } from '../../types/hierarchy';
import type { Type } from '../../types/type';
import type { SummaryReader } from '../../typing/summaryReader';

/** The nesting that a question about elements counts for: which expression leads to it is not known here. */
const DEPTH = 10;

export function inferElements(hierarchy: Hierarchy, program: Program, summaries: SummaryReader): Hierarchy {
  return {
    ...hierarchy,
    ancestorArgs: (className, ancestor) => {
      const declared = hierarchy.ancestorArgs(className, ancestor);
      if (ancestor !== 'Enumerable' || declared[0]?.kind !== 'dynamic') return declared;
      const element = findElement(program, summaries, className);
      return element === null ? declared : [element];
    },
  };
}

/** Null: a subclass may have an `each` of its own, or the body does not determine the type. */
function findElement(program: Program, summaries: SummaryReader, className: string): Type | null {
  const [only, ...others] = candidates(program, className, 'each');
  if (only === undefined || others.length > 0) return null;
  const { method } = only;
  if (method.origin !== 'workspace' || method.signature !== null || method.redefinitions.length > 0) return null;
  return summaries.elementOf(method, DEPTH);
}
