/**
 * The problems of a file for editors and the command line: with location, message and the severity from the settings.
 * Omits problems whose declaration no longer exists, and problems that are switched off.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import type { Location } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import { locate } from '../engine/snapshot';
import { definitionOf, messageOf } from '../problems/catalogue';
import type { ProblemKind, ProblemSeverity } from '../problems/definition';

interface RelatedNote {
  readonly location: Location;
  readonly message: string;
}

export interface Diagnostic {
  readonly code: string;
  /** Readable name of the code: `broken-type`. */
  readonly name: string;
  readonly kind: ProblemKind;
  readonly severity: ProblemSeverity;
  readonly location: Location;
  readonly message: string;
  readonly related: readonly RelatedNote[];
  readonly problem: Problem;
  /** From an earlier version of the file; shown as stale. */
  readonly stale: boolean;
}

export function diagnosticsOf(snapshot: Snapshot, path: string, settings: Settings): readonly Diagnostic[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  return file.problems
    .map(problem => diagnosticOf(snapshot, problem, settings))
    .filter(diagnostic => diagnostic !== null)
    .sort(compareByPosition)
    .filter((each, i, all) => i === 0 || !isSame(each, all[i - 1]!));
}

function diagnosticOf(snapshot: Snapshot, problem: Problem, settings: Settings): Diagnostic | null {
  const location = locate(snapshot, problem.place);
  const severity = severityOf(problem, settings);
  if (location === null || severity === null) return null;
  const definition = definitionOf(problem.code);
  return {
    code: problem.code,
    name: definition.name,
    kind: definition.kind,
    severity,
    location,
    message: problem.stale ? `before the last change: ${messageOf(problem)}` : messageOf(problem),
    related: relatedNotes(snapshot, problem),
    problem,
    stale: problem.stale === true,
  };
}

function relatedNotes(snapshot: Snapshot, problem: Problem): readonly RelatedNote[] {
  return (problem.related ?? []).flatMap(({ place, note }) => {
    const location = locate(snapshot, place);
    return location === null ? [] : [{ location, message: note }];
  });
}

/** Null: switched off. Settings may use the code or the readable name of a problem. */
export function severityOf(problem: Problem, settings: Settings): ProblemSeverity | null {
  const definition = definitionOf(problem.code);
  const byUser = settings.severity[problem.code] ?? settings.severity[definition.name];
  const wished = (problem.stale && byUser !== 'off' ? 'hint' : byUser) ?? problem.severity ?? definition.severity;
  return wished === 'off' ? null : wished;
}

/** Two recovery attempts may report the same damage. */
function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.message === b.message && compareByPosition(a, b) === 0;
}

function compareByPosition(a: Diagnostic, b: Diagnostic): number {
  return a.location.span.start - b.location.span.start || a.location.span.end - b.location.span.end;
}
