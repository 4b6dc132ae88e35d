import type { Location } from '../../base/span';
import { declarationsAt, definitionsAt, typeDefinitionsAt } from '../../ide/definition';
import { implementationsAt } from '../../ide/typeHierarchy';
import { locationOf } from '../convert';
import type { Feature, Found, LanguageServer } from '../feature';

type Finder = (snapshot: Found['snapshot'], path: string, offset: number) => readonly Location[];

export const definitionFeature: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register: (connection, server) => {
    connection.onDefinition(({ textDocument, position }) => answer(server, textDocument.uri, position, definitionsAt));
  },
};

export const declarationFeature: Feature = {
  capabilities: () => ({ declarationProvider: true }),
  register: (connection, server) => {
    connection.onDeclaration(({ textDocument, position }) =>
      answer(server, textDocument.uri, position, declarationsAt),
    );
  },
};

export const typeDefinitionFeature: Feature = {
  capabilities: () => ({ typeDefinitionProvider: true }),
  register: (connection, server) => {
    connection.onTypeDefinition(({ textDocument, position }) =>
      answer(server, textDocument.uri, position, typeDefinitionsAt),
    );
  },
};

export const implementationFeature: Feature = {
  capabilities: () => ({ implementationProvider: true }),
  register: (connection, server) => {
    connection.onImplementation(({ textDocument, position }) =>
      answer(server, textDocument.uri, position, implementationsAt),
    );
  },
};

async function answer(
  server: LanguageServer,
  uri: string,
  position: { line: number; character: number },
  find: Finder,
) {
  const found = await server.find(uri);
  if (found === null) return [];
  const locations = find(found.snapshot, found.path, found.file.lines.offset(position));
  return locations.flatMap(location => locationOf(found.snapshot, location) ?? []);
}
