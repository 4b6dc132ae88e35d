/** The Testing view: annotated methods as checks; running one verifies its file. */
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
  const run = async (request: vscode.TestRunRequest): Promise<void> => {
    const files = new Set((request.include ?? [...items(controller)]).map(item => item.uri?.toString() ?? ''));
    await Promise.all(
      [...files].filter(uri => uri !== '').map(uri => runOnServer(client, SERVER_COMMANDS.verifyFile, uri)),
    );
    for (const params of latest.values()) report(controller, params);
  };
  controller.createRunProfile('Verify', vscode.TestRunProfileKind.Run, run, true);
  return {
    show: params => {
      const changed = JSON.stringify(latest.get(params.uri)) !== JSON.stringify(params);
      latest.set(params.uri, params);
      if (!changed) return;
      list(controller, params);
      if (params.methods.every(method => SETTLED.includes(method.presence))) report(controller, params);
    },
    dispose: () => controller.dispose(),
  };
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
  const outdated = items.filter((_, i) => !SETTLED.includes(params.methods[i]!.presence));
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

/** What the server found, as a test run that is over at once. */
function report(controller: vscode.TestController, params: MethodsParams): void {
  const file = controller.items.get(params.uri);
  if (file === undefined) return;
  const run = controller.createTestRun(new vscode.TestRunRequest(), undefined, false);
  for (const method of params.methods) {
    const item = file.children.get(`${vscode.Uri.parse(params.uri).toString()} ${method.name}`);
    if (item === undefined) continue;
    if (method.presence === 'safe') run.passed(item);
    else if (method.presence === 'unsafe') fail(run, item, method);
    else run.skipped(item);
  }
  run.end();
}

/** The reason goes to the output: a message would stand in the editor, where the diagnostic is already. */
function fail(run: vscode.TestRun, item: vscode.TestItem, method: PresentMethod): void {
  const reason = method.details === '' ? method.title : method.details;
  run.appendOutput(`${reason.replace(/\n/g, '\r\n')}\r\n`, undefined, item);
  run.failed(item, []);
}
