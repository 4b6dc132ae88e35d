/** The quantifier that a method with a block states in a refinement. Null: none. */
import type { Quantifier } from '../../clauses/quantifiers';

const QUANTIFIERS: ReadonlyMap<string, Quantifier> = new Map([
  ['all?', 'every'],
  ['any?', 'some'],
  ['none?', 'no'],
]);

export function quantifierOf(method: string): Quantifier | null {
  return QUANTIFIERS.get(method) ?? null;
}
