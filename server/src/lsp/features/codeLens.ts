import { SERVER_COMMANDS } from '../../../../shared/src/protocol';
import { lensesOf } from '../../ide/lens';
import { rangeOf } from '../convert';
import type { Feature } from '../features';

export const codeLensFeature: Feature = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: false } }),
  register: (connection, server) => {
    connection.onCodeLens(async ({ textDocument }) => {
      const found = await server.find(textDocument.uri);
      if (!found?.project.indexed || !found.project.settings.codeLens) return [];
      return lensesOf(found.snapshot, found.path).map(lens => ({
        range: rangeOf(found.file.lines, lens.location.span),
        command: {
          title: lens.title,
          command: lens.action === 'annotate' ? SERVER_COMMANDS.annotate : SERVER_COMMANDS.showDetails,
          arguments: [textDocument.uri, lens.method],
        },
      }));
    });
  },
};
