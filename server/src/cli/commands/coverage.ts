/** `loupe coverage`: how much of the code has a declared or an inferred type, per folder. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { coverageOf } from '../../ide/coverage/coverage';
import { coverageByFolder } from '../coverage/folders';
import { printCoverageHtml } from '../coverage/html';
import { printCoverageJson, printCoverageText } from '../coverage/print';
import { findFiles, loadSettings, openSession, readSignatures, shownPath } from '../session';
import { type CommandSpec, textOption, UsageError } from '../usage';

export const coverageCommand: CommandSpec = {
  name: 'coverage',
  operands: '[paths]',
  short: 'count what is typed, inferred and unknown',
  summary: 'Counts expressions and signatures that are typed, inferred or unknown, per folder.',
  minOperands: 0,
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    format: {
      help: 'output format (default: text)',
      value: { name: 'FORMAT', type: 'text', choices: ['text', 'json'] },
    },
    html: { help: 'also write a page with a picture of the folders', value: { name: 'FILE', type: 'text' } },
    config: { help: 'read settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const settings = loadSettings(io, textOption(input, 'config'));
    const session = await openSession(io, { settings, useCache: true });
    try {
      const { host, workspace } = session;
      await readSignatures(io, session, input.operands);
      const paths = await findFiles(io, host, settings, input.operands);
      const failures = await workspace.index(paths, io.signal);
      for (const path of failures.keys()) io.err(`loupe: cannot read ${shownPath(io, path)}\n`);
      const files = io.untilSignal(() => {
        const { snapshot } = workspace;
        return paths.flatMap(path => {
          const file = snapshot.files.get(path);
          return file ? [{ ...coverageOf(snapshot, file), path: shownPath(io, path) }] : [];
        });
      });
      const folders = coverageByFolder(files);
      const page = textOption(input, 'html');
      if (page !== null) writePage(resolve(io.cwd, page), printCoverageHtml(folders, files));
      io.out(textOption(input, 'format') === 'json' ? printCoverageJson(folders, files) : printCoverageText(folders));
      return 0;
    } finally {
      await session.close();
    }
  },
};

function writePage(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`);
  }
}
