/**
 * The Testing view: annotated methods as tests. Running one verifies that method; running a file verifies its methods.
 * What the server verifies by itself is shown as one run over all files, and only if its outcome is new (testRuns.ts).
 */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { MethodsParams, PresentMethod } from '../../../shared/src/protocol';
import { SERVER_COMMANDS } from '../../../shared/src/protocol';
import { runOnServer } from '../commands';
import { changesSince, idOf, isSettled, type Presences, presencesOf } from './testRuns';

export interface TestingView extends vscode.Disposable {
  readonly show: (params: MethodsParams) => void;
}

/** Most verifications end sooner; a longer one is shown while it runs. */
const PATIENCE_MS = 3000;

export function createTestingView(client: LanguageClient): TestingView {
  const controller = vscode.tests.createTestController('loupe', 'Loupe');
  const latest = new Map<string, MethodsParams>();
  let reported: Presences = new Map();
  let open: vscode.TestRun | null = null;
  let timer: NodeJS.Timeout | null = null;

  const stopWaiting = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const begin = (request = new vscode.TestRunRequest()): vscode.TestRun => {
    stopWaiting();
    open?.end();
    open = controller.createTestRun(request, undefined, false);
    reported = new Map();
    return open;
  };
  const follow = (): void => {
    const presences = presencesOf(latest.values());
    if (isSettled(presences)) stopWaiting();
    if (open === null && changesSince(reported, presences).length === 0) return;
    if (open === null && !isSettled(presences)) {
      timer ??= setTimeout(() => {
        begin();
        follow();
      }, PATIENCE_MS);
      return;
    }
    const run = open ?? begin();
    for (const params of latest.values()) report(controller, run, params, changesSince(reported, presences));
    reported = presences;
    if (!isSettled(presences)) return;
    run.end();
    open = null;
  };
  const run = async (request: vscode.TestRunRequest): Promise<void> => {
    const items = request.include ?? [...allItems(controller)];
    const shown = begin(request);
    for (const item of items) shown.started(item);
    await Promise.all(items.map(item => verify(client, item)));
    follow();
  };
  const onSettings = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration('loupe.gutter')) for (const params of latest.values()) list(controller, params);
  });
  controller.createRunProfile('Verify', vscode.TestRunProfileKind.Run, run, true);
  return {
    show: params => {
      if (params.methods.length === 0) latest.delete(params.uri);
      else latest.set(params.uri, params);
      list(controller, params);
      follow();
    },
    dispose: () => {
      stopWaiting();
      onSettings.dispose();
      controller.dispose();
    },
  };
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
}

/** Keeps an existing item and updates only its range. */
function itemOf(
  controller: vscode.TestController,
  file: vscode.TestItem,
  uri: vscode.Uri,
  method: PresentMethod,
): vscode.TestItem {
  const id = idOf(file.id, method);
  // The glyph of a passed test would hide the mark of a proof that relies on a failing method.
  const range = hasGutter() && method.presence !== 'unfounded' ? rangeOf(method) : undefined;
  const known = file.children.get(id);
  // The editor keeps the glyph of an item that loses its range, so such an item is deleted and made anew.
  const isReusable = known !== undefined && (range !== undefined || known.range === undefined);
  if (known !== undefined && !isReusable) file.children.delete(id);
  const item = isReusable ? known : controller.createTestItem(id, method.name, uri);
  if (range !== undefined && !item.range?.isEqual(range)) item.range = range;
  return item;
}

/** The editor draws a glyph beside every item that has a range. */
function hasGutter(): boolean {
  return vscode.workspace.getConfiguration('loupe').get('gutter', true);
}

function rangeOf(method: PresentMethod): vscode.Range {
  return new vscode.Range(method.line, method.character, method.line, method.endCharacter);
}

function report(
  controller: vscode.TestController,
  run: vscode.TestRun,
  params: MethodsParams,
  changed: readonly string[],
): void {
  const file = controller.items.get(params.uri);
  for (const method of params.methods) {
    const id = idOf(params.uri, method);
    const item = changed.includes(id) ? file?.children.get(id) : undefined;
    if (item !== undefined) reportState(run, item, method);
  }
}

function reportState(run: vscode.TestRun, item: vscode.TestItem, method: PresentMethod): void {
  const { presence } = method;
  if (presence === 'queued' || presence === 'stale') run.enqueued(item);
  else if (presence === 'verifying') run.started(item);
  else if (presence === 'safe' || presence === 'unfounded') run.passed(item);
  else if (presence === 'unsafe') fail(run, item, method);
  else run.skipped(item);
}

/** Writes the reason to the output: a test message would duplicate the diagnostic in the editor. */
function fail(run: vscode.TestRun, item: vscode.TestItem, method: PresentMethod): void {
  const reason = method.details === '' ? method.title : method.details;
  run.appendOutput(`${reason.replace(/\n/g, '\r\n')}\r\n`, undefined, item);
  run.failed(item, []);
}
