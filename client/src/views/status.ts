/** The status item: how many methods are safe, unsafe or undecided, and whether verification is running. */
import * as vscode from 'vscode';
import type { StatusParams } from '../../../shared/src/protocol';

export interface StatusItem extends vscode.Disposable {
  readonly show: (status: StatusParams) => void;
}

export function createStatusItem(): StatusItem {
  const item = vscode.window.createStatusBarItem('loupe.status', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Loupe';
  item.command = 'loupe.showOutput';
  return {
    show: status => {
      const { safe, unsafe, undecided, verifying, notReproduced } = status;
      const counts = [
        `$(check) ${safe}`,
        ...(unsafe > 0 ? [`$(error) ${unsafe}`] : []),
        ...(undecided > 0 ? [`$(question) ${undecided}`] : []),
      ];
      item.text = `${verifying > 0 ? '$(sync~spin) ' : ''}Loupe ${counts.join(' ')}`;
      item.tooltip = [
        `${safe} methods verified`,
        `${unsafe} unsafe${notReproduced > 0 ? ` (${notReproduced} not reproduced by a run: see the output)` : ''}`,
        `${undecided} undecided`,
        ...(verifying > 0 ? [`${verifying} being verified`] : []),
      ].join(', ');
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
