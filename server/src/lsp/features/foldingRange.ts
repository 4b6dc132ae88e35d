import { foldsOf } from '../../ide/folding';
import type { Feature } from '../feature';

export const foldingRangeFeature: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register: (connection, server) => {
    connection.onFoldingRanges(async ({ textDocument }) => {
      const found = await server.find(textDocument.uri);
      return found === null ? [] : foldsOf(found.snapshot, found.path).map(fold => ({ ...fold, kind: 'loupe' }));
    });
  },
};
