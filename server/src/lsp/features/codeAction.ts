import { type CodeAction, CodeActionKind } from 'vscode-languageserver';
import type { Fix } from '../../ide/fixes/fix';
import { fixesAt } from '../../ide/fixes/fixes';
import { diagnosticOf, rangeOf, spanOf, uriOf } from '../convert';
import type { Feature } from '../features';
import type { Found } from '../server';

export const codeActionFeature: Feature = {
  capabilities: () => ({ codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] } }),
  register: (connection, server) => {
    connection.onCodeAction(async ({ textDocument, range }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return [];
      const fixes = fixesAt(found.snapshot, found.path, spanOf(found.file.lines, range), found.project.settings);
      return fixes.map(fix => actionOf(found, fix));
    });
  },
};

function actionOf({ snapshot, file }: Found, fix: Fix): CodeAction {
  const edits = fix.edits.map(edit => ({ range: rangeOf(file.lines, edit), newText: edit.text }));
  return {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    isPreferred: fix.preferred,
    edit: { changes: { [uriOf(fix.path)]: edits } },
    ...(fix.diagnostic === null ? {} : { diagnostics: [diagnosticOf(snapshot, fix.diagnostic, () => null)] }),
  };
}
