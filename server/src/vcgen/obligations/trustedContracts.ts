/**
 * Contracts of methods without a visible body are trusted: if one made a feasible path infeasible, everything after it
 * would be proved. So each such assumption is checked where it is made: was the path feasible before, and is it still?
 * The check is skipped if a later one on the same path implies it.
 */
import type { Place } from '../../base/span';
import { FALSE } from '../../logic/build';
import { includesConjuncts } from '../../logic/conjuncts';
import type { Formula } from '../../logic/formula';
import type { Obligation } from '../../proof/obligation';
import { type Ctx, recordGenerated } from '../state/context';
import type { TrustedAssumption } from '../state/runState';
import type { Mark } from '../state/trail';

/** `assumes`: adds the facts in question. */
export function assumeTrustedContract(ctx: Ctx, owner: string, place: Place, path: Formula, assumes: () => void): void {
  const { facts } = ctx.run.hypotheses;
  const { trusted } = ctx.run.results;
  const before = [...facts];
  assumes();
  if (facts.length > before.length && path !== FALSE)
    trusted.push({ owner, place: ctx.frame.callSite ?? place, path, before, after: [...facts] });
}

/** Under a quantifier: the facts for an arbitrary index count as one assumption, made outside of it. */
export function trustAroundQuantifier(
  ctx: Ctx,
  known: { readonly since: Mark; readonly trusted: number; readonly facts: number },
  path: Formula,
) {
  const { facts } = ctx.run.hypotheses;
  const { trusted } = ctx.run.results;
  const inside = trusted.all.slice(known.trusted);
  ctx.run.trail.undo(known.since, [trusted]);
  const first = inside[0];
  if (first) trusted.push({ ...first, path, before: facts.all.slice(0, known.facts), after: [...facts] });
}

/** A call in an unrolled loop is checked in the first and in the last iteration. */
function firstAndLastPerSite(all: readonly TrustedAssumption[]): readonly TrustedAssumption[] {
  const site = ({ owner, place }: TrustedAssumption): string => JSON.stringify([owner, place]);
  const [first, last] = [new Map<string, TrustedAssumption>(), new Map<string, TrustedAssumption>()];
  for (const each of all) {
    if (!first.has(site(each))) first.set(site(each), each);
    last.set(site(each), each);
  }
  return all.filter(each => first.get(site(each)) === each || last.get(site(each)) === each);
}

/** At the end of a run. The vacuity checks on entry and at returns show paths to be feasible, too. */
export function requireTrustedPossible(ctx: Ctx, index: number): void {
  const { run } = ctx;
  const shown = run.results.obligations.all.filter(each => each.kind === 'vacuity');
  const shownBy = (each: TrustedAssumption): Obligation | undefined =>
    shown.find(one => impliesEarlier(one.hypotheses, each));
  const all = run.results.trusted.all.filter(each => run.results.taints.below([each.path]).size === 0);
  const isLast = (each: TrustedAssumption, at: number): boolean =>
    !shownBy(each) && !all.slice(at + 1).some(later => impliesEarlier(formulasAfter(later), each));
  const ends = all.filter(isLast);
  const required = firstAndLastPerSite(ends);
  const idOf = (each: TrustedAssumption): string => `vacuity:${index}:trust:${all.indexOf(each)}`;
  for (const each of all) {
    if (ends.includes(each) && !required.includes(each)) continue;
    const further = required.find(end => end !== each && impliesEarlier(formulasAfter(end), each));
    const covered = !required.includes(each) && (further ? idOf(further) : shownBy(each)?.id);
    recordGenerated(run, obligationOf(each, idOf(each), covered || null));
  }
}

function obligationOf(each: TrustedAssumption, id: string, coveredBy: string | null): Obligation {
  return {
    id,
    kind: 'vacuity',
    place: each.place,
    clause: null,
    reason: { kind: 'satisfiable-contract', owner: each.owner },
    hypotheses: formulasAfter(each),
    entryHypotheses: [],
    goal: FALSE,
    known: [],
    watched: [],
    caveats: [],
    assumptions: [],
    trust: { before: [...each.before.map(fact => fact.formula), each.path], coveredBy },
  };
}

function formulasAfter({ after, path }: TrustedAssumption): readonly Formula[] {
  return [...after.map(fact => fact.formula), path];
}

/** Whether every execution with these facts and this path (the last of them) has passed that assumption. */
function impliesEarlier(hypotheses: readonly Formula[], earlier: TrustedAssumption): boolean {
  const last = earlier.after.length - 1;
  const path = hypotheses[hypotheses.length - 1]!;
  return hypotheses[last] === earlier.after[last]!.formula && includesConjuncts(path, earlier.path);
}
