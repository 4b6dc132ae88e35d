/** What supports a diagnostic: the counterexample with its call, outcome and path, as plain lines. */
import type { Diagnostic } from '../../ide/diagnostics';
import { buildTrace, obligationOf, type Trace, traceLines } from '../../ide/trace';
import type { FileResult } from '../results';

export function evidenceLines(result: FileResult, diagnostic: Diagnostic): readonly string[] {
  const trace = traceOf(result, diagnostic);
  return trace === null ? [] : traceLines(trace);
}

/** Null: the diagnostic has no counterexample. */
export function traceOf(result: FileResult, diagnostic: Diagnostic): Trace | null {
  const obligation = obligationOf(result.snapshot, diagnostic);
  return obligation === null ? null : buildTrace(result.snapshot, obligation);
}

/** Zero-based; a file that could not be read has one position. */
export function rangeOf(result: FileResult, { location }: Diagnostic) {
  const lines = result.file?.lines;
  const start = lines?.position(location.span.start) ?? { line: 0, character: 0 };
  return { start, end: lines?.position(location.span.end) ?? start };
}
