/** `loupe type-of FILE:LINE:COL`: the type of the expression there. Lines and columns are one-based, as editors show them. */
import { resolve } from 'node:path';
import { LineIndex } from '../../base/lines';
import { expressionAt } from '../../ide/expressionAt';
import { showType } from '../../types/show';
import { loadSettings, openSession, readSignatures } from '../session';
import { type CommandSpec, type Io, UsageError } from '../usage';

export const typeOfCommand: CommandSpec = {
  name: 'type-of',
  operands: 'FILE:LINE:COL',
  short: 'show the type of the expression at a position',
  summary: 'Shows the type that the checker gives the expression at a position.',
  minOperands: 1,
  maxOperands: 1,
  options: {},
  run: async (io, { operands }) => {
    const { path, line, column } = readPlace(io, operands[0]!);
    const session = await openSession(io, { settings: loadSettings(io, null), useCache: false });
    try {
      const content = await session.host.files.read(path);
      if ('failure' in content) throw new UsageError(`${operands[0]}: ${content.detail}`);
      await readSignatures(io, session, []);
      session.workspace.setDisk(path, content.text);
      const offset = new LineIndex(content.text).offset({ line: line - 1, character: column - 1 });
      const found = expressionAt(session.workspace.snapshot, path, offset);
      if (found === null) {
        io.err(`loupe: no typed expression at ${operands[0]}\n`);
        return 1;
      }
      const { start, end } = found.location.span;
      io.out(`${content.text.slice(start, end)}: ${showType(found.type)}\n`);
      return 0;
    } finally {
      await session.close();
    }
  },
};

function readPlace(io: Io, text: string): { path: string; line: number; column: number } {
  const match = /^(.+):(\d+):(\d+)$/.exec(text);
  if (match === null) throw new UsageError(`a place is FILE:LINE:COL, not "${text}"`);
  return { path: resolve(io.cwd, match[1]!), line: Number(match[2]), column: Number(match[3]) };
}
