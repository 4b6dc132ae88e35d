/**
 * The Testing view: annotated methods as checks. Running one verifies that method, running a file its methods. What the
 * server does by itself is shown as a run too, so that queued, verifying and outdated methods are seen as such.
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
    await Promise.all((request.include ?? [...items(controller)]).map(item => verify(client, item)));
    for (const params of latest.values()) follow(params);
  };
  controller.createRunProfile('Verify', vscode.TestRunProfileKind.Run, run, true);
  return {
    show: params => {
      const before = latest.get(params.uri);
      latest.set(params.uri, params);
      if (JSON.stringify(before) === JSON.stringify(params)) return;
      // What a run has said of a method that became stale is outdated for good: the next result needs another run.
      if (staleIn(params).some(name => !staleIn(before).includes(name))) {
        runs.get(params.uri)?.end();
        runs.delete(params.uri);
      }
      list(controller, params);
      follow(params);
    },
    dispose: () => controller.dispose(),
  };
}

function staleIn(params: MethodsParams | undefined): readonly string[] {
  return (params?.methods ?? []).filter(({ presence }) => presence === 'stale').map(({ name }) => name);
}

/** A file, or a method of one: its name is the label. */
async function verify(client: LanguageClient, item: vscode.TestItem): Promise<void> {
  const uri = item.uri?.toString() ?? '';
  if (item.parent === undefined) await runOnServer(client, SERVER_COMMANDS.verifyFile, uri);
  else await runOnServer(client, SERVER_COMMANDS.verifyMethod, uri, item.label);
}

function* items(controller: vscode.TestController): Iterable<vscode.TestItem> {
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

/** An item that is there already stays: only its place may be another. */
function itemOf(
  controller: vscode.TestController,
  file: vscode.TestItem,
  uri: vscode.Uri,
  method: PresentMethod,
): vscode.TestItem {
  const id = `${uri.toString()} ${method.name}`;
  const item = file.children.get(id) ?? controller.createTestItem(id, method.name, uri);
  const range = rangeOf(method);
  if (!item.range?.isEqual(range)) item.range = range;
  return item;
}

function rangeOf(method: PresentMethod): vscode.Range {
  return new vscode.Range(method.line, method.character, method.line, method.endCharacter);
}

/** What the server is doing, and what it found. True: all of it is settled. */
function report(controller: vscode.TestController, run: vscode.TestRun, params: MethodsParams): boolean {
  const file = controller.items.get(params.uri);
  for (const method of params.methods) {
    const item = file?.children.get(`${vscode.Uri.parse(params.uri).toString()} ${method.name}`);
    if (item !== undefined) state(run, item, method);
  }
  return params.methods.every(method => SETTLED.includes(method.presence));
}

/** Of a stale one nothing: its result is outdated, which `list` has said. */
function state(run: vscode.TestRun, item: vscode.TestItem, method: PresentMethod): void {
  const { presence } = method;
  if (presence === 'queued') run.enqueued(item);
  else if (presence === 'verifying') run.started(item);
  else if (presence === 'safe') run.passed(item);
  else if (presence === 'unsafe') fail(run, item, method);
  else if (presence === 'undecided') run.skipped(item);
}

/** The reason goes to the output: a message would stand in the editor, where the diagnostic is already. */
function fail(run: vscode.TestRun, item: vscode.TestItem, method: PresentMethod): void {
  const reason = method.details === '' ? method.title : method.details;
  run.appendOutput(`${reason.replace(/\n/g, '\r\n')}\r\n`, undefined, item);
  run.failed(item, []);
}
