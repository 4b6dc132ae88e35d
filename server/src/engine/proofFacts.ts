/**
 * What each obligation of a method knows, and which of it the proof uses: facts are left out one at a time, and what
 * the proof can do without is not used. Computed when details are shown; most answers are in the cache by then.
 */

import { UNROLLED } from '../proof/loopStrategy';
import type { KnownFact, MethodObligations, Obligation } from '../proof/obligation';
import { factsKnownTo, factsOnPath, withoutFacts } from '../solve/knownFacts';
import { encode } from '../solve/solve';
import { runHoudini } from './houdini';
import type { ObligationSource } from './pipeline';
import { type QueryContext, queryAll } from './queries';

export interface ProofFact {
  readonly fact: KnownFact;
  /** Null: it was not found out. */
  readonly isUsed: boolean | null;
}

export interface ProofFacts {
  /** By the id of the obligation. */
  readonly byObligation: ReadonlyMap<string, readonly ProofFact[]>;
  /** At the requested offset; used: by the proof of some obligation. */
  readonly there: readonly ProofFact[];
}

export const NO_FACTS: ProofFacts = { byObligation: new Map(), there: [] };

/** Each fact costs a query, so of long methods only the first obligations, and of these only few facts, are tried. */
const MOST_OBLIGATIONS = 40;
const MOST_FACTS = 24;
/** What is used by a proof is found quickly, or not at all. */
const TRY_RLIMIT = 300_000;

export async function findProofFacts(ctx: QueryContext, sources: readonly ObligationSource[]): Promise<ProofFacts> {
  const byObligation = new Map<string, readonly ProofFact[]>();
  const there: KnownFact[] = [];
  for (const source of sources) {
    const set = await findProvedSet(ctx, source);
    if (set.knownThere) there.push(...factsOnPath(set.knownThere.known, set.knownThere.path));
    for (const obligation of set.obligations.filter(isShown)) {
      if (ctx.signal.aborted) break;
      const facts = withoutRepeats(obligation.known);
      const onPath = new Set(factsKnownTo(obligation));
      const isTried = byObligation.size < MOST_OBLIGATIONS && facts.length <= MOST_FACTS;
      const used = isTried ? await findUsed(ctx, set, obligation, facts) : null;
      const shown = facts.filter(fact => onPath.has(fact) || used?.has(fact));
      byObligation.set(
        obligation.id,
        shown.map(fact => ({ fact, isUsed: used?.has(fact) ?? null })),
      );
    }
  }
  const all = [...byObligation.values()].flat();
  const isUsed = (fact: KnownFact): boolean => all.some(each => each.isUsed && idOf(each.fact) === idOf(fact));
  return { byObligation, there: withoutRepeats(there).map(fact => ({ fact, isUsed: isUsed(fact) })) };
}

/** The obligations that the verdict is about: with loop invariants if these prove everything, otherwise unrolled. */
async function findProvedSet(ctx: QueryContext, { set, regenerate }: ObligationSource): Promise<MethodObligations> {
  if (!set.general) return set;
  const houdini = await runHoudini(ctx, set, loops => regenerate(loops));
  return houdini?.proof?.set ?? regenerate(UNROLLED);
}

function isShown({ kind, candidate }: Obligation): boolean {
  return kind !== 'vacuity' && candidate === undefined;
}

/** The last of those that say the same at the same place: iterations repeat them. */
function withoutRepeats(facts: readonly KnownFact[]): readonly KnownFact[] {
  const last = new Map(facts.map(fact => [idOf(fact), fact]));
  return facts.filter(fact => last.get(idOf(fact)) === fact);
}

function idOf({ source, text, place }: KnownFact): string {
  return JSON.stringify([source, text, place]);
}

/** Null: the obligation is not proved. */
async function findUsed(
  ctx: QueryContext,
  set: MethodObligations,
  obligation: Obligation,
  facts: readonly KnownFact[],
): Promise<ReadonlySet<KnownFact> | null> {
  const budget = { ...ctx.budget, rlimit: Math.min(ctx.budget.rlimit, TRY_RLIMIT) };
  const provesWithout = async (dropped: readonly KnownFact[]): Promise<boolean> => {
    const ids = new Set(dropped.map(idOf));
    const rest = withoutFacts(obligation, new Set(obligation.known.filter(fact => ids.has(idOf(fact)))));
    const [answer] = await queryAll({ ...ctx, budget }, encode({ ...set, obligations: [rest] }));
    return answer?.reply.status === 'unsat';
  };
  if (!(await provesWithout([]))) return null;
  if (await provesWithout(facts)) return new Set();
  let dropped: readonly KnownFact[] = [];
  for (const fact of facts.toReversed()) if (await provesWithout([...dropped, fact])) dropped = [...dropped, fact];
  return new Set(facts.filter(fact => !dropped.includes(fact)));
}
