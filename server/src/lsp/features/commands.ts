/** Commands that any client can run: verify a method, a file or the workspace; show what is known about a method. */
import { basename } from 'node:path';
import type { ExecuteCommandParams } from 'vscode-languageserver';
import { SERVER_COMMANDS } from '../../../../shared/src/protocol';
import type { MethodSnapshot } from '../../engine/snapshot';
import { PROOF_FORMS, type ProofForm } from '../../ide/forms';
import { isShown, titleOf } from '../../ide/lens';
import { listMethodStatus, showCounts } from '../../ide/methodStatus';
import { describeSuggestion } from '../../ide/suggest';
import { testFromCounterexample } from '../../judge/testFromCounterexample';
import { rangeOf, uriOf } from '../convert';
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
      return said(server, await verifyMethod(server, address, method));
    case SERVER_COMMANDS.verifyFile:
      return said(server, await verifyFile(server, address));
    case SERVER_COMMANDS.verifyWorkspace:
      return said(server, await verifyWorkspace(server));
    case SERVER_COMMANDS.showDetails:
      return tell(server, address, method, detailsOf);
    case SERVER_COMMANDS.annotate:
      return annotate(server, address, method);
    case SERVER_COMMANDS.suggestContract:
      return suggest(server, address, method);
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

const UNREAD = 'not all files were read: verify the workspace first';

/** Verifies only this method, with the full budget of the settings, and returns its status. */
async function verifyMethod(server: Server, uri: string, wanted: unknown): Promise<string | null> {
  await server.settled();
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  if (!method) return found && 'there is no method here';
  const { key } = method.info;
  if (!found.project.indexed) return UNREAD;
  if (!isShown(method)) return `${key} has no annotation: there is nothing to verify`;
  await found.project.runs.ask({ paths: [found.path], methods: new Set([key]) });
  const after = await server.find(uri);
  const verified = after && methodOf(after, key);
  return verified ? `${key}: ${titleOf(verified)}` : null;
}

async function verifyFile(server: Server, uri: string): Promise<string | null> {
  await server.settled();
  const found = await server.find(uri);
  if (found === null) return null;
  if (!found.project.indexed) return UNREAD;
  await found.project.runs.ask({ paths: [found.path] });
  return `${basename(found.path)}: ${showCounts(found.project.snapshot, [found.path])}`;
}

async function verifyWorkspace(server: Server): Promise<string> {
  await server.startAll();
  const words: string[] = [];
  for (const project of server.projects.all()) {
    const paths = [...project.snapshot.files.keys()];
    if (!project.indexed) return 'cancelled';
    const isDone = await server.progress('Loupe: verifying', (report, signal) =>
      project.runs.ask({ paths, report, signal }),
    );
    const counts = showCounts(project.snapshot, paths);
    words.push(`${project.root === null ? 'loose files' : basename(project.root)}: ${counts}`);
    if (!isDone) return `cancelled; so far ${words.join('; ')}`;
  }
  return words.length === 0 ? 'there is nothing to verify' : words.join('; ');
}

/** True: the client applied the edit. The annotation is verified like every fix, so there may be none. */
async function annotate(server: Server, uri: string, wanted: unknown): Promise<boolean> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  if (!method) return false;
  const { start } = method.nameLocation.span;
  const fixes = await found.project.fixesAt(found.path, { start, end: start }, null, new AbortController().signal);
  const fix = fixes.find(each => each.group?.startsWith('annotate'));
  if (fix === undefined) {
    server.tell(`no type of ${method.info.key} fits its calls and its body`);
    return false;
  }
  const answer = await server.connection.workspace.applyEdit({ label: fix.title, edit: editOf(found.snapshot, fix) });
  return answer?.applied ?? false;
}

/** True: the client applied the edit. Says what was found in any case. */
async function suggest(server: Server, uri: string, wanted: unknown): Promise<boolean> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  if (!method) return false;
  if (!found.project.indexed) {
    server.tell(UNREAD);
    return false;
  }
  const { suggestion, edit } = await found.project.suggest(method, AbortSignal.timeout(SUGGEST_MS));
  if (suggestion.kind === 'stuck' || edit === null) {
    server.tell(`${method.info.key}: ${describeSuggestion(suggestion).join('\n')}`);
    return false;
  }
  const lines = found.snapshot.files.get(suggestion.path)?.lines;
  if (lines === undefined) return false;
  const changes = { [uriOf(suggestion.path)]: [{ range: rangeOf(lines, edit), newText: edit.text }] };
  const answer = await server.connection.workspace.applyEdit({ label: 'Suggest contract', edit: { changes } });
  return answer?.applied ?? false;
}

/** The user asked for it and waits. */
const SUGGEST_MS = 60_000;

async function tell(
  server: Server,
  uri: string,
  wanted: unknown,
  say: (found: Found, method: MethodSnapshot) => string | null,
): Promise<string | null> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  const text = method ? say(found, method) : null;
  return said(server, text);
}

/** Also shows it as a message, for clients without a view of their own. */
function said(server: Server, text: string | null): string | null {
  if (text !== null && !server.options.presence) server.tell(text);
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
  const known = listMethodStatus(snapshot, path, project.settings).find(each => each.name === info.key);
  if (known === undefined) return null;
  return `${info.key}: ${known.title}${known.details === '' ? '' : `\n\n${known.details}`}`;
}

/** A test for the first confirmed counterexample. */
function testOf({ path, project, snapshot }: Found, { info, verdict }: MethodSnapshot): string | null {
  const home = testHome(project.root, path);
  for (const obligation of verdict?.obligations ?? []) {
    const test = testFromCounterexample({ program: snapshot.program, method: info, obligation, ...home });
    if (test !== null) return test.text;
  }
  return null;
}
