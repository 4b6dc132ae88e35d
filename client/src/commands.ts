/** Commands of the palette and of the lens. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { SERVER_COMMANDS } from '../../shared/src/protocol';

export function registerCommands(
  context: vscode.ExtensionContext,
  client: LanguageClient,
  output: vscode.LogOutputChannel,
): void {
  const add = (name: string, run: (...args: never[]) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  };
  add('loupe.restart', () => client.restart());
  add('loupe.showOutput', () => output.show());
  add('loupe.verifyThisFile', () => runOnServer(client, SERVER_COMMANDS.verifyFile, activeUri()));
  add('loupe.verifyAll', () => runOnServer(client, SERVER_COMMANDS.verifyWorkspace));
  add('loupe.openWalkthrough', () =>
    vscode.commands.executeCommand('workbench.action.openWalkthrough', 'loupe.loupe-ruby#loupe.start'),
  );
  add('loupe.openSample', () => openSample(context));
}

export async function runOnServer(
  client: LanguageClient,
  command: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  return client.sendRequest('workspace/executeCommand', { command, arguments: args });
}

function activeUri(): string {
  return vscode.window.activeTextEditor?.document.uri.toString() ?? '';
}

/** A copy without a name, so that trying things out leaves nothing behind. */
async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const file = vscode.Uri.joinPath(context.extensionUri, 'media', 'sample.rb');
  const content = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
  const document = await vscode.workspace.openTextDocument({ language: 'ruby', content });
  await vscode.window.showTextDocument(document);
}
