/** The quantifier that a method with a block states in a refinement, by its label. Null: none. */
import { factsOf } from '../../../program/libraryFacts';
import type { Quantifier } from '../../clauses/quantifiers';
import type { Ctx } from '../../state/context';

const QUANTIFIERS: readonly Quantifier[] = ['every', 'some', 'no'];

export function quantifierOf(ctx: Ctx, className: string, method: string): Quantifier | null {
  const { answers } = factsOf(ctx.run.input.program, className, method);
  return QUANTIFIERS.find(each => each === answers) ?? null;
}
