import { MarkupKind } from 'vscode-languageserver';
import { hoverAt } from '../../ide/hover';
import { rangeOf } from '../convert';
import type { Feature } from '../feature';

export const hoverFeature: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register: (connection, server) => {
    connection.onHover(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return null;
      const { snapshot, path, file, project } = found;
      const hover = hoverAt(snapshot, path, file.lines.offset(position), {
        settings: project.settings,
        headline: !server.options.presence,
        docs: await server.assets.coreDocs(),
      });
      if (hover === null) return null;
      const contents = { kind: MarkupKind.Markdown, value: hover.markdown };
      return { contents, range: rangeOf(file.lines, hover.location.span) };
    });
  },
};
