import { type DocumentSymbol, type SymbolInformation, SymbolKind } from 'vscode-languageserver';
import type { LineIndex } from '../../base/lines';
import { type FileSymbol, symbolsOf, workspaceSymbols } from '../../ide/symbols';
import { locationOf, rangeOf } from '../convert';
import type { Feature } from '../feature';

const KINDS = {
  class: SymbolKind.Class,
  module: SymbolKind.Module,
  method: SymbolKind.Method,
  function: SymbolKind.Function,
  constant: SymbolKind.Constant,
} as const;

export const documentSymbolFeature: Feature = {
  capabilities: () => ({ documentSymbolProvider: { label: 'Loupe' } }),
  register: (connection, server) => {
    connection.onDocumentSymbol(async ({ textDocument }) => {
      const found = await server.find(textDocument.uri);
      return found === null ? [] : symbolsOf(found.snapshot, found.path).map(each => symbolOf(found.file.lines, each));
    });
  },
};

function symbolOf(lines: LineIndex, symbol: FileSymbol): DocumentSymbol {
  return {
    name: symbol.name,
    kind: KINDS[symbol.kind],
    detail: symbol.detail,
    range: rangeOf(lines, symbol.span),
    selectionRange: rangeOf(lines, symbol.nameSpan),
    children: symbol.children.map(child => symbolOf(lines, child)),
  };
}

const MOST = 500;

export const workspaceSymbolFeature: Feature = {
  capabilities: () => ({ workspaceSymbolProvider: true }),
  register: (connection, server) => {
    connection.onWorkspaceSymbol(({ query }, _token, _progress, partial) => {
      let left = MOST;
      const all: SymbolInformation[] = [];
      for (const { snapshot } of server.projects.all()) {
        const found = workspaceSymbols(snapshot, query)
          .slice(0, left)
          .flatMap(({ name, kind, container, location }) => {
            const at = locationOf(snapshot, location);
            return at === null ? [] : [{ name, kind: KINDS[kind], containerName: container, location: at }];
          });
        left -= found.length;
        if (partial === undefined) all.push(...found);
        else partial.report(found);
      }
      return all; // empty if all results were sent in parts, as the protocol requires
    });
  },
};
