import { documentLinksIn } from '../../ide/documentLinks';
import { rangeOf, uriOf } from '../convert';
import type { Feature } from '../feature';

export const documentLinkFeature: Feature = {
  capabilities: () => ({ documentLinkProvider: {} }),
  register: (connection, server) => {
    connection.onDocumentLinks(async ({ textDocument }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return [];
      const links = documentLinksIn(found.snapshot, found.path);
      return links.map(({ span, path }) => ({ range: rangeOf(found.file.lines, span), target: uriOf(path) }));
    });
  },
};
