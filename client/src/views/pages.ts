/** Read-only pages beside the file: one per kind, replaced each time, never saved. */
import * as vscode from 'vscode';

const SCHEME = 'loupe';

export type Page = 'learned' | 'lambda-I' | 'SMT-LIB';

export interface Pages extends vscode.Disposable {
  readonly show: (page: Page, content: string) => Promise<void>;
}

export function createPages(): Pages {
  const contents = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: uri => contents.get(uri.path) ?? '',
  });
  return {
    show: async (page, content) => {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `Loupe: ${page}` });
      contents.set(uri.path, content);
      changed.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      const viewColumn = vscode.ViewColumn.Beside;
      await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
    },
    dispose: () => {
      provider.dispose();
      changed.dispose();
    },
  };
}
