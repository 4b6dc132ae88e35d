import type { ClientCapabilities, CodeLens } from 'vscode-languageserver';
import { SERVER_COMMANDS } from '../../../../shared/src/protocol';
import { type Lens, lensesOf } from '../../ide/codeLens';
import { rangeOf } from '../convert';
import type { Feature } from '../feature';

const COMMANDS: Readonly<Record<Lens['action'], string>> = {
  details: SERVER_COMMANDS.showDetails,
  annotate: SERVER_COMMANDS.annotate,
  learned: SERVER_COMMANDS.showLearned,
  refine: SERVER_COMMANDS.suggestContract,
};

/** What a lens without a command needs to get one. */
interface LensData {
  readonly uri: string;
  readonly method: string;
  readonly action: Lens['action'];
}

export const codeLensFeature: Feature = {
  capabilities: client => ({ codeLensProvider: { resolveProvider: resolvesCommands(client) } }),
  register: (connection, server) => {
    const lensesIn = async (uri: string): Promise<readonly (readonly [Lens, CodeLens])[]> => {
      const found = await server.find(uri);
      if (!found?.project.indexed || !found.project.settings.codeLens) return [];
      return lensesOf(found.snapshot, found.path).map(lens => [
        lens,
        { range: rangeOf(found.file.lines, lens.location.span), command: commandOf(uri, lens) },
      ]);
    };
    connection.onCodeLens(async ({ textDocument: { uri } }) => {
      const lenses = await lensesIn(uri);
      if (!resolvesCommands(server.client)) return lenses.map(([, lens]) => lens);
      return lenses.map(([{ method, action }, { range }]): CodeLens => {
        const data: LensData = { uri, method, action };
        return { range, data };
      });
    });
    // Lenses that are not on the screen are never resolved; the others get the latest words.
    connection.onCodeLensResolve(async lens => {
      const { uri, method, action } = lens.data as LensData;
      const known = (await lensesIn(uri)).find(([each]) => each.method === method && each.action === action);
      return { ...lens, command: known?.[1].command ?? { title: '', command: '' } };
    });
  },
};

function commandOf(uri: string, { title, action, method }: Lens): NonNullable<CodeLens['command']> {
  return { title, command: COMMANDS[action], arguments: [uri, method] };
}

function resolvesCommands({ textDocument }: ClientCapabilities): boolean {
  return textDocument?.codeLens?.resolveSupport?.properties.includes('command') === true;
}
