/** `--format github`: workflow commands, which GitHub shows as annotations on a pull request. */
import type { Diagnostic } from '../../ide/diagnostics';
import type { FileResult } from '../results';
import { rangeOf } from './evidence';

const COMMAND = { error: 'error', warning: 'warning', information: 'notice', hint: 'notice' } as const;

export function printGithub(results: readonly FileResult[]): string {
  return results.flatMap(result => result.diagnostics.map(diagnostic => line(result, diagnostic))).join('');
}

function line(result: FileResult, diagnostic: Diagnostic): string {
  const { start, end } = rangeOf(result, diagnostic);
  const where = [
    `file=${property(result.shown)}`,
    `line=${start.line + 1}`,
    `endLine=${end.line + 1}`,
    `col=${start.character + 1}`,
    ...(end.line === start.line ? [`endColumn=${Math.max(end.character, start.character + 1)}`] : []),
    `title=${property(`Loupe ${diagnostic.code}`)}`,
  ];
  return `::${COMMAND[diagnostic.severity]} ${where.join(',')}::${data(diagnostic.message)}\n`;
}

function data(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text: string): string {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
