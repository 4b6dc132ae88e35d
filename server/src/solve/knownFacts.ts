/** What an obligation knows in terms of the source, and the same obligation without some of it. */
import { and, same, TRUE } from '../logic/build';
import { conjunctsOf, includesConjuncts } from '../logic/conjuncts';
import type { Formula } from '../logic/formula';
import type { KnownFact, Obligation } from '../proof/obligation';

/** The facts that hold on the path of the obligation, in the order in which they were learned. */
export function factsKnownTo(obligation: Obligation): readonly KnownFact[] {
  return factsOnPath(obligation.known, pathOf(obligation));
}

export function factsOnPath(known: readonly KnownFact[], path: Formula): readonly KnownFact[] {
  return known.filter(fact => includesConjuncts(path, fact.path));
}

/** What can still be proved without a fact is not proved by it. */
export function withoutFacts(obligation: Obligation, dropped: ReadonlySet<KnownFact>): Obligation {
  const gone = new Set([...dropped].map(fact => fact.hypothesis));
  const conditions = [...dropped].filter(({ source }) => source.kind === 'condition').map(fact => fact.hypothesis);
  const rest = (formulas: readonly Formula[]): readonly Formula[] => formulas.filter(each => !gone.has(each));
  const path = and(
    ...conjunctsOf(pathOf(obligation)).filter(each => !conditions.some(condition => same(condition, each))),
  );
  return {
    ...obligation,
    hypotheses: [...rest(obligation.hypotheses.slice(0, -1)), path],
    entryHypotheses: rest(obligation.entryHypotheses),
  };
}

/** The path is the last hypothesis. */
function pathOf({ hypotheses }: Obligation): Formula {
  return hypotheses.at(-1) ?? TRUE;
}
