/**
 * A body under an inherited contract (program/inheritedAnnotations.ts): the precondition that callers know must imply
 * the method's own, and obligations of that contract name it.
 */
import type { Reason } from '../../../problems/reason';
import {
  type MethodObligations,
  type Obligation,
  type ObligationKind,
  renameObligation,
} from '../../../proof/obligation';
import type { Ctx, InheritedContract } from '../../state/context';
import type { State } from '../../state/state';
import { requirePreconditions } from './callByContract';

/** Requires the method to accept what the parent accepts. */
export function requireOwnPrecondition(ctx: Ctx, state: State, { own }: InheritedContract): void {
  const arms = own.signature?.arms ?? [];
  if (arms.length !== 1) return;
  const values = ctx.frame.params;
  const binders = new Map(
    arms[0]!.type.params.flatMap((param, index) =>
      param.name && values[index] ? [[param.name, values[index]] as const] : [],
    ),
  );
  const site = { span: own.definition!.nameSpan };
  requirePreconditions(ctx, state, {
    info: own,
    arm: arms[0]!,
    bound: { binders, values, state },
    self: ctx.frame.self,
    site,
  });
}

const CHECKED_KINDS: ReadonlySet<ObligationKind> = new Set<ObligationKind>([
  'postcondition',
  'precondition',
  'frame',
  'purity',
  'exception',
]);

function inheritedReason({ kind, reason }: Obligation, { from }: InheritedContract): Reason {
  return { kind: 'inherited', from: from.key, precondition: kind === 'precondition', reason };
}

/** Obligations of the body itself count only under the sole annotation, where no other run reports them. */
export function attributeToInherited(set: MethodObligations, contract: InheritedContract): MethodObligations {
  const alone = contract.own.signature === null;
  const kept = set.obligations.filter(({ kind }) => alone || (kind !== 'vacuity' && CHECKED_KINDS.has(kind)));
  const inItsName = ({ kind }: Obligation): boolean => !alone || kind === 'postcondition';
  return {
    ...set,
    obligations: kept.map(each => ({
      ...renameObligation(each, id => `${contract.kind}:${contract.from.key}:${id}`),
      kind: inItsName(each) ? contract.kind : each.kind,
      reason: inItsName(each) ? inheritedReason(each, contract) : each.reason,
      contract: { kind: contract.kind, from: contract.from.key },
    })),
  };
}
