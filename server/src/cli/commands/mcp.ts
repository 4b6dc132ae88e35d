/** `loupe mcp`: tools for coding agents, over standard input and output. */
import { Project } from '../mcp/project';
import { loadSettings, openSession } from '../session';
import { type CommandSpec, switchOption, textOption } from '../usage';

export const mcpCommand: CommandSpec = {
  name: 'mcp',
  operands: '',
  short: 'serve coding agents',
  summary: 'Serves coding agents over the Model Context Protocol (standard input and output). Changes no file.',
  minOperands: 0,
  maxOperands: 0,
  options: {
    'no-run': { help: 'never execute workspace code; counterexamples stay unconfirmed' },
    config: {
      help: 'read settings from this file instead of .loupe.yml',
      value: { name: 'FILE', type: 'text' },
    },
  },
  run: async (io, input) => {
    const read = loadSettings(io, textOption(input, 'config'));
    const settings = switchOption(input, 'no-run') ? { ...read, replay: false } : read;
    // Only this command needs the protocol.
    const { serve } = await import('../mcp/server');
    const sessions: { readonly close: () => Promise<void> }[] = [];
    try {
      await serve(async () => {
        const session = await openSession(io, { settings, useCache: true });
        sessions.push(session);
        return new Project(io, settings, session);
      }, io.signal);
    } finally {
      for (const session of sessions) await session.close();
    }
    return 0;
  },
};
