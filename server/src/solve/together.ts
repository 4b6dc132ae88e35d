/**
 * All obligations of a method as one query: is any of them broken? One `unsat` proves them all; any other answer says
 * nothing, and each is asked alone. Vacuity is asked the other way round and stays out of it.
 */
import { and, not, or } from '../logic/build';
import { printFormula } from '../logic/print';
import { cone } from '../logic/symbols';
import type { MethodObligations, Obligation } from '../proof/obligation';
import type { Query } from '../proof/query';
import { declarations, numberNames } from './encode';

export const TOGETHER = 'together';

export function isAskedTogether(obligation: Obligation): boolean {
  return obligation.kind !== 'vacuity';
}

/** Null where there is nothing to gain: fewer than two obligations. */
export function encodeTogether(method: MethodObligations): Query | null {
  const asked = method.obligations.filter(isAskedTogether);
  if (asked.length < 2) return null;
  const broken = or(...asked.map(brokenness));
  const names = numberNames([broken], method.signature);
  const text = [...declarations([broken], method.signature, names), `(assert ${printFormula(broken, names.rename)})`];
  return { id: TOGETHER, text: text.join('\n'), values: [], watchedIds: [], preferences: [] };
}

function brokenness(obligation: Obligation) {
  const path = obligation.hypotheses.slice(-1);
  const hypotheses = cone([obligation.goal, ...path, ...obligation.entryHypotheses], obligation.hypotheses);
  return and(...hypotheses, not(obligation.goal));
}
