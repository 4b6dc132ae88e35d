/** Assumptions that can be shown in terms of the source: what the details of a method list as known, and as used. */
import type { Place } from '../../base/span';
import { and, implies, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { KnownFact } from '../../proof/obligation';
import type { Expr } from '../../ril/ril';
import { assumeAlways, type Ctx, placeOf } from '../state/context';
import type { State } from '../state/state';

export type ShownFact = Pick<KnownFact, 'source' | 'text' | 'place'>;

/** Assumes the formula on the path of the state. `path`: where that says something, if it is not there. */
export function assumeAndShow(ctx: Ctx, state: State, shown: ShownFact, formula: Formula, path = state.path): void {
  const hypothesis = implies(state.path, formula);
  assumeAlways(ctx.run, hypothesis);
  noteFact(ctx, shown, hypothesis, path);
}

/** `clause`: of the method's own signature, about the state on entry. */
export function assumePrecondition(
  ctx: Ctx,
  clause: { readonly text: string; readonly place: Place | null },
  hypothesis: Formula,
): void {
  assumeAlways(ctx.run, hypothesis, true);
  noteFact(ctx, { source: { kind: 'precondition' }, ...placeClause(ctx, clause) }, hypothesis, TRUE);
}

/** A condition that holds on this path, or does not. */
export function noteCondition(ctx: Ctx, shown: Omit<ShownFact, 'source'>, literal: Formula, path: Formula): void {
  for (const [holds, conjunct] of [
    [true, literal],
    [false, not(literal)],
  ] as const)
    noteFact(ctx, { source: { kind: 'condition', holds }, ...shown }, conjunct, and(path, conjunct));
}

/** A clause without a place of its own is shown at the method. */
export function placeClause(
  ctx: Ctx,
  { text, place }: { readonly text: string; readonly place: Place | null },
): Omit<ShownFact, 'source'> {
  const span = ctx.frame.method.definition?.nameSpan ?? { start: 0, end: 0 };
  return { text, place: place ?? placeOf(ctx, { span }) };
}

/** The earliest expression at or after the offset; of several evaluations the last, which knows the loop's invariant. */
export function noteFactsAt(ctx: Ctx, expr: Expr, state: State, lookAt: number): void {
  if (ctx.spec !== null || ctx.frame.method !== ctx.run.input.method || ctx.frame.callSite !== null) return;
  const at = expr.span.start;
  const { knownThere, known } = ctx.run.trace;
  if (at < lookAt || (knownThere.value !== null && knownThere.value.at < at)) return;
  knownThere.value = { at, path: state.path, known: [...known.all] };
}

/** Clauses have no facts of their own; those of an inlined body are shown at its call. */
function noteFact(ctx: Ctx, shown: ShownFact, hypothesis: Formula, path: Formula): void {
  if (ctx.spec !== null || hypothesis === TRUE) return;
  ctx.run.trace.known.push({ ...shown, place: ctx.frame.callSite ?? shown.place, hypothesis, path });
}
