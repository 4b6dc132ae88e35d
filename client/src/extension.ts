/** The VS Code client: starts the server and shows what plain LSP has no place for. Everything else is the server's. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import {
  type InitializationOptions,
  METHODS_NOTIFICATION,
  SERVER_COMMANDS,
  STATUS_NOTIFICATION,
} from '../../shared/src/protocol';
import { registerCommands, showBeside } from './commands';
import { createGutter } from './views/gutter';
import { createStatusItem } from './views/status';
import { createTestingView } from './views/testing';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('Loupe', { log: true });
  const status = createStatusItem();
  const gutter = createGutter(context);
  const client = new LanguageClient('loupe', 'Loupe', serverOptions(context), clientOptions(output));
  const testing = createTestingView(client);
  context.subscriptions.push(output, status, gutter, testing, client);
  client.onNotification(STATUS_NOTIFICATION, status.show);
  client.onNotification(METHODS_NOTIFICATION, params => {
    gutter.show(params);
    testing.show(params);
  });
  registerCommands(context, client, output);
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => client.restart()));
  await client.start();
}

function serverOptions(context: vscode.ExtensionContext): ServerOptions {
  const module = join(context.extensionPath, 'dist', 'lsp.js');
  return { module, transport: TransportKind.ipc };
}

function clientOptions(outputChannel: vscode.LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: [{ language: 'ruby' }],
    outputChannel,
    middleware: {
      // The lens is a command of the server: what it answers is shown here.
      executeCommand: async (command, args, next) => {
        const answer: unknown = await next(command, args);
        if (command === SERVER_COMMANDS.showDetails && typeof answer === 'string') await showBeside(answer);
        return answer;
      },
    },
    initializationOptions: (): InitializationOptions => ({ trusted: vscode.workspace.isTrusted, presence: true }),
  };
}
