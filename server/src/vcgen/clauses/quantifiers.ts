/**
 * all?, any? and none? in a refinement become quantifiers. The block is evaluated once for a bound index. A block that
 * creates something for a single index (a fresh symbol, an exit) is not a formula, and is unrolled up to the bound.
 */
import { compare } from '../../logic/arithmetic';
import { and, bound, forall, implies, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { INT_SORT } from '../../logic/sorts';
import { visit } from '../../logic/symbols';
import { trustAroundQuantifier } from '../obligations/trustedContracts';
import { type Ctx, type Out, undoFacts } from '../state/context';
import type { State } from '../state/state';
import type { TrailList } from '../state/trail';
import { isTruthy } from '../state/value';

/** The indices `from...to`. */
export interface IndexRange {
  readonly from: Formula;
  readonly to: Formula;
}

/** For how many indices the block holds. */
export type Quantifier = 'every' | 'some' | 'no';

export function translateQuantifier(
  ctx: Ctx,
  quantifier: Quantifier,
  { from, to }: IndexRange,
  state: State,
  body: (inner: Ctx, index: Formula, state: State) => Out,
): Out | null {
  const { run } = ctx;
  const tried = run.trail.mark();
  const name = `i${run.names.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const wellDefined: TrailList<Formula> = run.trail.list();
  const inner: Ctx = { ...ctx, spec: { ...ctx.spec!, wellDefined } };
  const inRange = and(compare('<=', from, index), compare('<', index, to));
  const before = {
    facts: run.hypotheses.facts.length,
    fresh: run.names.freshCount,
    taints: run.results.taints.size,
    allocates: run.heapNotes.allocates.value,
  };
  const trusted = run.results.trusted.length;
  const out = body(inner, index, { ...state, path: and(state.path, inRange) });
  const clean =
    run.names.freshCount === before.fresh &&
    run.results.taints.size === before.taints &&
    run.heapNotes.allocates.value === before.allocates;
  if (!clean) {
    run.trail.undo(tried);
    return null;
  }
  const variables = [{ name, sort: INT_SORT }];
  const learnt = run.hypotheses.facts.all
    .slice(before.facts)
    .map(fact => ({ ...fact, formula: closeOverIndex(fact.formula, name, variables) }));
  undoFacts(run, tried);
  run.hypotheses.facts.push(...learnt);
  trustAroundQuantifier(ctx, { since: tried, trusted, facts: before.facts }, state.path);
  const holds = and(...wellDefined, isTruthy(out.value));
  const every = (inner1: Formula): Formula => forall(variables, implies(inRange, inner1));
  switch (quantifier) {
    case 'every':
      return { value: { kind: 'bool', term: every(holds) }, state };
    case 'no':
      return { value: { kind: 'bool', term: every(and(...wellDefined, not(isTruthy(out.value)))) }, state };
    case 'some':
      return { value: { kind: 'bool', term: not(every(not(holds))) }, state };
  }
}

/** Facts about the arbitrary index hold for every index. */
function closeOverIndex(
  formula: Formula,
  name: string,
  variables: readonly { readonly name: string; readonly sort: typeof INT_SORT }[],
): Formula {
  let mentioned = false;
  visit([formula], node => {
    if (node.kind === 'bound' && node.name === name) mentioned = true;
  });
  return mentioned ? forall(variables, formula) : formula;
}
