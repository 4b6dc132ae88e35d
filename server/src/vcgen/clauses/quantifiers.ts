/**
 * all?, any? and none? in a refinement become quantifiers: over the indices of arrays and ranges, over the keys of hashes
 * and sets. The block is evaluated once for a bound index or key. A block that creates something for a single one (a
 * fresh symbol, an exit) is not a formula; over indices it is unrolled up to the bound.
 */
import { compare } from '../../logic/arithmetic';
import { and, bound, forall, implies, not } from '../../logic/build';
import type { Formula, Sort } from '../../logic/formula';
import { select } from '../../logic/maps';
import { INT_SORT } from '../../logic/sorts';
import { substitute } from '../../logic/substitute';
import { visit } from '../../logic/symbols';
import { watchKey } from '../heap/watchedKeys';
import { trustAroundQuantifier } from '../obligations/trustedContracts';
import { assume, type Ctx, freshSymbol, type Out, undoFacts } from '../state/context';
import type { State } from '../state/state';
import type { TrailList } from '../state/trail';
import { isTruthy } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';

/** The indices `from...to`. */
export interface IndexRange {
  readonly from: Formula;
  readonly to: Formula;
}

/** For how many indices or keys the block holds. */
export type Quantifier = 'every' | 'some' | 'no';

/** Evaluates the block for a bound index or key. */
type Body = (inner: Ctx, at: Formula, state: State) => Out;

/** What a quantifier is about. */
interface Domain {
  readonly sort: Sort;
  readonly contains: (at: Formula) => Formula;
}

export function translateQuantifier(
  ctx: Ctx,
  quantifier: Quantifier,
  { from, to }: IndexRange,
  state: State,
  body: Body,
): Out | null {
  const contains = (index: Formula): Formula => and(compare('<=', from, index), compare('<', index, to));
  const found = evaluateBody(ctx, { sort: INT_SORT, contains }, state, body);
  return found && { value: { kind: 'bool', term: statement(quantifier, found) }, state };
}

/** `present`: which keys there are. */
export function translateKeyQuantifier(
  ctx: Ctx,
  quantifier: Quantifier,
  present: Formula,
  state: State,
  body: Body,
): Out | null {
  const contains = (key: Formula): Formula => select(present, key);
  const found = evaluateBody(ctx, { sort: VALUE_SORT, contains }, state, body);
  if (found === null) return null;
  if (!ctx.spec?.quantified) nameWitness(ctx, quantifier, found, state);
  return { value: { kind: 'bool', term: statement(quantifier, found) }, state };
}

/**
 * If the block holds for the witness, it holds for every key (drinker's paradox). It gives a counterexample a key to show.
 */
function nameWitness(ctx: Ctx, quantifier: Quantifier, found: Evaluated, state: State): void {
  const witness = freshSymbol(ctx.run, 'witness', VALUE_SORT);
  watchKey(ctx.run, witness);
  const body = bodyOf(quantifier, found);
  assume(ctx, state, implies(substitute(body, found.name, witness), forall(found.variables, body)));
}

/** The block's result for the bound variable. */
interface Evaluated {
  readonly name: string;
  readonly variables: readonly { readonly name: string; readonly sort: Sort }[];
  readonly inside: Formula;
  readonly wellDefined: Formula;
  readonly truthy: Formula;
}

/** Null: the block is not a formula. */
function evaluateBody(ctx: Ctx, { sort, contains }: Domain, state: State, body: Body): Evaluated | null {
  const { run } = ctx;
  const tried = run.trail.mark();
  const name = `i${run.names.quantifiers++}`;
  const at = bound(name, sort);
  const wellDefined: TrailList<Formula> = run.trail.list();
  const inner: Ctx = { ...ctx, spec: { ...ctx.spec!, wellDefined, quantified: true } };
  const inside = contains(at);
  const before = {
    facts: run.hypotheses.facts.length,
    fresh: run.names.freshCount,
    taints: run.results.taints.size,
    allocates: run.heapNotes.allocates.value,
  };
  const trusted = run.results.trusted.length;
  const out = body(inner, at, { ...state, path: and(state.path, inside) });
  const clean =
    run.names.freshCount === before.fresh &&
    run.results.taints.size === before.taints &&
    run.heapNotes.allocates.value === before.allocates;
  if (!clean) {
    run.trail.undo(tried);
    return null;
  }
  const variables = [{ name, sort }];
  const learnt = run.hypotheses.facts.all
    .slice(before.facts)
    .map(fact => ({ ...fact, formula: closeOver(fact.formula, name, variables) }));
  undoFacts(run, tried);
  run.hypotheses.facts.push(...learnt);
  trustAroundQuantifier(ctx, { since: tried, trusted, facts: before.facts }, state.path);
  return { name, variables, inside, wellDefined: and(...wellDefined), truthy: isTruthy(out.value) };
}

/** What must hold for every element: for `some`, its opposite does not. */
function bodyOf(quantifier: Quantifier, { inside, wellDefined, truthy }: Evaluated): Formula {
  switch (quantifier) {
    case 'every':
      return implies(inside, and(wellDefined, truthy));
    case 'no':
      return implies(inside, and(wellDefined, not(truthy)));
    case 'some':
      return implies(inside, not(and(wellDefined, truthy)));
  }
}

function statement(quantifier: Quantifier, found: Evaluated): Formula {
  const every = forall(found.variables, bodyOf(quantifier, found));
  return quantifier === 'some' ? not(every) : every;
}

/** Facts about the arbitrary element hold for every element. */
function closeOver(
  formula: Formula,
  name: string,
  variables: readonly { readonly name: string; readonly sort: Sort }[],
): Formula {
  let mentioned = false;
  visit([formula], node => {
    if (node.kind === 'bound' && node.name === name) mentioned = true;
  });
  return mentioned ? forall(variables, formula) : formula;
}
