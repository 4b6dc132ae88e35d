/** A contract for a method, proved before it is shown: for the command line, the editor and agents. */
import { differenceOf, type TextEdit } from '../base/edit';
import type { MethodSnapshot } from '../engine/snapshot';
import { candidateBudget, showWhyNot } from '../engine/suggest/holes';
import { suggestContract } from '../engine/suggest/suggest';
import type { ProvedContract, Suggestion } from '../engine/suggest/suggestion';
import { showReason } from '../problems/obligations';
import { annotateFixes } from './fixes/annotate';
import { inferredSignatureFixes } from './fixes/inferredSignature';
import type { Trial } from './fixes/trial';
import { showVerdict } from './verdictSummary';

/** Types to start from, for a method without annotation: the inferred ones, then those that its calls suggest. */
const MOST_STARTS = 3;

export async function suggestFor(trial: Trial, method: MethodSnapshot): Promise<Suggestion> {
  const { workspace, settings, signal } = trial;
  const budget = candidateBudget({ rlimit: settings.rlimit, timeoutMs: settings.timeoutSeconds * 1000 });
  const found = workspace.snapshot.learned.entryOf(method.info.key);
  const values = found && !found.stale ? (found.entry.values ?? null) : null;
  const request = { key: method.info.key, budget, signal, values };
  if (method.info.signature !== null) return suggestContract(workspace, { ...request, start: null });
  let last: Suggestion = { kind: 'stuck', why: { kind: 'no-types' } };
  for (const start of startsFor(trial, method).slice(0, MOST_STARTS)) {
    last = await suggestContract(workspace, { ...request, start });
    if (last.kind === 'proved') return last;
  }
  return last;
}

function startsFor({ workspace, settings }: Trial, { location, nameLocation }: MethodSnapshot): readonly TextEdit[] {
  const { snapshot } = workspace;
  const file = snapshot.files.get(location.path);
  if (file === undefined) return [];
  const ctx = {
    snapshot,
    file,
    settings: { ...settings, signatureStyle: styleFor(settings) },
    diagnostics: [],
    tests: null,
  };
  const fixes = [...inferredSignatureFixes(ctx, nameLocation.span), ...annotateFixes(ctx, nameLocation.span)];
  return fixes.filter(({ path }) => path === file.path).flatMap(({ edits }) => (edits.length === 1 ? edits : []));
}

/** RBS has no refinements. */
function styleFor({ signatureStyle }: Trial['settings']): Trial['settings']['signatureStyle'] {
  return signatureStyle === 'rbs' ? 'comment' : signatureStyle;
}

/** The edit that writes the contract; null: it is written already. */
export function editFor({ workspace }: Trial, { path, text }: ProvedContract): TextEdit | null {
  const before = workspace.snapshot.sources.get(path)?.text;
  return before === undefined ? null : differenceOf(before, text);
}

/** Whether it says more than types. */
export function saysMoreThanTypes({ requires, ensures }: ProvedContract): boolean {
  return requires.length + ensures.length > 0;
}

function showRuns(runs: number): string {
  return runs === 1 ? 'one run' : `${runs.toLocaleString('en-US')} runs`;
}

/** Lines of text. */
export function describeSuggestion(suggestion: Suggestion): readonly string[] {
  if (suggestion.kind === 'stuck') return [`nothing is suggested, because ${showWhyNot(suggestion.why)}`];
  const { contract, requires, ensures, observed, refuted, tried, verdict } = suggestion;
  const held = (clause: string, end: string): string =>
    observed.has(clause) ? `held in ${showRuns(suggestion.runs)}; ${end}` : end;
  return [
    contract,
    ...requires.map(({ clause, because }) => {
      const why = because === null ? '' : `, so that ${showReason(because).required}`;
      return `  ${held(clause, 'needed')}: ${clause}${why}`;
    }),
    ...ensures.map(clause => `  ${held(clause, 'proved')}: ${clause}`),
    ...refuted.map(({ clause, call }) =>
      call === null
        ? `  not proved: ${clause}, which held in ${showRuns(suggestion.runs)}`
        : `  refuted: ${clause} held in ${showRuns(suggestion.runs)}, but not in ${call}`,
    ),
    ...(saysMoreThanTypes(suggestion) ? [] : [`  nothing is needed, and none of ${tried} clauses could be proved`]),
    ...(verdict.caveats.length === 0 ? [] : [`  ${showVerdict(verdict)}`]),
  ];
}
