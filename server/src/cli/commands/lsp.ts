/** `loupe lsp --stdio`: the language server, which is a bundle of its own beside this one. */
import { assetPath } from '../../host/assets';
import { type CommandSpec, switchOption, UsageError } from '../usage';

export const lspCommand: CommandSpec = {
  name: 'lsp',
  operands: '',
  summary: 'Starts the language server, for editors.',
  minOperands: 0,
  maxOperands: 0,
  options: { stdio: { help: 'speak over standard input and output' } },
  run: async (_, input) => {
    if (!switchOption(input, 'stdio')) throw new UsageError('loupe lsp --stdio');
    require(assetPath('lsp.js'));
    return new Promise<number>(() => {}); // the server ends the process itself
  },
};
