import type { SelectionRange } from 'vscode-languageserver';
import { selectionsAt } from '../../ide/selection';
import { rangeOf } from '../convert';
import type { Feature } from '../feature';

export const selectionRangeFeature: Feature = {
  capabilities: () => ({ selectionRangeProvider: true }),
  register: (connection, server) => {
    connection.onSelectionRanges(async ({ textDocument, positions }) => {
      const found = await server.find(textDocument.uri);
      return positions.map(position => {
        const nothing: SelectionRange = { range: { start: position, end: position } };
        if (found === null) return nothing;
        const spans = selectionsAt(found.snapshot, found.path, found.file.lines.offset(position));
        return (
          spans.reduceRight<SelectionRange | null>(
            (parent, span) => ({ range: rangeOf(found.file.lines, span), ...(parent === null ? {} : { parent }) }),
            null,
          ) ?? nothing
        );
      });
    });
  },
};
