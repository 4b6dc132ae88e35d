/** References, highlights and renames: three views of the same occurrences. */
import { DocumentHighlightKind, ResponseError, type TextEdit } from 'vscode-languageserver';
import { type Occurrences, occurrencesAt, renameAt } from '../../ide/occurrences';
import { locationOf, rangeOf } from '../convert';
import type { Feature } from '../features';

const REQUEST_FAILED = -32803;

export const referencesFeature: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register: (connection, server) => {
    connection.onReferences(async ({ textDocument, position, context }, _token, _progress, partial) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return [];
      const occurrences = occurrencesAt(found.snapshot, found.path, found.file.lines.offset(position));
      const places = (occurrences?.places ?? []).filter(
        place => occurrences?.what !== 'method' || context.includeDeclaration || !place.writes,
      );
      const locations = places.flatMap(place => locationOf(found.snapshot, place.location) ?? []);
      if (partial === undefined) return locations;
      const uris = new Set(locations.map(({ uri }) => uri));
      for (const uri of uris) partial.report(locations.filter(each => each.uri === uri));
      return [];
    });
  },
};

/** Methods and constants have uses that no analysis sees. */
function isRenamed({ what, fixed }: Occurrences): boolean {
  return what !== 'method' && what !== 'constant' && fixed === null;
}

export const documentHighlightFeature: Feature = {
  capabilities: () => ({ documentHighlightProvider: true }),
  register: (connection, server) => {
    connection.onDocumentHighlight(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return [];
      const occurrences = occurrencesAt(found.snapshot, found.path, found.file.lines.offset(position));
      return (occurrences?.places ?? [])
        .filter(place => place.location.path === found.path)
        .map(place => ({
          range: rangeOf(found.file.lines, place.location.span),
          kind: place.writes ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
        }));
    });
  },
};

export const renameFeature: Feature = {
  capabilities: client => ({
    renameProvider: client.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  }),
  register: (connection, server) => {
    connection.onPrepareRename(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return null;
      const occurrences = occurrencesAt(found.snapshot, found.path, found.file.lines.offset(position));
      if (occurrences === null || !isRenamed(occurrences)) return null;
      return rangeOf(found.file.lines, occurrences.word.span);
    });
    connection.onRenameRequest(async ({ textDocument, position, newName }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return null;
      const { snapshot, path, file } = found;
      const renamed = renameAt(snapshot, path, file.lines.offset(position), newName);
      if ('refused' in renamed) return new ResponseError(REQUEST_FAILED, renamed.refused);
      const changes: Record<string, TextEdit[]> = {};
      for (const { location, text } of renamed.renamings) {
        const at = locationOf(snapshot, location);
        if (at === null) continue;
        changes[at.uri] = [...(changes[at.uri] ?? []), { range: at.range, newText: text }];
      }
      return { changes };
    });
  },
};
