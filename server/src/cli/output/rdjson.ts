/** `--format rdjson`: reviewdog's Diagnostic Format. Columns are one-based and count bytes of UTF-8. */
import type { Position } from '../../base/lines';
import type { Diagnostic } from '../../ide/diagnostics';
import type { FileResult } from '../results';
import { evidenceLines, rangeOf } from './evidence';

const SEVERITY = { error: 'ERROR', warning: 'WARNING', information: 'INFO', hint: 'INFO' } as const;

export function printRdjson(results: readonly FileResult[]): string {
  const diagnostics = results.flatMap(result => result.diagnostics.map(each => diagnosticOf(result, each)));
  return `${JSON.stringify({ source: { name: 'loupe' }, diagnostics }, null, 2)}\n`;
}

function diagnosticOf(result: FileResult, diagnostic: Diagnostic) {
  const { start, end } = rangeOf(result, diagnostic);
  return {
    message: [diagnostic.message, ...evidenceLines(result, diagnostic)].join('\n'),
    location: {
      path: result.shown,
      range: { start: inBytes(result, start), end: inBytes(result, end) },
    },
    severity: SEVERITY[diagnostic.severity],
    code: { value: diagnostic.code },
  };
}

function inBytes(result: FileResult, { line, character }: Position) {
  const before = result.file?.lines.lineText(line).slice(0, character) ?? '';
  return { line: line + 1, column: Buffer.byteLength(before) + 1 };
}
