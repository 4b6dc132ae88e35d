/**
 * Rename. Where it could miss a call, the client shows the doubtful edits for confirmation; a client that cannot do that
 * gets a question.
 */
import {
  type ChangeAnnotation,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageRequest,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Snapshot } from '../../engine/snapshot';
import { renameAt, renamedWordAt } from '../../ide/rename/rename';
import { DOUBTS, type Doubt, type Missed, type Rename, type Renaming } from '../../ide/rename/renaming';
import { locationOf, rangeOf } from '../convert';
import type { Feature, LanguageServer } from '../feature';

export const renameFeature: Feature = {
  capabilities: client => ({
    renameProvider: client.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  }),
  register: (connection, server) => {
    connection.onPrepareRename(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return null;
      const word = renamedWordAt(found.snapshot, found.path, found.file.lines.offset(position));
      return word && rangeOf(found.file.lines, word.span);
    });
    connection.onRenameRequest(async ({ textDocument, position, newName }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return null;
      const { snapshot, path, file } = found;
      const renamed = renameAt(snapshot, path, file.lines.offset(position), newName);
      if ('refused' in renamed) return new ResponseError(LSPErrorCodes.RequestFailed, renamed.refused);
      const isCertain = renamed.missed.length === 0 && renamed.renamings.every(({ doubt }) => doubt === undefined);
      if (isCertain) return plainEdit(snapshot, renamed.renamings);
      if (mayAnnotate(server)) return annotatedEdit(snapshot, renamed);
      return (await confirms(server, snapshot, renamed))
        ? plainEdit(
            snapshot,
            renamed.renamings.filter(({ doubt }) => doubt === undefined),
          )
        : null;
    });
  },
};

function mayAnnotate({ client }: LanguageServer): boolean {
  const edits = client.workspace?.workspaceEdit;
  return edits?.documentChanges === true && edits.changeAnnotationSupport !== undefined;
}

function plainEdit(snapshot: Snapshot, renamings: readonly Renaming[]): WorkspaceEdit {
  const edits = editsByFile(snapshot, renamings);
  return {
    changes: Object.fromEntries(edits.map(({ textDocument, edits: own }) => [textDocument.uri, own])),
  } as WorkspaceEdit;
}

/** What is missed has no edit: the certain ones carry the note, so that it is read before they are applied. */
function annotatedEdit(snapshot: Snapshot, { renamings, missed }: Rename): WorkspaceEdit {
  const doubts = new Set(renamings.flatMap(({ doubt }) => doubt ?? []));
  const changeAnnotations: Record<string, ChangeAnnotation> = {};
  for (const doubt of doubts) changeAnnotations[doubt] = { label: DOUBTS[doubt], needsConfirmation: true };
  if (missed.length > 0)
    changeAnnotations[CERTAIN] = {
      label: 'Certain',
      description: countDoubts(snapshot, missed),
      needsConfirmation: true,
    };
  const certain = missed.length > 0 ? CERTAIN : null;
  return { documentChanges: editsByFile(snapshot, renamings, certain), changeAnnotations };
}

const CERTAIN = 'certain';

function editsByFile(
  snapshot: Snapshot,
  renamings: readonly Renaming[],
  certain: string | null = null,
): TextDocumentEdit[] {
  const files = new Map<string, TextDocumentEdit>();
  for (const { location, text, doubt } of renamings) {
    const at = locationOf(snapshot, location);
    if (at === null) continue;
    const file = files.get(at.uri) ?? { textDocument: { uri: at.uri, version: null }, edits: [] };
    const annotationId = doubt ?? certain;
    file.edits.push({ range: at.range, newText: text, ...(annotationId === null ? {} : { annotationId }) });
    files.set(at.uri, file);
  }
  return [...files.values()];
}

async function confirms(server: LanguageServer, snapshot: Snapshot, { renamings, missed }: Rename): Promise<boolean> {
  const doubtful = renamings.filter(({ doubt }) => doubt !== undefined) as readonly Missed[];
  const answer = await server.ask(
    server.connection.sendRequest(ShowMessageRequest.type, {
      type: MessageType.Warning,
      message: `Not renamed: ${countDoubts(snapshot, [...doubtful, ...missed])}`,
      actions: [{ title: RENAME }, { title: 'Cancel' }],
    }),
  );
  return answer?.title === RENAME;
}

const RENAME = 'Rename the others';
/** More places are only counted. */
const SHOWN = 3;

/** `Symbols and strings with this name: a.rb:3, b.rb:4 and 2 more`. */
function countDoubts(snapshot: Snapshot, missed: readonly Missed[]): string {
  const kinds = new Set(missed.map(({ doubt }) => doubt));
  return [...kinds].map(kind => showDoubt(snapshot, kind, missed)).join('; ');
}

function showDoubt(snapshot: Snapshot, kind: Doubt, missed: readonly Missed[]): string {
  const places = missed.filter(({ doubt }) => doubt === kind).map(({ location }) => showPlace(snapshot, location));
  const more = places.length > SHOWN ? ` and ${places.length - SHOWN} more` : '';
  return `${DOUBTS[kind]}: ${places.slice(0, SHOWN).join(', ')}${more}`;
}

function showPlace(snapshot: Snapshot, location: Missed['location']): string {
  const line = snapshot.files.get(location.path)?.lines.position(location.span.start).line ?? 0;
  return `${location.path.split(/[\\/]/).at(-1)}:${line + 1}`;
}
