/**
 * The obligations of a method as one query (of a very large one: as a few): is any of them broken? One `unsat` proves
 * them all; any other answer says nothing, and each is asked alone. Vacuity is asked the other way round and stays out of it.
 */
import { and, not, or } from '../logic/build';
import { printFormula, TooLongToAsk } from '../logic/print';
import { cone } from '../logic/symbols';
import type { MethodObligations, Obligation } from '../proof/obligation';
import type { Query } from '../proof/query';
import { declarations, numberNames } from './encode';

export const TOGETHER = 'together';

export function isAskedTogether(obligation: Obligation): boolean {
  return obligation.kind !== 'vacuity';
}

/** Larger disjunctions cost more than their parts: the solver loses itself in the choice. */
const LARGEST_GROUP = 24;

export interface Group {
  readonly obligations: readonly Obligation[];
  readonly query: Query;
}

/** In source order; an obligation that would be alone in its group is left out: there is nothing to gain. */
export function encodeTogether(method: MethodObligations): readonly Group[] {
  const asked = method.obligations.filter(isAskedTogether);
  const count = Math.ceil(asked.length / LARGEST_GROUP);
  const size = Math.ceil(asked.length / count);
  const groups = Array.from({ length: count }, (_, i) => asked.slice(i * size, (i + 1) * size));
  return groups
    .filter(obligations => obligations.length > 1)
    .flatMap((obligations, i) => {
      const query = groupQuery(method, obligations, i);
      return query ? [{ obligations, query }] : [];
    });
}

/** Null: too large to be asked at once; each alone may not be. */
function groupQuery(method: MethodObligations, obligations: readonly Obligation[], index: number): Query | null {
  try {
    return disjunction(method, obligations, index);
  } catch (error) {
    if (error instanceof TooLongToAsk) return null;
    throw error;
  }
}

function disjunction(method: MethodObligations, obligations: readonly Obligation[], index: number): Query {
  const broken = or(...obligations.map(brokenness));
  const names = numberNames([broken], method.signature);
  const text = [...declarations([broken], method.signature, names), `(assert ${printFormula(broken, names.rename)})`];
  return { id: `${TOGETHER}:${index}`, text: text.join('\n'), values: [], watchedIds: [], preferences: [] };
}

function brokenness(obligation: Obligation) {
  const path = obligation.hypotheses.slice(-1);
  const hypotheses = cone([obligation.goal, ...path, ...obligation.entryHypotheses], obligation.hypotheses);
  return and(...hypotheses, not(obligation.goal));
}
