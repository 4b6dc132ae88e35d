/**
 * The Testing view: annotated methods as tests. Running one verifies that method; running a file verifies its methods.
 * Verification that the server starts itself is shown as a run too, so that queued, running and outdated methods are
 * visible.
 */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { MethodPresence, MethodsParams, PresentMethod } from '../../../shared/src/protocol';
import { SERVER_COMMANDS } from '../../../shared/src/protocol';
import { runOnServer } from '../commands';

export interface TestingView extends vscode.Disposable {
  readonly show: (params: MethodsParams) => void;
}

const SETTLED: readonly MethodPresence[] = ['safe', 'unsafe', 'undecided'];

export function createTestingView(client: LanguageClient): TestingView {
  const controller = vscode.tests.createTestController('loupe', 'Loupe');
  const latest = new Map<string, MethodsParams>();
  const runs = new Map<string, vscode.TestRun>();
  const follow = (params: MethodsParams): void => {
    const run = runs.get(params.uri) ?? controller.createTestRun(new vscode.TestRunRequest(), undefined, false);
    if (report(controller, run, params)) {
      run.end();
      runs.delete(params.uri);
    } else runs.set(params.uri, run);
  };
  const run = async (request: vscode.TestRunRequest): Promise<void> => {
    await Promise.all((request.include ?? [...allItems(controller)]).map(item => verify(client, item)));
    for (const params of latest.values()) follow(params);
  };
  const onSettings = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration('loupe.gutter')) for (const params of latest.values()) list(controller, params);
  });
  controller.createRunProfile('Verify', vscode.TestRunProfileKind.Run, run, true);
  return {
    show: params => {
      const before = latest.get(params.uri);
      latest.set(params.uri, params);
      if (JSON.stringify(before) === JSON.stringify(params)) return;
      // VS Code cannot update the result of a finished run, so a stale method needs a new run.
      if (staleIn(params).some(name => !staleIn(before).includes(name))) {
        runs.get(params.uri)?.end();
        runs.delete(params.uri);
      }
      list(controller, params);
      follow(params);
    },
    dispose: () => {
      onSettings.dispose();
      controller.dispose();
    },
  };
}

function staleIn(params: MethodsParams | undefined): readonly string[] {
  return (params?.methods ?? []).filter(({ presence }) => presence === 'stale').map(({ name }) => name);
}

/** A file, or a method of one; the label is the method's name. */
async function verify(client: LanguageClient, item: vscode.TestItem): Promise<void> {
  const uri = item.uri?.toString() ?? '';
  if (item.parent === undefined) await runOnServer(client, SERVER_COMMANDS.verifyFile, uri);
  else await runOnServer(client, SERVER_COMMANDS.verifyMethod, uri, item.label);
}

function* allItems(controller: vscode.TestController): Iterable<vscode.TestItem> {
  for (const [, item] of controller.items) yield item;
}

function list(controller: vscode.TestController, params: MethodsParams): void {
  if (params.methods.length === 0) {
    controller.items.delete(params.uri);
    return;
  }
  const uri = vscode.Uri.parse(params.uri);
  const file =
    controller.items.get(params.uri) ??
    controller.createTestItem(params.uri, vscode.workspace.asRelativePath(uri), uri);
  const items = params.methods.map(method => itemOf(controller, file, uri, method));
  file.children.replace(items);
  controller.items.add(file);
  const outdated = items.filter((_, i) => params.methods[i]!.presence === 'stale');
  if (outdated.length > 0) controller.invalidateTestResults(outdated);
}

/** Keeps an existing item and updates only its range. */
function itemOf(
  controller: vscode.TestController,
  file: vscode.TestItem,
  uri: vscode.Uri,
  method: PresentMethod,
): vscode.TestItem {
  const id = `${uri.toString()} ${method.name}`;
  const item = file.children.get(id) ?? controller.createTestItem(id, method.name, uri);
  const range = hasGutter() ? rangeOf(method) : undefined;
  if (range === undefined || !item.range?.isEqual(range)) item.range = range;
  return item;
}

/** The editor draws a glyph beside every item that has a range. */
function hasGutter(): boolean {
  return vscode.workspace.getConfiguration('loupe').get('gutter', true);
}

function rangeOf(method: PresentMethod): vscode.Range {
  return new vscode.Range(method.line, method.character, method.line, method.endCharacter);
}

/** Shows what the server is doing and what it found. True: every method has a result. */
function report(controller: vscode.TestController, run: vscode.TestRun, params: MethodsParams): boolean {
  const file = controller.items.get(params.uri);
  for (const method of params.methods) {
    const item = file?.children.get(`${vscode.Uri.parse(params.uri).toString()} ${method.name}`);
    if (item !== undefined) reportState(run, item, method);
  }
  return params.methods.every(method => SETTLED.includes(method.presence));
}

/** Reports nothing for a stale method: `list` has already marked its result as outdated. */
function reportState(run: vscode.TestRun, item: vscode.TestItem, method: PresentMethod): void {
  const { presence } = method;
  if (presence === 'queued') run.enqueued(item);
  else if (presence === 'verifying') run.started(item);
  else if (presence === 'safe') run.passed(item);
  else if (presence === 'unsafe') fail(run, item, method);
  else if (presence === 'undecided') run.skipped(item);
}

/** Writes the reason to the output: a test message would duplicate the diagnostic in the editor. */
function fail(run: vscode.TestRun, item: vscode.TestItem, method: PresentMethod): void {
  const reason = method.details === '' ? method.title : method.details;
  run.appendOutput(`${reason.replace(/\n/g, '\r\n')}\r\n`, undefined, item);
  run.failed(item, []);
}
