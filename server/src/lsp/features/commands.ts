/** Commands that any client can run: verify a method, a file or the workspace; tell what is known about a method. */
import type { ExecuteCommandParams } from 'vscode-languageserver';
import { SERVER_COMMANDS } from '../../../../shared/src/protocol';
import { presentMethods } from '../../ide/presence';
import { pathOf } from '../convert';
import type { Feature } from '../features';
import type { Server } from '../server';

export const commandsFeature: Feature = {
  capabilities: () => ({ executeCommandProvider: { commands: Object.values(SERVER_COMMANDS) } }),
  register: (connection, server) => {
    connection.onExecuteCommand(params => run(server, params));
  },
};

async function run(server: Server, { command, arguments: args = [] }: ExecuteCommandParams): Promise<unknown> {
  const [uri, method] = args.map(each => (typeof each === 'string' ? each : ''));
  switch (command) {
    case SERVER_COMMANDS.verifyMethod:
    case SERVER_COMMANDS.verifyFile:
      return verifyFile(server, uri ?? '');
    case SERVER_COMMANDS.verifyWorkspace:
      return verifyWorkspace(server);
    case SERVER_COMMANDS.showDetails:
      return showDetails(server, uri ?? '', method ?? '');
    default:
      return null;
  }
}

async function verifyFile(server: Server, uri: string): Promise<null> {
  const found = await server.find(uri);
  if (found !== null) await found.project.verify([found.path], 'full', new AbortController());
  return null;
}

async function verifyWorkspace(server: Server): Promise<null> {
  await server.settled();
  for (const project of server.projects.all()) {
    await server.progress('Loupe: verifying', async (report, signal) => {
      const run = new AbortController();
      signal.addEventListener('abort', () => run.abort());
      const paths = [...project.snapshot.files.keys()];
      const stop = project.onProgress(report);
      await project.verify(paths, 'full', run).finally(stop);
    });
  }
  return null;
}

/** For clients without a place of their own for it, as a message. */
async function showDetails(server: Server, uri: string, method: string): Promise<string | null> {
  const found = await server.find(uri);
  if (found === null) return null;
  const known = presentMethods(found.snapshot, pathOf(uri), found.project.settings).find(each => each.name === method);
  if (known === undefined) return null;
  const text = `${method}: ${known.title}${known.details === '' ? '' : `\n\n${known.details}`}`;
  if (!server.options.presence) server.connection.window.showInformationMessage(text);
  return text;
}
