/** Converts between the types of ide/ and LSP. The only place that knows both spans and ranges. */
import { pathToFileURL } from 'node:url';
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as LspDiagnostic,
  type Location as LspLocation,
  type Range,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { LineIndex } from '../base/lines';
import type { Location, Span } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import type { Diagnostic } from '../ide/diagnostics';

/** Files by their path; other documents (untitled, virtual) by their URI. */
export function pathOf(uri: string): string {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : uri;
}

export function uriOf(path: string): string {
  return /^[a-z][a-z0-9+.-]+:/i.test(path) && !/^[a-z]:[\\/]/i.test(path) ? path : URI.file(path).toString();
}

export function rangeOf(lines: LineIndex, span: Span): Range {
  return { start: lines.position(span.start), end: lines.position(span.end) };
}

export function spanOf(lines: LineIndex, range: Range): Span {
  return { start: lines.offset(range.start), end: lines.offset(range.end) };
}

/** Null: the file is not, or no longer, known. */
export function locationOf(snapshot: Snapshot, location: Location): LspLocation | null {
  const file = snapshot.files.get(location.path);
  return file === undefined ? null : { uri: uriOf(location.path), range: rangeOf(file.lines, location.span) };
}

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

export function diagnosticOf(
  snapshot: Snapshot,
  diagnostic: Diagnostic,
  pageOf: (code: string) => string | null,
): LspDiagnostic {
  const lines = snapshot.files.get(diagnostic.location.path)?.lines ?? new LineIndex('');
  const page = pageOf(diagnostic.code);
  const related = diagnostic.related.flatMap(note => {
    const location = locationOf(snapshot, note.location);
    return location === null ? [] : [{ location, message: note.message }];
  });
  return {
    range: rangeOf(lines, diagnostic.location.span),
    severity: SEVERITY[diagnostic.severity],
    code: diagnostic.code,
    source: 'loupe',
    message: diagnostic.message,
    ...(page === null ? {} : { codeDescription: { href: pathToFileURL(page).href } }),
    ...(related.length === 0 ? {} : { relatedInformation: related }),
    ...(diagnostic.stale ? { tags: [DiagnosticTag.Unnecessary] } : {}),
  };
}
