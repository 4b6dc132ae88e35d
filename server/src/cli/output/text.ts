/** `--format text`: for people. Each problem with its code frame and trace, then verdicts, then one summary line. */

import type { Location } from '../../base/span';
import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { hasVerificationLens } from '../../ide/codeLens';
import type { Diagnostic } from '../../ide/diagnostics';
import { markOf, showVerdict, verdictMark } from '../../ide/verdictSummary';
import { showReason } from '../../problems/obligations';
import { type FileResult, methodsOf, type Summary, statusOf, summarise } from '../results';
import { frameOf } from './codeFrame';
import type { Colours } from './colours';
import { evidenceLines } from './evidence';
import { neutralise } from './neutralise';

export interface TextOptions {
  readonly colours: Colours;
  /** Also list every obligation of every method. */
  readonly explain: boolean;
  readonly showPath: (path: string) => string;
}

export function printText(results: readonly FileResult[], options: TextOptions): string {
  const problems = results.flatMap(result => result.diagnostics.map(d => problemText(result, d, options)));
  const verdicts = results.flatMap(result => verdictLines(result, options));
  const blocks = [...problems, verdicts.join('\n'), summaryText(summarise(results), options.colours)];
  return neutralise(`${blocks.filter(block => block !== '').join('\n\n')}\n`);
}

function problemText(result: FileResult, diagnostic: Diagnostic, options: TextOptions): string {
  const { colours } = options;
  const label = colours.severity(diagnostic.severity, `${diagnostic.severity} ${diagnostic.code}`);
  const head = `${colours.strong(showLocation(result, diagnostic.location, options))}: ${label}: ${diagnostic.message}`;
  const lines = [head, ...frameLines(result.snapshot, diagnostic.location, colours)];
  for (const related of diagnostic.related) {
    lines.push(colours.dim(`  ${showLocation(result, related.location, options)}: ${related.message}`));
    lines.push(...frameLines(result.snapshot, related.location, colours));
  }
  lines.push(...evidenceLines(result, diagnostic).map(line => `  ${line}`));
  return lines.join('\n');
}

function showLocation(result: FileResult, location: Location, options: TextOptions): string {
  const shown = options.showPath(location.path);
  const lines = result.snapshot.files.get(location.path)?.lines;
  if (lines === undefined) return shown;
  const { line, character } = lines.position(location.span.start);
  return `${shown}:${line + 1}:${character + 1}`;
}

function frameLines(snapshot: Snapshot, location: Location, colours: Colours): readonly string[] {
  const lines = snapshot.files.get(location.path)?.lines;
  if (lines === undefined) return [];
  const rows = frameOf(lines, location.span);
  const gutter = Math.max(...rows.map(row => row.number.length));
  return rows.map(row => `  ${colours.dim(`${row.number.padStart(gutter)} |`)} ${row.text}`.trimEnd());
}

function verdictLines(result: FileResult, options: TextOptions): readonly string[] {
  const methods = methodsOf(result).filter(method => method.annotated || hasVerificationLens(method));
  if (methods.length === 0) return [];
  const width = Math.max(...methods.map(method => method.info.key.length));
  const lines = methods.flatMap(method => methodLines(method, width, options));
  return [options.colours.strong(result.shown), ...lines];
}

function methodLines(method: MethodSnapshot, width: number, { colours, explain }: TextOptions): readonly string[] {
  const status = statusOf(method);
  const words = method.verdict === null ? status : showVerdict(method.verdict);
  const line = `  ${colours.verdict(status, method.verdict === null ? markOf(status) : verdictMark(method.verdict))} ${method.info.key.padEnd(width)}  ${colours.verdict(status, words)}`;
  if (!explain) return [line];
  const remote = method.verdict?.effort.remote ?? 0;
  const origin = remote === 0 ? [] : [colours.dim(`      ${amount(remote, 'answer')} from the remote cache`)];
  const details = (method.verdict?.obligations ?? []).map(obligation => {
    const mark = markOf(obligation.status);
    const why = obligation.why === null ? '' : ` (${obligation.why})`;
    const { required, proved } = showReason(obligation.reason);
    const clause = obligation.clause === null ? '' : ` \`${obligation.clause.text}\``;
    return colours.dim(
      `      ${mark} ${obligation.kind}${clause}: ${obligation.status === 'safe' ? proved : required}${why}`,
    );
  });
  return [line, ...details, ...origin];
}

function summaryText(summary: Summary, colours: Colours): string {
  const counts: readonly (readonly [number, string])[] = [
    [summary.safe, 'safe'],
    [summary.unsafe, 'unsafe'],
    [summary.typeErrors, 'with type errors'],
    [summary.vacuous, 'vacuous'],
    [summary.notModelled, 'not modelled'],
    [summary.undecided, 'undecided'],
    [summary.trusted, 'trusted'],
    [summary.internalErrors, 'with an internal error'],
    [summary.unselected, 'not verified'],
    [summary.unchecked - summary.unselected, 'without annotation'],
  ];
  const verdicts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const methods = verdicts.length === 0 ? '' : `: ${verdicts.join(', ')}`;
  const text = `${amount(summary.files, 'file')}, ${amount(summary.methods, 'method')}${methods}. ${amount(summary.errors, 'error')}, ${amount(summary.warnings, 'warning')}.`;
  const begin = summary.methods > 0 && summary.unchecked === summary.methods && summary.unselected === 0;
  return colours.strong(text) + (begin ? `\n${BEGIN}` : '');
}

/** Shown if nothing is annotated. */
const BEGIN = [
  'Nothing is annotated yet. Write a type above a `def`, and it is proved or refuted:',
  '  ##% (Integer x { x > 0 }) -> Integer r { r > x }',
  '`loupe infer` shows the types that are known already, `loupe suggest FILE` finds contracts.',
].join('\n');

function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
