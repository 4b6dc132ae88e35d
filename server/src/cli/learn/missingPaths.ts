/** `loupe learn --missing [paths]`: for methods with outcomes that no recorded run took, a call that takes one. */
import { findMissingCall } from '../../engine/learn/missingPath';
import { showCondition } from '../../ide/missingPath';
import { budgetOf } from '../budget';
import { findFiles, loadSettings, openSession, readSignatures } from '../session';
import { type CommandInput, type Io, textOption } from '../usage';
import { pathFilter } from './show';

export async function showMissing(io: Io, input: CommandInput): Promise<number> {
  const settings = loadSettings(io, textOption(input, 'config'));
  const session = await openSession(io, { settings, useCache: true });
  try {
    const { host, workspace } = session;
    await readSignatures(io, session, []);
    await workspace.index(await findFiles(io, host, settings, []), io.signal);
    const { learned } = workspace.snapshot;
    const isShown = pathFilter(io, input.operands);
    for (const key of learned.methods()) {
      const found = learned.entryOf(key);
      if (io.signal.aborted || found === null || !isShown(found.entry.path)) continue;
      if (learned.methodOf(key)?.coverage.missing.length === 0) continue;
      const call = await findMissingCall(workspace, { key, budget: budgetOf(settings), signal: io.signal });
      const answer = call === null ? 'no call was found' : `${call.call}  # ${showCondition(call)}`;
      io.out(`${found.entry.path}: ${key}: ${answer}\n`);
    }
    return io.signal.aborted ? 1 : 0;
  } finally {
    await session.close();
  }
}
