/**
 * A body under somebody else's contract (program/debts.ts): the method's own precondition must follow from the one that
 * callers know, and what that contract demands is asked in its name.
 */
import type { Debt } from '../program/debts';
import type { MethodInfo } from '../program/program';
import { type MethodObligations, type Obligation, type ObligationKind, renamed } from '../proof/obligation';
import type { Ctx } from './context';
import { askPreconditions } from './contract';
import type { State } from './state';

export interface Owed extends Debt {
  /** The method as it is annotated itself. */
  readonly own: MethodInfo;
}

/** Accept what the parent accepts. */
export function askOwnPreconditions(ctx: Ctx, state: State, { own }: Owed): void {
  const arms = own.signature?.arms ?? [];
  if (arms.length !== 1) return;
  const values = ctx.frame.params;
  const binders = new Map(
    arms[0]!.type.params.flatMap((param, index) =>
      param.name && values[index] ? [[param.name, values[index]] as const] : [],
    ),
  );
  const site = { span: own.definition!.nameSpan };
  askPreconditions(ctx, state, own, arms[0]!, { binders, values, state }, ctx.frame.self, site);
}

const DEMANDED: ReadonlySet<ObligationKind> = new Set<ObligationKind>([
  'postcondition',
  'precondition',
  'frame',
  'purity',
  'exception',
]);

function inTheNameOf({ kind }: Obligation, { from }: Owed): string {
  return kind === 'precondition' ? `which ${from.key} does not demand` : `as ${from.key} promises`;
}

/** The body's own demands count where nothing else asks for them: under the only annotation that there is. */
export function asOwed(set: MethodObligations, owed: Owed): MethodObligations {
  const alone = owed.own.signature === null;
  const kept = set.obligations.filter(({ kind }) => alone || (kind !== 'vacuity' && DEMANDED.has(kind)));
  const inItsName = ({ kind }: Obligation): boolean => !alone || kind === 'postcondition';
  return {
    ...set,
    obligations: kept.map(each => ({
      ...renamed(each, id => `${owed.kind}:${owed.from.key}:${id}`),
      kind: inItsName(each) ? owed.kind : each.kind,
      about: inItsName(each) ? `${each.about}, ${inTheNameOf(each, owed)}` : each.about,
    })),
  };
}
