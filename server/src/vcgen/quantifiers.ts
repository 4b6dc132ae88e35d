/**
 * all?/any?/none? in a refinement are the quantifiers. The block is read once for a bound index; a block that needs
 * anything made for one index only (a fresh value, an exit) is no formula, and falls back to bounded unrolling.
 */
import { compare } from '../logic/arithmetic';
import { and, bound, forall, implies, not } from '../logic/build';
import type { Formula } from '../logic/formula';
import { INT_SORT } from '../logic/sorts';
import { visit } from '../logic/symbols';
import type { Site } from './arguments';
import { checkpoint } from './checkpoint';
import type { Ctx, Out } from './context';
import { aroundQuantifier } from './onTrust';
import type { State } from './state';
import { truthy } from './value';

export function quantified(
  ctx: Ctx,
  method: string,
  from: Formula,
  to: Formula,
  _site: Site,
  state: State,
  body: (inner: Ctx, index: Formula, state: State) => Out,
): Out | null {
  const { run } = ctx;
  const undo = checkpoint(ctx);
  const name = `i${run.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const wellDefined: Formula[] = [];
  const inner: Ctx = { ...ctx, spec: { ...ctx.spec!, wellDefined } };
  const inRange = and(compare('<=', from, index), compare('<', index, to));
  const before = { facts: run.facts.length, fresh: run.freshCount, taints: run.taints.size, allocates: run.allocates };
  const trusted = run.onTrust.length;
  const out = body(inner, index, { ...state, path: and(state.path, inRange) });
  const clean =
    run.freshCount === before.fresh && run.taints.size === before.taints && run.allocates === before.allocates;
  if (!clean) {
    undo();
    return null;
  }
  const variables = [{ name, sort: INT_SORT }];
  const learnt = run.facts
    .splice(before.facts)
    .map(fact => ({ ...fact, formula: closed(fact.formula, name, variables) }));
  run.facts.push(...learnt);
  aroundQuantifier(ctx, { trusted, facts: before.facts }, state.path);
  const holds = and(...wellDefined, truthy(out.value));
  const every = (inner1: Formula): Formula => forall(variables, implies(inRange, inner1));
  switch (method) {
    case 'all?':
      return { value: { kind: 'bool', term: every(holds) }, state };
    case 'none?':
      return { value: { kind: 'bool', term: every(and(...wellDefined, not(truthy(out.value)))) }, state };
    default:
      return { value: { kind: 'bool', term: not(every(not(holds))) }, state };
  }
}

/** What was learnt about an arbitrary index holds for every one. */
function closed(
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
