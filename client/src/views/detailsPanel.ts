/** The details of a method beside its file: one panel, replaced each time. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type MethodDetails, SERVER_COMMANDS } from '../../../shared/src/protocol';
import { type DetailsMessage, detailsHtml } from './detailsHtml';

export interface DetailsPanel extends vscode.Disposable {
  /** `wanted`: the name of a method, or a line inside it. False: there is nothing to show. */
  readonly show: (client: LanguageClient, uri: string, wanted: string | number) => Promise<boolean>;
}

export function createDetailsPanel(): DetailsPanel {
  let panel: vscode.WebviewPanel | null = null;
  let listener: vscode.Disposable | null = null;
  const open = (): vscode.WebviewPanel => {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const created = vscode.window.createWebviewPanel('loupe.details', 'Loupe', column, {
      enableScripts: true,
      localResourceRoots: [],
      enableFindWidget: true,
    });
    created.onDidDispose(() => {
      panel = null;
    });
    return created;
  };
  return {
    show: async (client, uri, wanted) => {
      const request = { command: SERVER_COMMANDS.methodDetails, arguments: [uri, wanted] };
      const details = await client.sendRequest<MethodDetails | null>('workspace/executeCommand', request);
      if (details === null) return false;
      panel ??= open();
      panel.title = `Loupe: ${details.name}`;
      panel.webview.html = detailsHtml(details, randomBytes(16).toString('hex'));
      listener?.dispose();
      listener = panel.webview.onDidReceiveMessage((message: DetailsMessage) => obey(client, details, message));
      panel.reveal(undefined, true);
      return true;
    },
    dispose: () => {
      listener?.dispose();
      panel?.dispose();
    },
  };
}

async function obey(client: LanguageClient, details: MethodDetails, message: DetailsMessage): Promise<void> {
  switch (message.kind) {
    case 'open':
      return openPlace(message.at);
    case 'copy':
      await vscode.env.clipboard.writeText(message.text);
      void vscode.window.showInformationMessage('Call copied.');
      return;
    case 'fix':
      await client.sendRequest('workspace/executeCommand', {
        command: SERVER_COMMANDS.applyFix,
        arguments: [details.at.uri, details.name, message.purpose],
      });
      return;
  }
}

/** In the column of the file, if it is visible. */
async function openPlace({ uri, line, character }: MethodDetails['at']): Promise<void> {
  const file = vscode.Uri.parse(uri);
  const editor = vscode.window.visibleTextEditors.find(each => each.document.uri.toString() === file.toString());
  const at = new vscode.Range(line, character, line, character);
  const viewColumn = editor?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(file, { viewColumn, selection: at });
}
