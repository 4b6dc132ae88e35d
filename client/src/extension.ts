/** The VS Code client: starts the server and shows what LSP cannot express. The server does everything else. */
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
import { registerCommands } from './commands';
import { createDetailsPanel, type DetailsPanel } from './views/detailsPanel';
import { createGutter } from './views/gutter';
import { createPages, type Pages } from './views/pages';
import { createStatusItem } from './views/status';
import { createTestingView } from './views/testing';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('Loupe', { log: true });
  const status = createStatusItem();
  const gutter = createGutter(context);
  const pages = createPages();
  const details = createDetailsPanel();
  const client: LanguageClient = new LanguageClient(
    'loupe',
    'Loupe',
    serverOptions(context),
    clientOptions(output, { pages, details }, () => client),
  );
  const testing = createTestingView(client);
  context.subscriptions.push(output, status, gutter, pages, details, testing, client);
  client.onNotification(STATUS_NOTIFICATION, status.show);
  client.onNotification(METHODS_NOTIFICATION, params => {
    gutter.show(params);
    testing.show(params);
  });
  registerCommands(context, client, output, { pages, details });
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => client.restart()));
  await client.start();
}

function serverOptions(context: vscode.ExtensionContext): ServerOptions {
  const module = join(context.extensionPath, 'dist', 'lsp.js');
  return { module, transport: TransportKind.ipc };
}

function clientOptions(
  outputChannel: vscode.LogOutputChannel,
  { pages, details }: { readonly pages: Pages; readonly details: DetailsPanel },
  client: () => LanguageClient,
): LanguageClientOptions {
  return {
    documentSelector: [{ language: 'ruby' }],
    outputChannel,
    middleware: {
      // The lens is a server command; its result is shown here.
      executeCommand: async (command, args, next) => {
        const answer: unknown = await next(command, args);
        if (command === SERVER_COMMANDS.showLearned && typeof answer === 'string') await pages.show('learned', answer);
        const [uri, wanted] = args as readonly unknown[];
        if (command === SERVER_COMMANDS.showDetails && typeof uri === 'string' && typeof wanted === 'string')
          await details.show(client(), uri, wanted);
        return answer;
      },
    },
    initializationOptions: (): InitializationOptions => ({ trusted: vscode.workspace.isTrusted, presence: true }),
  };
}
