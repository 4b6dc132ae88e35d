/** References and highlights: two views of the same occurrences. */
import { DocumentHighlightKind } from 'vscode-languageserver';
import { occurrencesAt } from '../../ide/occurrences';
import { locationOf, rangeOf } from '../convert';
import type { Feature } from '../feature';

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
