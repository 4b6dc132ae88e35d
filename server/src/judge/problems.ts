/** Verdict -> problems to show: one per broken, undecided or vacuous obligation, one per unmodelled construct. */

import type { Problem, RelatedPlace } from '../base/problem';
import type { Place } from '../base/span';
import { type Construct, showConstruct } from '../problems/constructs';
import { showReason } from '../problems/obligations';
import type { ObligationKind } from '../proof/obligation';
import type { ObligationVerdict, Verdict } from '../proof/verdict';
import { shortName, verdictHeadline } from './verdictText';

const CODES: Readonly<Record<ObligationKind, string>> = {
  postcondition: 'LP4001',
  precondition: 'LP4002',
  'non-nil': 'LP4003',
  'core-precondition': 'LP4004',
  frame: 'LP4005',
  purity: 'LP4006',
  override: 'LP4007',
  'field-refinement': 'LP4008',
  'class-invariant': 'LP4009',
  'loop-invariant-entry': 'LP4010',
  'loop-invariant-preserved': 'LP4011',
  'mixin-guarantee': 'LP4012',
  exception: 'LP4013',
  vacuity: 'LP4103',
};

/** `at`: the method's name, for problems of the method as a whole. */
export function problemsOf(verdict: Verdict, at: Place): readonly Problem[] {
  if (verdict.status === 'internal-error') {
    return [
      { code: 'LP9001', place: at, args: { method: shortName(verdict.key), message: verdict.message ?? 'unknown' } },
    ];
  }
  const obligations = verdict.obligations.flatMap(each => ofObligation(verdict, each));
  const constructs = unique(verdict.notModelled).map(each => ({
    code: each.construct.kind === 'hole' ? 'LP4104' : 'LP4102',
    place: each.place,
    args: {
      method: shortName(verdict.key),
      construct: showConstruct(each.construct),
      ...(isAboutTypes(each.construct) && { isAboutTypes: true }),
      // The syntax error itself says that the method is not analysed.
      ...(each.construct.kind === 'syntax-error' && { isAboutSyntax: true }),
    },
  }));
  return [...obligations, ...constructs];
}

/** A variable without a type, or what follows from it: LP3006 says that already. */
function isAboutTypes({ kind }: Construct): boolean {
  return kind === 'untyped-variable' || kind === 'method-of-unknown';
}

/** Whether values that the program never makes may break what depends on it: their types are not known. */
export function hasUnknownType({ kind }: Construct): boolean {
  return kind === 'untyped-variable' || kind === 'untyped-field' || kind === 'method-of-unknown';
}

function ofObligation(verdict: Verdict, obligation: ObligationVerdict): readonly Problem[] {
  const method = shortName(verdict.key);
  switch (obligation.status) {
    case 'unsafe':
      return [
        {
          code: CODES[obligation.kind],
          place: obligation.place,
          args: { headline: verdictHeadline(verdict.key, obligation), method, obligation: obligation.id },
          related: relatedClause(obligation),
          severity: severityOf(obligation),
        },
      ];
    case 'undecided':
      return [
        {
          code: 'LP4101',
          place: obligation.place,
          args: {
            method,
            about: obligation.clause
              ? (obligation.clause.message ?? `\`${obligation.clause.text}\``)
              : showReason(obligation.reason).required,
            reason: obligation.why ?? 'limit reached',
          },
          related: relatedClause(obligation),
        },
      ];
    case 'vacuous':
      return [
        {
          code: 'LP4103',
          place: obligation.place,
          args: { method, about: showReason(obligation.reason).failed },
          related: relatedClause(obligation),
        },
      ];
    case 'internal-error':
      return [{ code: 'LP9001', place: obligation.place, args: { method, message: obligation.why ?? 'unknown' } }];
    case 'safe':
    case 'not-modelled':
      return [];
  }
}

/**
 * An obligation that a run broke is an error. One that a run contradicted or that only a weak contract allows is information, and so is one that fails only
 * in a state of fields without declared types, which the program may never reach. What visible callers pass to some
 * objects need not be what this method is called on, so a run on such an object is a warning.
 */
function severityOf({ cause, contradicted, inferred }: ObligationVerdict): NonNullable<Problem['severity']> {
  if (cause === 'confirmed') return inferred === 'supply' ? 'warning' : 'error';
  return contradicted || inferred || cause === 'spec-too-weak' ? 'information' : 'warning';
}

function relatedClause(obligation: ObligationVerdict): readonly RelatedPlace[] {
  const clause = obligation.clause;
  return clause?.place ? [{ place: clause.place, note: `required by \`${clause.text}\`` }] : [];
}

function unique(gaps: Verdict['notModelled']): Verdict['notModelled'] {
  return [
    ...new Map(gaps.map(({ construct, place }) => [JSON.stringify([construct, place]), { construct, place }])).values(),
  ];
}
