/**
 * Diagnostics of closed files for clients that pull them (`workspace/diagnostic`). A client that has never done so gets
 * them pushed. A request is answered when something differs from what the client has, so clients may send the next
 * request at once.
 */
import type {
  CancellationToken,
  Diagnostic,
  PreviousResultId,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { DocumentDiagnosticReportKind } from 'vscode-languageserver';
import { hash } from '../base/hash';

export class WorkspacePull {
  private readonly waiting = new Set<() => void>();

  /** Whether the client has ever requested them. */
  isUsed = false;

  /** What changed is answered to a request that waits. */
  changed(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** `reports`: the diagnostics of all closed files that have some, by URI. `isOpen`: those files are pulled alone. */
  async answer(
    previous: readonly PreviousResultId[],
    reports: () => ReadonlyMap<string, readonly Diagnostic[]>,
    isOpen: (uri: string) => boolean,
    token: CancellationToken,
  ): Promise<readonly WorkspaceDocumentDiagnosticReport[]> {
    const known = new Map(previous.filter(({ uri }) => !isOpen(uri)).map(({ uri, value }) => [uri, value]));
    for (;;) {
      const items = differences(known, reports());
      if (items.length > 0 || token.isCancellationRequested) return items;
      await this.change(token);
    }
  }

  private change(token: CancellationToken): Promise<void> {
    return new Promise(done => {
      const wake = (): void => {
        this.waiting.delete(wake);
        cancelled.dispose();
        done();
      };
      const cancelled = token.onCancellationRequested(wake);
      this.waiting.add(wake);
    });
  }
}

function differences(
  known: ReadonlyMap<string, string>,
  reports: ReadonlyMap<string, readonly Diagnostic[]>,
): readonly WorkspaceDocumentDiagnosticReport[] {
  const full = (uri: string, items: readonly Diagnostic[]): readonly WorkspaceDocumentDiagnosticReport[] => {
    const resultId = resultIdOf(items);
    if (known.get(uri) === resultId) return [];
    return [{ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [...items], resultId }];
  };
  const gone = [...known.keys()].filter(uri => !reports.has(uri));
  return [...[...reports].flatMap(([uri, items]) => full(uri, items)), ...gone.flatMap(uri => full(uri, []))];
}

export function resultIdOf(items: readonly Diagnostic[]): string {
  return hash(JSON.stringify(items));
}
