/**
 * Everything about the verdict of one method, for the details panel: failures with their calls, every obligation,
 * invariants that were found, assumptions and cost. As data for a view, and as Markdown for other clients.
 */
import type { DetailLine, DetailPlace, FailureDetails, MethodDetails } from '../../../shared/src/protocol';
import type { Settings } from '../../../shared/src/settings';
import type { ProofFacts } from '../engine/proofFacts';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import { shortName } from '../judge/verdictText';
import { showConstruct } from '../problems/constructs';
import { showReason } from '../problems/obligations';
import { methodByKey } from '../program/lookup';
import type { Effort } from '../proof/effort';
import type { Assumption } from '../proof/obligation';
import { showValue } from '../proof/showValue';
import type { Counterexample, ObligationVerdict, Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { hasVerificationLens, titleOf } from './codeLens';
import { lineAt, locateLine, type PlaceContext, placeAt } from './detailPlaces';
import { diagnosticsOf } from './diagnostics';
import { describeFacts } from './knownFacts';
import { buildTrace, noteOfStep, obligationOf, outcomeOf } from './trace';
import { markOf, showCaveats } from './verdictSummary';

interface DetailContext extends PlaceContext {
  readonly facts: ProofFacts;
}

export interface DetailOptions {
  readonly settings: Settings;
  readonly uriOf: (path: string) => string;
  readonly facts: ProofFacts;
  /** Of the cursor. */
  readonly line?: number;
}

/** Null: the method is not verified. */
export function detailsOf(
  snapshot: Snapshot,
  path: string,
  key: MethodKey,
  { settings, uriOf, facts, line }: DetailOptions,
): MethodDetails | null {
  const method = snapshot.files.get(path)?.methods.find(({ info }) => info.key === key);
  if (method === undefined || !hasVerificationLens(method)) return null;
  const ctx = { snapshot, uriOf, facts };
  const verdict = method.state === 'done' ? method.verdict : null;
  return {
    name: key,
    title: titleOf(method),
    at: placeAt(ctx, method.nameLocation) ?? { uri: uriOf(path), line: 0, character: 0 },
    failures: verdict === null ? [] : failuresOf(ctx, path, verdict, settings),
    obligations: (verdict?.obligations ?? []).filter(isWorthListing).map(each => describeObligation(ctx, each)),
    here: line === undefined || facts.there.length === 0 ? null : { line, facts: describeFacts(ctx, facts.there) },
    invariants: withoutRepeats((verdict?.invariants ?? []).map(({ text, place }) => lineAt(ctx, text, place))),
    assumptions: verdict === null ? [] : assumptionsOf(ctx, verdict, method),
    notModelled: (verdict?.notModelled ?? []).map(each => lineAt(ctx, showConstruct(each.construct), each.place)),
    caveats: verdict === null ? [] : showCaveats(verdict),
    effort: verdict === null ? '' : showEffort(verdict.effort),
  };
}

function failuresOf(ctx: DetailContext, path: string, verdict: Verdict, settings: Settings): readonly FailureDetails[] {
  return diagnosticsOf(ctx.snapshot, path, settings).flatMap(diagnostic => {
    const obligation = obligationOf(ctx.snapshot, diagnostic);
    if (obligation === null || !verdict.obligations.includes(obligation)) return [];
    return describeFailure(ctx, diagnostic.message, obligation);
  });
}

function describeFailure(
  ctx: DetailContext,
  message: string,
  obligation: ObligationVerdict,
): readonly FailureDetails[] {
  const example = obligation.counterexample;
  const trace = buildTrace(ctx.snapshot, obligation);
  if (example === null || trace === null) return [];
  return [
    {
      message,
      lead: trace.lead,
      call: example.call,
      outcome: outcomeOf(example),
      values: valuesOf(example),
      steps: example.path.map(step => lineAt(ctx, noteOfStep(ctx.snapshot, step), step.place)),
      advice: trace.advice,
      isConfirmed: obligation.cause === 'confirmed',
    },
  ];
}

/** Each value of a name once. */
function valuesOf({ bindings }: Counterexample): FailureDetails['values'] {
  const shown = bindings.map(({ name, value }) => ({ name, value: showValue(value) }));
  return shown.filter(
    (each, i) => shown.findIndex(({ name, value }) => name === each.name && value === each.value) === i,
  );
}

/** That assumptions can hold together goes without saying. */
function isWorthListing({ kind, status }: ObligationVerdict): boolean {
  return kind !== 'vacuity' || status !== 'safe';
}

function describeObligation(ctx: DetailContext, obligation: ObligationVerdict): MethodDetails['obligations'][number] {
  const { status, clause, why } = obligation;
  const { required, proved } = showReason(obligation.reason);
  const text = `${status === 'safe' ? proved : required}${why === null ? '' : ` (${why})`}`;
  return {
    ...lineAt(ctx, text, obligation.place),
    mark: markOf(status),
    status: status === 'safe' || status === 'unsafe' ? status : 'open',
    clause: clause === null ? null : (clause.message ?? clause.text),
    facts: describeFacts(ctx, ctx.facts.byObligation.get(obligation.id) ?? []),
  };
}

/** Each owner once for each thing that is assumed of it; the method itself is not an assumption. */
function assumptionsOf(ctx: DetailContext, verdict: Verdict, method: MethodSnapshot): readonly DetailLine[] {
  const lines = verdict.assumptions
    .filter(({ owner }) => owner !== method.info.key)
    .map(assumption => ({ text: showAssumption(assumption), at: placeOf(ctx, assumption) }));
  return withoutRepeats(lines);
}

function withoutRepeats(lines: readonly DetailLine[]): readonly DetailLine[] {
  return [...new Map(lines.map(line => [`${line.text} ${line.at?.line}`, line])).values()];
}

function showAssumption({ owner, what }: Assumption): string {
  const name = shortName(owner);
  switch (what) {
    case 'contract':
      return `the contract of ${name}`;
    case 'field':
      return `${name} keeps the types of fields`;
    case 'invariant':
      return `${name} keeps the invariant of its class`;
    case 'mixin':
      return `${name} meets the contract of its module`;
    case 'purity':
      return `${name} is pure`;
    case 'frame':
      return `${name} changes only what it says`;
    case 'arguments':
      return `${name} gets no container as two arguments of different types`;
  }
}

function placeOf(ctx: DetailContext, { owner, place }: Assumption): DetailPlace | null {
  if (place !== null) return locateLine(ctx, place);
  const definition = methodByKey(ctx.snapshot.program, owner)?.definition;
  return definition ? locateLine(ctx, { anchor: definition.anchor, span: { start: 0, end: 0 } }) : null;
}

function showEffort({ queries, known, remote, milliseconds }: Effort): string {
  const counts: readonly (readonly [number, string])[] = [
    [queries, `solver ${queries === 1 ? 'query' : 'queries'}`],
    [known, 'answered from the cache'],
    [remote, 'answered from the remote cache'],
  ];
  const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (shown.length === 0) return 'decided without the solver';
  return [...shown, `${Math.round(milliseconds)} ms`].join(', ');
}
