/** Commands that any client can run: verify a method, a file or the workspace; tell what is known about a method. */
import type { ExecuteCommandParams } from 'vscode-languageserver';
import { SERVER_COMMANDS } from '../../../../shared/src/protocol';
import type { MethodSnapshot } from '../../engine/snapshot';
import { PROOF_FORMS, type ProofForm } from '../../ide/forms';
import { presentMethods } from '../../ide/presence';
import { testFromCounterexample } from '../../judge/testFromCounterexample';
import type { Feature } from '../features';
import type { Found, Server } from '../server';
import { testHome } from '../testHome';
import { editOf } from './codeAction';

export const commandsFeature: Feature = {
  capabilities: () => ({ executeCommandProvider: { commands: Object.values(SERVER_COMMANDS) } }),
  register: (connection, server) => {
    connection.onExecuteCommand(params => run(server, params));
  },
};

async function run(server: Server, { command, arguments: args = [] }: ExecuteCommandParams): Promise<unknown> {
  const [uri, method, form] = args as readonly unknown[];
  const address = typeof uri === 'string' ? uri : '';
  switch (command) {
    case SERVER_COMMANDS.verifyMethod:
    case SERVER_COMMANDS.verifyFile:
      return verifyFile(server, address);
    case SERVER_COMMANDS.verifyWorkspace:
      return verifyWorkspace(server);
    case SERVER_COMMANDS.showDetails:
      return tell(server, address, method, detailsOf);
    case SERVER_COMMANDS.annotate:
      return annotate(server, address, method);
    case SERVER_COMMANDS.counterexampleTest:
      return tell(server, address, method, testOf);
    case SERVER_COMMANDS.showForm:
      return tell(server, address, method, (found, { info }) =>
        PROOF_FORMS.includes(form as ProofForm) ? found.project.form(info.key, form as ProofForm) : null,
      );
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
  await server.startAll();
  for (const project of server.projects.all()) {
    await server.progress('Loupe: verifying', async (report, signal) => {
      const run = new AbortController();
      signal.addEventListener('abort', () => run.abort());
      const paths = [...project.snapshot.files.keys()];
      const stop = project.onProgress('verifying', report);
      await project.verify(paths, 'full', run).finally(stop);
    });
  }
  return null;
}

/** True: the client made the edit. Tried like every other fix, so there may be nothing to write. */
async function annotate(server: Server, uri: string, wanted: unknown): Promise<boolean> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  if (!method) return false;
  const { start } = method.nameLocation.span;
  const fixes = await found.project.fixesAt(found.path, { start, end: start }, null, new AbortController().signal);
  const fix = fixes.find(each => each.group?.startsWith('annotate'));
  if (fix === undefined) {
    server.connection.window.showInformationMessage(`Loupe: no type of ${method.info.key} fits its calls and its body`);
    return false;
  }
  const answer = await server.connection.workspace.applyEdit({ label: fix.title, edit: editOf(found.snapshot, fix) });
  return answer?.applied ?? false;
}

/** For clients without a place of their own for it, as a message too. */
async function tell(
  server: Server,
  uri: string,
  wanted: unknown,
  say: (found: Found, method: MethodSnapshot) => string | null,
): Promise<string | null> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  const text = method ? say(found, method) : null;
  if (text !== null && !server.options.presence) server.connection.window.showInformationMessage(text);
  return text;
}

/** By its name, or by a line (zero-based) inside it. */
function methodOf({ file }: Found, wanted: unknown): MethodSnapshot | null {
  if (typeof wanted === 'string') return file.methods.find(({ info }) => info.key === wanted) ?? null;
  if (typeof wanted !== 'number') return null;
  const lineOf = (offset: number): number => file.lines.position(offset).line;
  return (
    file.methods.findLast(({ location: { span } }) => lineOf(span.start) <= wanted && wanted <= lineOf(span.end)) ??
    null
  );
}

function detailsOf({ snapshot, path, project }: Found, { info }: MethodSnapshot): string | null {
  const known = presentMethods(snapshot, path, project.settings).find(each => each.name === info.key);
  if (known === undefined) return null;
  return `${info.key}: ${known.title}${known.details === '' ? '' : `\n\n${known.details}`}`;
}

/** Of the first confirmed counterexample. */
function testOf({ path, project }: Found, { info, verdict }: MethodSnapshot): string | null {
  const home = testHome(project.root, path);
  for (const obligation of verdict?.obligations ?? []) {
    const test = testFromCounterexample({ method: info, obligation, ...home });
    if (test !== null) return test.text;
  }
  return null;
}
