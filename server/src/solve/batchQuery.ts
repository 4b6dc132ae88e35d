/**
 * The obligations of a method as one query (or a few, if there are many): does any of them fail? `unsat` proves all of
 * them; after any other answer each is sent alone. Vacuity checks have the opposite polarity and are never included.
 */
import { and, not, or } from '../logic/build';
import { printFormula, TooLargeForQuery } from '../logic/print';
import { coneOfInfluence } from '../logic/symbols';
import type { MethodObligations, Obligation } from '../proof/obligation';
import type { Query } from '../proof/query';
import { decidedBySimplification, declarations, numberNames } from './encode';

const TOGETHER = 'together';

export function isBatchable(obligation: Obligation): boolean {
  return obligation.kind !== 'vacuity';
}

/** The solver decides larger disjunctions more slowly than their parts. */
const LARGEST_GROUP = 24;

export interface Group {
  readonly obligations: readonly Obligation[];
  readonly query: Query;
}

/** In source order. A group of one is left out: it would not save a query. */
export function encodeBatch(method: MethodObligations): readonly Group[] {
  const batched = method.obligations.filter(isBatchable);
  const count = Math.ceil(batched.length / LARGEST_GROUP);
  const size = Math.ceil(batched.length / count);
  const groups = Array.from({ length: count }, (_, i) => batched.slice(i * size, (i + 1) * size));
  return groups
    .filter(obligations => obligations.length > 1)
    .flatMap((obligations, i) => {
      const query = groupQuery(method, obligations, i);
      return query ? [{ obligations, query }] : [];
    });
}

/** Null: too large for one query. A single obligation may still fit. */
function groupQuery(method: MethodObligations, obligations: readonly Obligation[], index: number): Query | null {
  try {
    return disjunction(method, obligations, index);
  } catch (error) {
    if (error instanceof TooLargeForQuery) return null;
    throw error;
  }
}

function disjunction(method: MethodObligations, obligations: readonly Obligation[], index: number): Query {
  const broken = or(...obligations.map(failureOf));
  const names = numberNames([broken], method.signature);
  const text = [...declarations([broken], method.signature, names), `(assert ${printFormula(broken, names.rename)})`];
  return {
    id: `${TOGETHER}:${index}`,
    text: text.join('\n'),
    ...decidedBySimplification(broken),
    values: [],
    watchedIds: [],
    preferences: [],
  };
}

function failureOf(obligation: Obligation) {
  const path = obligation.hypotheses.slice(-1);
  const hypotheses = coneOfInfluence([obligation.goal, ...path, ...obligation.entryHypotheses], obligation.hypotheses);
  return and(...hypotheses, not(obligation.goal));
}
