/** Commands that any client can run: verify a method, a file or the workspace; show what is known about a method. */
import { basename } from 'node:path';
import type { ExecuteCommandParams } from 'vscode-languageserver';
import { type FixPurpose, type MethodDetails, SERVER_COMMANDS } from '../../../../shared/src/protocol';
import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { hasVerificationLens, titleOf } from '../../ide/codeLens';
import { detailsOf } from '../../ide/details';
import { detailsMarkdown } from '../../ide/detailsMarkdown';
import type { Fix } from '../../ide/fixes/fix';
import { PROOF_FORMS, type ProofForm } from '../../ide/intermediateForms';
import { pageOfLearned } from '../../ide/learnedText';
import { showCounts } from '../../ide/methodStatus';
import { describeSuggestion } from '../../ide/suggest';
import { testFromCounterexample } from '../../judge/testFromCounterexample';
import { rangeOf, uriOf } from '../convert';
import type { Feature, Found, LanguageServer } from '../feature';
import { findTestFolder, placeTest } from '../testFolder';
import { editOf, mayCreateFiles } from './codeAction';

export const commandsFeature: Feature = {
  capabilities: () => ({ executeCommandProvider: { commands: Object.values(SERVER_COMMANDS) } }),
  register: (connection, server) => {
    connection.onExecuteCommand(params => run(server, params));
  },
};

async function run(server: LanguageServer, { command, arguments: args = [] }: ExecuteCommandParams): Promise<unknown> {
  const [uri, method, form] = args as readonly unknown[];
  const address = typeof uri === 'string' ? uri : '';
  switch (command) {
    case SERVER_COMMANDS.verifyMethod:
      return showMessage(server, await verifyMethod(server, address, method));
    case SERVER_COMMANDS.verifyFile:
      return showMessage(server, await verifyFile(server, address));
    case SERVER_COMMANDS.verifyWorkspace:
      return showMessage(server, await verifyWorkspace(server));
    case SERVER_COMMANDS.showDetails:
      return showMessage(server, markdownOf(await detailsAt(server, address, method)));
    case SERVER_COMMANDS.showLearned:
      return tell(
        server,
        address,
        method,
        ({ snapshot }, { info }) => pageOfLearned(snapshot, info.key) ?? `no recorded run called ${info.key}`,
      );
    case SERVER_COMMANDS.annotate:
      return applyFix(server, address, method, 'annotate');
    case SERVER_COMMANDS.applyFix:
      return typeof form === 'string' && Object.hasOwn(NO_FIX, form)
        ? applyFix(server, address, method, form as FixPurpose)
        : false;
    case SERVER_COMMANDS.methodDetails:
      return detailsAt(server, address, method);
    case SERVER_COMMANDS.suggestContract:
      return suggest(server, address, method);
    case SERVER_COMMANDS.testMissingPath:
      return writeMissingTest(server, address, method);
    case SERVER_COMMANDS.counterexampleTest:
      return tell(server, address, method, testOf);
    case SERVER_COMMANDS.openCreated:
      return openCreated(server, address);
    case SERVER_COMMANDS.showForm:
      return tell(server, address, method, (found, { info }) =>
        PROOF_FORMS.includes(form as ProofForm) ? found.project.form(info.key, form as ProofForm) : null,
      );
    default:
      return null;
  }
}

const UNREAD = 'not all files were read. Run "Loupe: Verify Workspace" first';

/** Verifies only this method, with the full budget of the settings, and returns its status. */
async function verifyMethod(server: LanguageServer, uri: string, wanted: unknown): Promise<string | null> {
  await server.settled();
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  if (!method) return found && 'put the cursor into a method first';
  const { key } = method.info;
  if (!found.project.indexed) return UNREAD;
  if (!hasVerificationLens(method)) return `${key} has no annotation yet`;
  await found.project.runs.ask({ paths: [found.path], methods: new Set([key]) });
  const after = await server.find(uri);
  const verified = after && methodOf(after, key);
  return verified ? `${key}: ${titleOf(verified)}` : null;
}

async function verifyFile(server: LanguageServer, uri: string): Promise<string | null> {
  await server.settled();
  const found = await server.find(uri);
  if (found === null) return null;
  if (!found.project.indexed) return UNREAD;
  await found.project.runs.ask({ paths: [found.path] });
  return `${basename(found.path)}: ${showCounts(found.project.snapshot, [found.path])}`;
}

async function verifyWorkspace(server: LanguageServer): Promise<string> {
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

/** True: the client applied the edit. Fixes are verified before they are offered, so there may be none. */
async function applyFix(server: LanguageServer, uri: string, wanted: unknown, purpose: FixPurpose): Promise<boolean> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  if (!method) return false;
  const { project, path, snapshot } = found;
  const { start } = method.nameLocation.span;
  const span = purpose === 'annotate' ? { start, end: start } : method.location.span;
  const tests = purpose === 'test' && mayCreateFiles(server) ? findTestFolder(project.root) : null;
  const fixes = await project.fixesAt(path, span, tests, new AbortController().signal);
  const fix = fixes.find(each => isFor(purpose, each));
  if (fix === undefined) {
    server.tell(NO_FIX[purpose](method.info.key));
    return false;
  }
  return apply(server, snapshot, fix);
}

async function apply(server: LanguageServer, snapshot: Snapshot, fix: Fix): Promise<boolean> {
  const answer = await server.connection.workspace.applyEdit({ label: fix.title, edit: editOf(snapshot, fix) });
  if (answer?.applied && fix.create !== undefined) await openCreated(server, uriOf(fix.create.path));
  return answer?.applied ?? false;
}

/** A client that cannot show a file on request has at least created it. */
async function openCreated(server: LanguageServer, uri: string): Promise<boolean> {
  if (!server.client.window?.showDocument?.support) return false;
  return (await server.connection.window.showDocument({ uri, takeFocus: true })).success;
}

function isFor(purpose: FixPurpose, fix: Fix): boolean {
  return purpose === 'test' ? fix.create !== undefined : (fix.group?.startsWith(purpose) ?? false);
}

const NO_FIX: Readonly<Record<FixPurpose, (method: string) => string>> = {
  annotate: method => `no type was found that fits ${method} and its calls`,
  precondition: method => `no precondition was found that makes ${method} safe`,
  test: method => `${method} has no counterexample that Ruby ran, or its test exists already`,
};

/** True: the client applied the edit. Says what was found in any case. */
async function suggest(server: LanguageServer, uri: string, wanted: unknown): Promise<boolean> {
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

/** True: the client created the file. */
async function writeMissingTest(server: LanguageServer, uri: string, wanted: unknown): Promise<boolean> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  const tests = found && mayCreateFiles(server) ? findTestFolder(found.project.root) : null;
  if (!method || tests === null) return false;
  const fix = await found.project.testMissingPath(method, tests, AbortSignal.timeout(SUGGEST_MS));
  if (fix !== null) return apply(server, found.snapshot, fix);
  server.tell(`${method.info.key}: no call was found that takes a path which no recorded run took`);
  return false;
}

/** The user started it and waits. */
const SUGGEST_MS = 60_000;

async function tell(
  server: LanguageServer,
  uri: string,
  wanted: unknown,
  say: (found: Found, method: MethodSnapshot) => string | null,
): Promise<string | null> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  const text = method ? say(found, method) : null;
  return showMessage(server, text);
}

/** Also shows it as a message, for clients without a view of their own. */
function showMessage(server: LanguageServer, text: string | null): string | null {
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

/** With a line: what is known there, too. */
async function detailsAt(server: LanguageServer, uri: string, wanted: unknown): Promise<MethodDetails | null> {
  const found = await server.find(uri);
  const method = found && methodOf(found, wanted);
  if (!method) return null;
  const { project, snapshot, path, file } = found;
  const line = typeof wanted === 'number' ? wanted : undefined;
  const at = line === undefined ? null : file.lines.lineStart(line);
  const facts = await project.proofFacts(method, at, AbortSignal.timeout(FACTS_MS));
  return detailsOf(snapshot, path, method.info.key, {
    settings: project.settings,
    uriOf,
    facts,
    ...(line !== undefined && { line }),
  });
}

/** Details without what was not found by then are better than none. */
const FACTS_MS = 10_000;

function markdownOf(details: MethodDetails | null): string | null {
  return details && detailsMarkdown(details);
}

/** A test for the first confirmed counterexample. */
function testOf({ path, project, snapshot }: Found, { info, verdict }: MethodSnapshot): string | null {
  const home = placeTest(project.root, path);
  for (const obligation of verdict?.obligations ?? []) {
    const test = testFromCounterexample({ program: snapshot.program, method: info, obligation, ...home });
    if (test !== null) return test.text;
  }
  return null;
}
