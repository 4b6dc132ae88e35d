import { signatureHelpAt } from '../../ide/signatureHelp';
import type { Feature } from '../feature';

export const signatureHelpFeature: Feature = {
  capabilities: () => ({ signatureHelpProvider: { triggerCharacters: ['(', ','] } }),
  register: (connection, server) => {
    connection.onSignatureHelp(async ({ textDocument, position }) => {
      const found = await server.find(textDocument.uri);
      const help =
        found === null
          ? null
          : signatureHelpAt(found.snapshot, found.path, found.file.lines.offset(position), found.project.probe);
      if (help === null) return null;
      return {
        signatures: help.signatures.map(({ label, params }) => ({
          label,
          parameters: params.map(each => ({ label: each })),
        })),
        activeSignature: 0,
        activeParameter: help.activeParameter,
      };
    });
  },
};
