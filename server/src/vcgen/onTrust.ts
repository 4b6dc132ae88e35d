/**
 * What is assumed of a method without a body in sight is taken on trust: if a path was possible before it and is not
 * afterwards, everything further on would be proved. So each such assumption is asked about, where it was made: was the
 * path possible before, is it still? What a later one on the same path shows to be possible is not asked again.
 */
import type { Place } from '../base/span';
import { FALSE, isApply, same, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { freeSymbols } from '../logic/symbols';
import type { Obligation } from '../proof/obligation';
import { type Ctx, type Fact, taintedSymbols } from './context';

export interface OnTrust {
  readonly owner: string;
  readonly place: Place;
  readonly path: Formula;
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
}

/** `assumes`: adds the facts in question. */
export function takeOnTrust(ctx: Ctx, owner: string, place: Place, path: Formula, assumes: () => void): void {
  const { facts, onTrust } = ctx.run;
  const before = [...facts];
  assumes();
  if (facts.length > before.length && path !== FALSE)
    onTrust.push({ owner, place: ctx.frame.callSite ?? place, path, before, after: [...facts] });
}

/** Read for any index at once: what was learnt under a quantifier counts as one assumption, made around it. */
export function aroundQuantifier(ctx: Ctx, known: { readonly trusted: number; readonly facts: number }, path: Formula) {
  const { facts, onTrust } = ctx.run;
  const inside = onTrust.splice(known.trusted);
  const first = inside[0];
  if (first) onTrust.push({ ...first, path, before: facts.slice(0, known.facts), after: [...facts] });
}

/** The same call, read again and again in an unrolled loop, is asked about in the first round and in the last. */
function firstAndLast(all: readonly OnTrust[]): readonly OnTrust[] {
  const site = ({ owner, place }: OnTrust): string => JSON.stringify([owner, place]);
  const [first, last] = [new Map<string, OnTrust>(), new Map<string, OnTrust>()];
  for (const each of all) {
    if (!first.has(site(each))) first.set(site(each), each);
    last.set(site(each), each);
  }
  return all.filter(each => first.get(site(each)) === each || last.get(site(each)) === each);
}

/** At the end of a run. What is asked anyway, on entry and at returns, shows paths to be possible too. */
export function askOnTrust(ctx: Ctx, index: number): void {
  const { run } = ctx;
  const shown = run.obligations.filter(each => each.kind === 'vacuity');
  const shownBy = (each: OnTrust): Obligation | undefined => shown.find(one => reaches(one.hypotheses, each));
  const all = run.onTrust.filter(each => taintedSymbols(run, freeSymbols([each.path])).size === 0);
  const isLast = (each: OnTrust, at: number): boolean =>
    !shownBy(each) && !all.slice(at + 1).some(later => reaches(formulasAfter(later), each));
  const ends = all.filter(isLast);
  const asked = firstAndLast(ends);
  const idOf = (each: OnTrust): string => `vacuity:${index}:trust:${all.indexOf(each)}`;
  for (const each of all) {
    if (ends.includes(each) && !asked.includes(each)) continue;
    const further = asked.find(end => end !== each && reaches(formulasAfter(end), each));
    const covered = !asked.includes(each) && (further ? idOf(further) : shownBy(each)?.id);
    run.obligations.push(obligationOf(each, idOf(each), covered || null));
  }
}

function obligationOf(each: OnTrust, id: string, coveredBy: string | null): Obligation {
  return {
    id,
    kind: 'vacuity',
    place: each.place,
    clause: null,
    about: `nothing gets past this call: what ${each.owner} promises contradicts itself, or what is known here`,
    hypotheses: formulasAfter(each),
    entryHypotheses: [],
    goal: FALSE,
    watched: [],
    caveats: [],
    assumptions: [],
    trust: { before: [...each.before.map(fact => fact.formula), each.path], coveredBy },
  };
}

function formulasAfter({ after, path }: OnTrust): readonly Formula[] {
  return [...after.map(fact => fact.formula), path];
}

/** Whoever gets here, by these facts and this path (the last of them), has been past that assumption. */
function reaches(hypotheses: readonly Formula[], earlier: OnTrust): boolean {
  const last = earlier.after.length - 1;
  const path = hypotheses[hypotheses.length - 1]!;
  return hypotheses[last] === earlier.after[last]!.formula && includesAll(conjuncts(path), conjuncts(earlier.path));
}

function conjuncts(formula: Formula): readonly Formula[] {
  if (formula === TRUE) return [];
  return isApply(formula, 'and') ? formula.args.flatMap(conjuncts) : [formula];
}

function includesAll(all: readonly Formula[], some: readonly Formula[]): boolean {
  return some.every(each => all.some(one => same(one, each)));
}
