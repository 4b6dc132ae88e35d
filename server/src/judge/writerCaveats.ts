/**
 * The caveats of a method as a writer of fields: the limits within which its writes conform to the fields'
 * declarations. Readers of such a field inherit these, and not the limits on the method's result or other clauses.
 */
import type { Caveat, MethodObligations, Obligation } from '../proof/obligation';

export const FIELD_KINDS: ReadonlySet<string> = new Set(['field-refinement', 'non-nil', 'class-invariant']);

/** Required at exits only: nothing in the body is proved with their help. */
const EXIT_KINDS: ReadonlySet<string> = new Set(['postcondition', 'vacuity']);

/** Whether fields depend on the proof of this obligation, their own or one that is assumed after it. */
export function concernsFields({ kind, candidate }: Obligation): boolean {
  return !EXIT_KINDS.has(kind) && candidate === undefined;
}

/**
 * `set`: obligations of which all that concern fields are proved. A declared type without a refinement needs no
 * arithmetic if nothing was required, so then the representation of numbers does not matter; `refined`: some field has
 * a refinement.
 */
export function caveatsAsWriter(set: MethodObligations, refined: boolean): readonly Caveat[] {
  const ofFields = set.obligations.filter(each => FIELD_KINDS.has(each.kind) && concernsFields(each));
  const counts = ({ type }: Caveat): boolean =>
    refined || ofFields.length > 0 || (type !== 'reals' && type !== 'bitvectors');
  const found = [...set.bodyCaveats.filter(counts), ...ofFields.flatMap(each => each.caveats)];
  return [...new Map(found.map(caveat => [JSON.stringify(caveat), caveat])).values()];
}
