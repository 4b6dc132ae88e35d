import { SERVER_COMMANDS } from '../../../../shared/src/protocol';
import { type Lens, lensesOf } from '../../ide/lens';
import { rangeOf } from '../convert';
import type { Feature } from '../features';

const COMMANDS: Readonly<Record<Lens['action'], string>> = {
  details: SERVER_COMMANDS.showDetails,
  annotate: SERVER_COMMANDS.annotate,
  learned: SERVER_COMMANDS.showLearned,
  refine: SERVER_COMMANDS.suggestContract,
};

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
          command: COMMANDS[lens.action],
          arguments: [textDocument.uri, lens.method],
        },
      }));
    });
  },
};
