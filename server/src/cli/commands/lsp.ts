/** `loupe lsp --stdio`: the language server, which is a separate bundle. */
import { assetPath } from '../../host/assets';
import { type CommandSpec, switchOption, UsageError } from '../usage';

export const lspCommand: CommandSpec = {
  name: 'lsp',
  operands: '',
  short: 'start the language server',
  summary: 'Starts the language server.',
  minOperands: 0,
  maxOperands: 0,
  options: { stdio: { help: 'communicate over standard input and output' } },
  run: async (_, input) => {
    if (!switchOption(input, 'stdio')) throw new UsageError('loupe lsp --stdio');
    require(assetPath('lsp.js'));
    return new Promise<number>(() => {}); // the server ends the process itself
  },
};
