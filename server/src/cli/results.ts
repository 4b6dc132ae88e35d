/** The results of a check, file by file: the input of all output formats. */
import type { Settings } from '../../../shared/src/settings';
import { fileAnchor, span } from '../base/span';
import type { ReadFailure } from '../engine/host';
import type { FileSnapshot, MethodSnapshot, Snapshot } from '../engine/snapshot';
import { type Diagnostic, diagnosticsOf, severityOf } from '../ide/diagnostics';
import { definitionOf, messageOf } from '../problems/catalogue';
import type { VerdictStatus } from '../proof/verdict';

export interface FileResult {
  readonly path: string;
  /** The path as shown to the user. */
  readonly shown: string;
  /** Null: the file could not be read. */
  readonly file: FileSnapshot | null;
  readonly snapshot: Snapshot;
  readonly diagnostics: readonly Diagnostic[];
}

export function resultOf(snapshot: Snapshot, path: string, shown: string, settings: Settings): FileResult {
  const file = snapshot.files.get(path) ?? null;
  return { path, shown, file, snapshot, diagnostics: diagnosticsOf(snapshot, path, settings) };
}

const FAILURE_CODES: Readonly<Record<ReadFailure, string>> = {
  missing: 'LP0101',
  unreadable: 'LP0102',
  'not-utf8': 'LP0103',
  'too-large': 'LP0104',
  'is-directory': 'LP0102',
};

/** A file that was found but could not be read. */
export function unreadableFileResult(
  snapshot: Snapshot,
  at: { readonly path: string; readonly shown: string },
  failure: ReadFailure,
  detail: string,
  settings: Settings,
): FileResult {
  const code = FAILURE_CODES[failure];
  const problem = { code, place: { anchor: fileAnchor(at.path), span: span(0, 0) }, args: { detail } };
  const severity = severityOf(problem, settings);
  const definition = definitionOf(code);
  const diagnostic: Diagnostic | null =
    severity === null
      ? null
      : {
          code,
          name: definition.name,
          kind: definition.kind,
          severity,
          location: { path: at.path, span: span(0, 0) },
          message: messageOf(problem),
          related: [],
          problem,
          stale: false,
        };
  return { ...at, file: null, snapshot, diagnostics: diagnostic === null ? [] : [diagnostic] };
}

export interface Summary {
  readonly files: number;
  readonly methods: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly undecided: number;
  readonly notModelled: number;
  readonly vacuous: number;
  readonly typeErrors: number;
  readonly trusted: number;
  readonly unchecked: number;
  /** Of the unchecked: those with an annotation, which a level or label does not select. */
  readonly unselected: number;
  readonly internalErrors: number;
  readonly errors: number;
  readonly warnings: number;
}

export function summarise(results: readonly FileResult[]): Summary {
  const methods = results.flatMap(methodsOf);
  const statuses = methods.map(statusOf);
  const severities = results.flatMap(result => result.diagnostics.map(diagnostic => diagnostic.severity));
  const count = (status: VerdictStatus): number => statuses.filter(found => found === status).length;
  return {
    files: results.length,
    methods: statuses.length,
    safe: count('safe'),
    unsafe: count('unsafe'),
    undecided: count('undecided'),
    notModelled: count('not-modelled'),
    vacuous: count('vacuous'),
    typeErrors: count('type-error'),
    trusted: count('trusted'),
    unchecked: count('unchecked'),
    unselected: methods.filter(method => method.annotated && statusOf(method) === 'unchecked').length,
    internalErrors: count('internal-error'),
    errors: severities.filter(severity => severity === 'error').length,
    warnings: severities.filter(severity => severity === 'warning').length,
  };
}

export function methodsOf(result: FileResult): readonly MethodSnapshot[] {
  return result.file?.methods ?? [];
}

/** The status of a method without a verdict: unchecked if it has no annotation; otherwise the run was interrupted. */
export function statusOf(method: MethodSnapshot): VerdictStatus {
  if (method.verdict !== null) return method.verdict.status;
  if (!method.annotated) return 'unchecked';
  return method.info.definition === null && method.info.synthetic === null ? 'trusted' : 'undecided';
}

export type FailOn = 'error' | 'warning' | 'undecided' | 'not-modelled';

/** Each level is stricter than the one before it. */
export function exitStatus(summary: Summary, failOn: FailOn): number {
  const { errors, warnings, unsafe, undecided, notModelled } = summary;
  const strictness = ['error', 'warning', 'undecided', 'not-modelled'].indexOf(failOn);
  // A refutation that Ruby contradicts is neither a warning nor a proof.
  const counts = [errors, warnings, unsafe + undecided, notModelled].slice(0, strictness + 1);
  return counts.some(count => count > 0) ? 1 : 0;
}
