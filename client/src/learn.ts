/**
 * Learn from Tests: runs the user's tests under `loupe learn`, in a terminal. The command is shown first and can be changed; it runs only in a
 * trusted workspace. The server notices the new profile by itself.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { proposeCommand, wordsOf } from './learnCommand';

/** The command that was used last in this workspace, on this machine. */
const LAST = 'learn.command';

export async function learnFromTests(context: vscode.ExtensionContext): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined || !vscode.workspace.isTrusted) return;
  const root = folder.uri.fsPath;
  const command = await vscode.window.showInputBox({
    title: `Learn from Tests: ${folder.name}`,
    prompt: 'This command runs your tests while Loupe records them. Empty: run them in the embedded Ruby.',
    value: context.workspaceState.get<string>(LAST) ?? proposeCommand(name => existsSync(join(root, name))),
    ignoreFocusOut: true,
  });
  if (command === undefined) return;
  await context.workspaceState.update(LAST, command);
  const words = wordsOf(command);
  const args = [
    join(context.extensionPath, 'dist', 'cli.js'),
    'learn',
    ...(words.length === 0 ? [] : ['--', ...words]),
  ];
  const run = new vscode.ProcessExecution(process.execPath, args, { cwd: root, env: { ELECTRON_RUN_AS_NODE: '1' } });
  await vscode.tasks.executeTask(new vscode.Task({ type: 'loupe' }, folder, 'learn', 'Loupe', run));
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? vscode.window.showWorkspaceFolderPick() : folders[0];
}
