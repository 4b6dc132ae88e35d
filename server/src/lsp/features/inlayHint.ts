import { InlayHintKind } from 'vscode-languageserver';
import { hintsOf } from '../../ide/inlayHints';
import { spanOf } from '../convert';
import type { Feature } from '../feature';

export const inlayHintFeature: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register: (connection, server) => {
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return [];
      const { start, end } = spanOf(found.file.lines, range);
      found.project.see(found.path, { start, end });
      if (!found.project.indexed || !found.project.settings.inlayHints) return [];
      return hintsOf(found.snapshot, found.path)
        .filter(hint => start <= hint.offset && hint.offset <= end)
        .map(hint => ({
          position: found.file.lines.position(hint.offset),
          label: hint.label,
          paddingLeft: hint.kind === 'value',
          ...(hint.kind === 'type' ? { kind: InlayHintKind.Type } : {}),
          ...(hint.tooltip === undefined ? {} : { tooltip: hint.tooltip }),
        }));
    });
  },
};
