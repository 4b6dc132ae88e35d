import { type Range, type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver';
import { TOKEN_TYPES, tokensOf } from '../../ide/semanticTokens';
import { spanOf } from '../convert';
import type { Feature, LanguageServer } from '../feature';

export const semanticTokensFeature: Feature = {
  capabilities: () => ({
    semanticTokensProvider: { legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [] }, full: true, range: true },
  }),
  register: (connection, server) => {
    const { semanticTokens } = connection.languages;
    semanticTokens.on(({ textDocument }) => answer(server, textDocument.uri, null));
    semanticTokens.onRange(({ textDocument, range }) => answer(server, textDocument.uri, range));
  },
};

/** `range`: null for the whole file. */
async function answer(server: LanguageServer, uri: string, range: Range | null): Promise<SemanticTokens> {
  const builder = new SemanticTokensBuilder();
  const found = await server.find(uri);
  if (found === null || !found.project.settings.semanticTokens) return builder.build();
  const { lines } = found.file;
  const wanted = range && spanOf(lines, range);
  for (const { span, type } of tokensOf(found.snapshot, found.path)) {
    if (wanted && (span.end <= wanted.start || wanted.end <= span.start)) continue;
    const { line, character } = lines.position(span.start);
    builder.push(line, character, span.end - span.start, TOKEN_TYPES.indexOf(type), 0);
  }
  return builder.build();
}
