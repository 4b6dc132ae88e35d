/**
 * The status item: how many methods are proved, fail or are undecided, and whether verification is running. With nothing
 * annotated it says how to begin.
 */
import * as vscode from 'vscode';
import type { StatusParams } from '../../../shared/src/protocol';

export interface StatusItem extends vscode.Disposable {
  readonly show: (status: StatusParams) => void;
}

/** Work that ends sooner is not shown: every edit starts some. */
const PATIENCE_MS = 700;

export function createStatusItem(): StatusItem {
  const item = vscode.window.createStatusBarItem('loupe.status', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Loupe';
  let latest: StatusParams | null = null;
  let timer: NodeJS.Timeout | null = null;
  const draw = (): void => {
    timer = null;
    if (latest !== null) drawStatus(item, latest);
  };
  return {
    show: status => {
      latest = status;
      if (status.verifying > 0 && item.text !== '') timer ??= setTimeout(draw, PATIENCE_MS);
      else {
        if (timer !== null) clearTimeout(timer);
        draw();
      }
    },
    dispose: () => {
      if (timer !== null) clearTimeout(timer);
      item.dispose();
    },
  };
}

function drawStatus(item: vscode.StatusBarItem, status: StatusParams): void {
  const { safe, unsafe, undecided, verifying } = status;
  const isEmpty = safe + unsafe + undecided + verifying === 0;
  const counts = [
    `$(check) ${safe}`,
    ...(unsafe > 0 ? [`$(error) ${unsafe}`] : []),
    ...(undecided > 0 ? [`$(question) ${undecided}`] : []),
  ];
  item.text = isEmpty ? 'Loupe: get started' : `${verifying > 0 ? '$(sync~spin) ' : ''}Loupe ${counts.join(' ')}`;
  item.tooltip = isEmpty ? welcome() : showCounts(status);
  item.command = isEmpty ? 'loupe.openWalkthrough' : 'loupe.showOutput';
  item.show();
}

function showCounts({ safe, unfounded, unsafe, undecided, verifying, notReproduced }: StatusParams): string {
  return [
    `${safe} proved${unfounded > 0 ? ` (${unfounded} under an assumption that fails)` : ''}`,
    `${unsafe} failing${notReproduced > 0 ? ` (${notReproduced} not reproduced by a run: see the output)` : ''}`,
    `${undecided} undecided`,
    ...(verifying > 0 ? [`${verifying} being checked`] : []),
  ].join(', ');
}

function welcome(): vscode.MarkdownString {
  const text = new vscode.MarkdownString(
    'No method has an annotation yet. Write a type above a `def`, and Loupe proves it or shows a call that breaks it:\n\n' +
      '```ruby\n##% (Integer x { x > 0 }) -> Integer r { r > x }\n```\n\n' +
      '[Open the sample](command:loupe.openSample) · [Open the walkthrough](command:loupe.openWalkthrough)',
  );
  text.isTrusted = { enabledCommands: ['loupe.openSample', 'loupe.openWalkthrough'] };
  return text;
}
