/** Commands of the palette and of the lens. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { SERVER_COMMANDS } from '../../shared/src/protocol';
import { learnFromTests } from './learn';
import type { DetailsPanel } from './views/detailsPanel';
import type { Page, Pages } from './views/pages';

export function registerCommands(
  context: vscode.ExtensionContext,
  client: LanguageClient,
  output: vscode.LogOutputChannel,
  { pages, details }: { readonly pages: Pages; readonly details: DetailsPanel },
): void {
  const add = (name: string, run: (...args: never[]) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  };
  add('loupe.restart', () => client.restart());
  add('loupe.showOutput', () => output.show());
  add('loupe.verifyThisFile', () => verify(client, SERVER_COMMANDS.verifyFile, activeUri()));
  add('loupe.verifyAll', () => verify(client, SERVER_COMMANDS.verifyWorkspace));
  add('loupe.verifyThisMethod', () => verify(client, SERVER_COMMANDS.verifyMethod, activeUri(), activeLine()));
  const show = async (page: Page, command: string, form?: string): Promise<void> => {
    const content = await runOnServer(client, command, activeUri(), activeLine(), form);
    if (typeof content === 'string') await pages.show(page, content);
    else void vscode.window.showInformationMessage(NOTHING);
  };
  add('loupe.showCounterexample', async (clicked?: GutterClick) => {
    const place = clicked?.lineNumber === undefined ? null : clicked;
    const uri = place?.uri?.toString() ?? activeUri();
    if (!(await details.show(client, uri, place === null ? activeLine() : place.lineNumber - 1)))
      void vscode.window.showInformationMessage(NOTHING);
  });
  add('loupe.showLambda', () => show('lambda-I', SERVER_COMMANDS.showForm, 'lambda'));
  add('loupe.showSmt', () => show('SMT-LIB', SERVER_COMMANDS.showForm, 'smt'));
  add('loupe.copyTest', () => copyTest(client));
  add('loupe.openWalkthrough', () =>
    vscode.commands.executeCommand('workbench.action.openWalkthrough', 'loupe.loupe-ruby#loupe.start'),
  );
  add('loupe.openSample', () => openSample(context));
  add('loupe.learnFromTests', () => learnFromTests(context));
}

/** What the menu of the gutter passes; the first line is 1. */
interface GutterClick {
  readonly lineNumber: number;
  readonly uri?: vscode.Uri;
}

export async function runOnServer(
  client: LanguageClient,
  command: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  return client.sendRequest('workspace/executeCommand', { command, arguments: args });
}

/** Reports a result even if nothing changed. */
async function verify(client: LanguageClient, command: string, ...args: readonly unknown[]): Promise<void> {
  const answer = await runOnServer(client, command, ...args);
  const text = typeof answer === 'string' ? answer : 'open a Ruby file first';
  void vscode.window.showInformationMessage(`Loupe: ${text}`);
}

function activeUri(): string {
  return vscode.window.activeTextEditor?.document.uri.toString() ?? '';
}

function activeLine(): number {
  return vscode.window.activeTextEditor?.selection.active.line ?? 0;
}

const NOTHING = 'Loupe: put the cursor into a method with an annotation first';

async function copyTest(client: LanguageClient): Promise<void> {
  const text = await runOnServer(client, SERVER_COMMANDS.counterexampleTest, activeUri(), activeLine());
  if (typeof text !== 'string') {
    void vscode.window.showInformationMessage(NOTHING);
    return;
  }
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage('Test copied.');
}

/** An untitled copy, so that experiments leave no files behind. */
async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const file = vscode.Uri.joinPath(context.extensionUri, 'media', 'sample.rb');
  const content = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
  const document = await vscode.workspace.openTextDocument({ language: 'ruby', content });
  // Beside the walkthrough, which is not a text editor.
  const viewColumn = vscode.window.activeTextEditor ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(document, { viewColumn });
}
