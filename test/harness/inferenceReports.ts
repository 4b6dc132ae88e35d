/** The inference reports of programs, as `path:line code message`. */
import type { Workspace } from '../../server/src/engine/workspace';
import { diagnosticsOf } from '../../server/src/ide/diagnostics';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';

export interface InferenceReport {
  readonly path: string;
  /** Zero-based. */
  readonly line: number;
  readonly shown: string;
}

/** Also internal errors: a unit that fails says nothing about its code. */
export function inferenceReports(workspace: Workspace, paths: Iterable<string>): readonly InferenceReport[] {
  const { snapshot } = workspace;
  return [...paths].flatMap(path =>
    diagnosticsOf(snapshot, path, DEFAULT_SETTINGS)
      .filter(({ kind, code }) => kind === 'inference' || code === 'LP9001')
      .map(({ code, message, location }) => {
        const line = snapshot.files.get(path)?.lines.position(location.span.start).line ?? 0;
        return { path, line, shown: `${path}:${line + 1} ${code} ${message}` };
      }),
  );
}
