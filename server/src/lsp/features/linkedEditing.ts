import { linkedSpansAt } from '../../ide/linkedEditing';
import { rangeOf } from '../convert';
import type { Feature } from '../feature';

export const linkedEditingFeature: Feature = {
  capabilities: () => ({ linkedEditingRangeProvider: true }),
  register: (connection, server) => {
    connection.languages.onLinkedEditingRange(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return null;
      const { snapshot, path, file } = found;
      const spans = linkedSpansAt(snapshot, path, file.lines.offset(position));
      if (spans.length < 2) return null;
      return { ranges: spans.map(span => rangeOf(file.lines, span)), wordPattern: '[a-z_]\\w*' };
    });
  },
};
