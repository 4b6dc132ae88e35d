/** Pull diagnostics. Advertised only if the client supports refreshing them; otherwise diagnostics are pushed. */
import { DocumentDiagnosticReportKind } from 'vscode-languageserver';
import { hash } from '../../base/hash';
import type { Feature } from '../features';

export const diagnosticFeature: Feature = {
  capabilities: client =>
    client.textDocument?.diagnostic !== undefined && client.workspace?.diagnostics?.refreshSupport === true
      ? { diagnosticProvider: { identifier: 'loupe', interFileDependencies: true, workspaceDiagnostics: false } }
      : {},
  register: (connection, server) => {
    connection.languages.diagnostics.on(async ({ textDocument, previousResultId }) => {
      const found = await server.find(textDocument.uri);
      const items = found === null ? [] : [...server.presenter.diagnostics(found.project, found.path)];
      const resultId = hash(JSON.stringify(items));
      return resultId === previousResultId
        ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
        : { kind: DocumentDiagnosticReportKind.Full, items, resultId };
    });
  },
};
