/** The setting `floats: ieee`: turns formulas over reals into formulas over IEEE doubles. */
import type { Settings } from '../../../shared/src/settings';
import { asDoubles, doubleDatatype, doubleFunction } from '../logic/doubles';
import type { MethodObligations } from '../proof/obligation';

export function withIeeeDoubles(method: MethodObligations, settings: Settings): MethodObligations {
  if (settings.floats !== 'ieee') return method;
  const translate = asDoubles();
  return {
    ...method,
    signature: {
      ...method.signature,
      datatypes: method.signature.datatypes.map(doubleDatatype),
      functions: method.signature.functions.map(doubleFunction),
    },
    obligations: method.obligations.map(each => ({
      ...each,
      hypotheses: each.hypotheses.map(translate),
      entryHypotheses: each.entryHypotheses.map(translate),
      goal: translate(each.goal),
      known: each.known.map(fact => ({
        ...fact,
        hypothesis: translate(fact.hypothesis),
        path: translate(fact.path),
      })),
      ...(each.trust && { trust: { ...each.trust, before: each.trust.before.map(translate) } }),
      watched: each.watched.map(watched => ({ ...watched, term: translate(watched.term) })),
    })),
  };
}
