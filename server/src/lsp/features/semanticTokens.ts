import { SemanticTokensBuilder } from 'vscode-languageserver';
import { TOKEN_TYPES, tokensOf } from '../../ide/semanticTokens';
import type { Feature } from '../features';

export const semanticTokensFeature: Feature = {
  capabilities: () => ({
    semanticTokensProvider: { legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [] }, full: true },
  }),
  register: (connection, server) => {
    connection.languages.semanticTokens.on(async ({ textDocument }) => {
      const builder = new SemanticTokensBuilder();
      const found = await server.find(textDocument.uri);
      if (found === null || !found.project.settings.semanticTokens) return builder.build();
      for (const { span, type } of tokensOf(found.snapshot, found.path)) {
        const { line, character } = found.file.lines.position(span.start);
        builder.push(line, character, span.end - span.start, TOKEN_TYPES.indexOf(type), 0);
      }
      return builder.build();
    });
  },
};
