/**
 * `--format agent`: for coding agents, which pay for every word. One line per problem with its evidence on the same
 * line, then what is not proved, then counts. Only what needs action is listed.
 */

import { hasVerificationLens } from '../../ide/codeLens';
import type { Diagnostic } from '../../ide/diagnostics';
import { showVerdict } from '../../ide/verdictSummary';
import type { VerdictStatus } from '../../proof/verdict';
import { type FileResult, methodsOf, type Summary, statusOf, summarise } from '../results';
import { rangeOf, traceOf } from './evidence';

const OPEN: ReadonlySet<VerdictStatus> = new Set(['undecided', 'not-modelled', 'vacuous']);

export function printAgent(results: readonly FileResult[]): string {
  const problems = results.flatMap(result => result.diagnostics.map(each => problemLine(result, each)));
  const open = results.flatMap(openLines);
  return `${[...problems, ...open, summaryLine(summarise(results))].join('\n')}\n`;
}

function problemLine(result: FileResult, diagnostic: Diagnostic): string {
  const { start } = rangeOf(result, diagnostic);
  const head = `${result.shown}:${start.line + 1}:${start.character + 1} ${diagnostic.severity} ${diagnostic.code} ${diagnostic.message}`;
  const trace = traceOf(result, diagnostic);
  const parts =
    trace === null ? [] : [trace.lead.replace(/:$/, ''), ...trace.code, trace.path, trace.runs, trace.advice];
  return oneLine([head, ...parts.filter(part => part !== '')].join(' | '));
}

function openLines(result: FileResult): readonly string[] {
  return methodsOf(result).flatMap(method => {
    const { info, nameLocation, verdict } = method;
    if (!hasVerificationLens(method) || !OPEN.has(statusOf(method)) || verdict === null) return [];
    const line = (result.file?.lines.position(nameLocation.span.start).line ?? 0) + 1;
    return [oneLine(`${result.shown}:${line} ${info.key} ${showVerdict(verdict)}`)];
  });
}

function summaryLine({
  safe,
  unsafe,
  typeErrors,
  undecided,
  notModelled,
  unchecked,
  errors,
  warnings,
}: Summary): string {
  return `${errors} errors, ${warnings} warnings; methods: ${safe} safe, ${unsafe} unsafe, ${typeErrors} type errors, ${undecided} undecided, ${notModelled} not modelled, ${unchecked} not verified`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
