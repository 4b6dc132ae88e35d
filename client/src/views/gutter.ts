/** Gutter marks: one per annotated method, at its `def`. */
import * as vscode from 'vscode';
import type { MethodPresence, MethodsParams } from '../../../shared/src/protocol';

export interface Gutter extends vscode.Disposable {
  readonly show: (params: MethodsParams) => void;
}

const PRESENCES: readonly MethodPresence[] = [
  'stale',
  'queued',
  'verifying',
  'safe',
  'unfounded',
  'unsafe',
  'undecided',
];

export function createGutter(context: vscode.ExtensionContext): Gutter {
  const marks = new Map(PRESENCES.map(presence => [presence, markOf(context, presence)]));
  const known = new Map<string, MethodsParams>();
  const draw = (editor: vscode.TextEditor): void => {
    const params = known.get(editor.document.uri.toString());
    const shown = vscode.workspace.getConfiguration('loupe').get('gutter', true) ? (params?.methods ?? []) : [];
    for (const [presence, mark] of marks) {
      const ranges = shown
        .filter(method => method.presence === presence)
        .map(method => new vscode.Range(method.line, method.character, method.line, method.endCharacter));
      editor.setDecorations(mark, ranges);
    }
  };
  const onEditors = vscode.window.onDidChangeVisibleTextEditors(editors => editors.forEach(draw));
  const onSettings = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration('loupe.gutter')) vscode.window.visibleTextEditors.forEach(draw);
  });
  return {
    show: params => {
      const uri = vscode.Uri.parse(params.uri).toString();
      known.set(uri, params);
      for (const editor of vscode.window.visibleTextEditors) if (editor.document.uri.toString() === uri) draw(editor);
    },
    dispose: () => {
      onEditors.dispose();
      onSettings.dispose();
      for (const mark of marks.values()) mark.dispose();
    },
  };
}

function markOf(context: vscode.ExtensionContext, presence: MethodPresence): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    gutterIconPath: vscode.Uri.joinPath(context.extensionUri, 'media', `${presence}.svg`),
    gutterIconSize: '70%',
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}
