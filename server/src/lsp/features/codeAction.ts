import {
  type CancellationToken,
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type Command,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { SERVER_COMMANDS } from '../../../../shared/src/protocol';
import type { Fix } from '../../ide/fixes/fix';
import { TEST_MISSING_PATH } from '../../ide/missingPath';
import { diagnosticOf, rangeOf, spanOf, uriOf } from '../convert';
import type { Feature, Found, LanguageServer } from '../feature';
import { findTestFolder } from '../testFolder';

export const codeActionFeature: Feature = {
  capabilities: client => ({
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite],
      resolveProvider: resolvesEdits(client),
    },
  }),
  register: (connection, server) => {
    const offers: Offered[] = [];
    connection.onCodeAction(async ({ textDocument, range, context }, token) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return [];
      const { path, file, project } = found;
      const tests = mayCreateFiles(server) ? findTestFolder(project.root) : null;
      const fixes = await project.fixesAt(path, spanOf(file.lines, range), tests, cancelAfterPatience(token));
      const id = (offers.at(-1)?.id ?? 0) + 1;
      const isLazy = resolvesEdits(server.client);
      if (isLazy) offers.push({ id, found, fixes });
      if (offers.length > MOST_OFFERS) offers.shift();
      const dataOf = (index: number): ActionData | null => (isLazy ? { id, index } : null);
      return [
        ...fixes.map((fix, index) => actionOf(found, fix, dataOf(index))),
        ...suggestionsAt(found, textDocument.uri, range.start.line),
        ...(tests === null ? [] : missingPathsAt(found, textDocument.uri, range.start.line)),
      ].filter(({ kind }) => context.only === undefined || context.only.some(only => isOfKind(kind!, only)));
    });
    connection.onCodeActionResolve(async action => {
      const data = action.data as ActionData | undefined;
      if (data === undefined) return action;
      const offer = offers.find(({ id }) => id === data.id);
      const fix = offer?.fixes[data.index];
      const now = offer && (await server.find(uriOf(offer.found.path)));
      return offer && fix && now?.file.text === offer.found.file.text
        ? { ...action, edit: editOf(offer.found.snapshot, fix) }
        : new ResponseError(LSPErrorCodes.ContentModified, 'the code has changed');
    });
  },
};

/** Editors send the request again, for a light bulb, while the menu of an earlier answer is open. */
const MOST_OFFERS = 8;

/** The fixes of an answer, whose edits are written when one is chosen. */
interface Offered {
  readonly id: number;
  readonly found: Found;
  readonly fixes: readonly Fix[];
}

interface ActionData {
  readonly id: number;
  readonly index: number;
}

function resolvesEdits({ textDocument }: ClientCapabilities): boolean {
  const { dataSupport, resolveSupport } = textDocument?.codeAction ?? {};
  return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
}

/** Computed only when it is chosen: that takes seconds. */
function suggestionsAt({ file, project }: Found, uri: string, line: number): readonly CodeAction[] {
  const method = file.methods.find(
    ({ info, nameLocation }) => info.definition !== null && file.lines.position(nameLocation.span.start).line === line,
  );
  if (!method || !project.indexed) return [];
  const title = 'Suggest contract';
  const command = { title, command: SERVER_COMMANDS.suggestContract, arguments: [uri, method.info.key] };
  return [{ title, kind: CodeActionKind.RefactorRewrite, command }];
}

/** Computed only when it is chosen. */
function missingPathsAt({ snapshot, file, project }: Found, uri: string, line: number): readonly CodeAction[] {
  const method = file.methods.find(({ nameLocation }) => file.lines.position(nameLocation.span.start).line === line);
  const learned = method && project.indexed ? snapshot.learned.methodOf(method.info.key) : null;
  if (!method || !learned || learned.coverage.missing.length === 0) return [];
  const command = {
    title: TEST_MISSING_PATH,
    command: SERVER_COMMANDS.testMissingPath,
    arguments: [uri, method.info.key],
  };
  return [{ title: TEST_MISSING_PATH, kind: CodeActionKind.RefactorRewrite, command }];
}

/** Time limit of a request. Fixes that are not verified by then are not offered. */
const PATIENCE_MS = 6_000;

function cancelAfterPatience(token: CancellationToken): AbortSignal {
  const cancelled = new AbortController();
  token.onCancellationRequested(() => cancelled.abort());
  return AbortSignal.any([cancelled.signal, AbortSignal.timeout(PATIENCE_MS)]);
}

/** `refactor` includes `refactor.rewrite`. */
function isOfKind(kind: string, wanted: string): boolean {
  return wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`);
}

export function mayCreateFiles({ client }: LanguageServer): boolean {
  const edits = client.workspace?.workspaceEdit;
  return edits?.documentChanges === true && edits.resourceOperations?.includes('create') === true;
}

/** `data`: the client requests the edit when the user chooses the action; null: it is written at once. */
function actionOf({ snapshot }: Found, fix: Fix, data: ActionData | null): CodeAction {
  return {
    title: fix.title,
    kind:
      fix.diagnostic === null && fix.create === undefined ? CodeActionKind.RefactorRewrite : CodeActionKind.QuickFix,
    isPreferred: fix.preferred,
    ...(data === null ? { edit: editOf(snapshot, fix) } : { data }),
    ...(fix.create && { command: openAfterwards(fix.create.path) }),
    ...(fix.diagnostic === null ? {} : { diagnostics: [diagnosticOf(snapshot, fix.diagnostic, () => null)] }),
  };
}

/** A file that an edit creates is not shown by it. */
function openAfterwards(path: string): Command {
  return { title: 'Open the test', command: SERVER_COMMANDS.openCreated, arguments: [uriOf(path)] };
}

export function editOf(snapshot: Found['snapshot'], fix: Fix): WorkspaceEdit {
  if (fix.create !== undefined) return creationOf(fix.create);
  const lines = snapshot.files.get(fix.path)!.lines;
  const edits = fix.edits.map(edit => ({ range: rangeOf(lines, edit), newText: edit.text }));
  return { changes: { [uriOf(fix.path)]: edits } };
}

/** An existing file is not overwritten: the new source is inserted at its start for the user to see. */
function creationOf({ path, text }: { readonly path: string; readonly text: string }): WorkspaceEdit {
  const uri = uriOf(path);
  const start = { line: 0, character: 0 };
  return {
    documentChanges: [
      { kind: 'create', uri, options: { ignoreIfExists: true } },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] },
    ],
  };
}
