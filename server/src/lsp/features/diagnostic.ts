/**
 * Pull diagnostics, of a document and of closed files. Advertised only if the client supports refreshing them; otherwise
 * diagnostics are pushed.
 */
import { DocumentDiagnosticReportKind } from 'vscode-languageserver';
import type { Feature } from '../feature';
import { resultIdOf } from '../workspacePull';

export const diagnosticFeature: Feature = {
  capabilities: client =>
    client.textDocument?.diagnostic !== undefined && client.workspace?.diagnostics?.refreshSupport === true
      ? { diagnosticProvider: { identifier: 'loupe', interFileDependencies: true, workspaceDiagnostics: true } }
      : {},
  register: (connection, server) => {
    connection.languages.diagnostics.on(async ({ textDocument, previousResultId }) => {
      const found = await server.find(textDocument.uri);
      const items = found === null ? [] : [...server.presenter.diagnostics(found.project, found.path)];
      const resultId = resultIdOf(items);
      return resultId === previousResultId
        ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
        : { kind: DocumentDiagnosticReportKind.Full, items, resultId };
    });
    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token) => ({
      items: [...(await server.presenter.pullClosed(previousResultIds, token))],
    }));
  },
};
