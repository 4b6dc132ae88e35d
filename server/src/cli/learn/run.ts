/**
 * `loupe learn -- COMMAND`. The exit status is the command's, whatever happens to Loupe. Loupe's own lines go to standard error, because standard
 * output belongs to the command.
 */
import { randomUUID } from 'node:crypto';
import { assetPath } from '../../host/assets';
import { runAndRecord } from '../../host/learnRun';
import { reportFailure } from '../failure';
import { loadSettings } from '../session';
import { type CommandInput, type Io, switchOption, textOption, UsageError } from '../usage';
import { learnEmbedded } from './embeddedTests';
import { keepSources, recordWorkspace } from './sources';
import { showCount, storeLearned } from './storeTraces';

const COMMAND_NOT_FOUND = 127;

export async function learnFromCommand(io: Io, input: CommandInput): Promise<number> {
  const { command } = input;
  if (input.operands.length > 0 || command?.length === 0)
    throw new UsageError('name the command that runs the tests: loupe learn -- bundle exec rake test');
  if (command === null) return learnEmbedded(io, input);
  const settings = loadSettings(io, textOption(input, 'config'));
  const recorded = await recordWorkspace(io, settings, randomUUID(), switchOption(input, 'values'));
  const recording = switchOption(input, 'keep-texts') ? keepSources(recorded) : recorded;
  io.err(
    `loupe: recording ${showCount(recording.methods.length, 'method')} of ${showCount(recording.files.length, 'file')} ` +
      `while this runs: ${command.join(' ')}\n`,
  );
  const outcome = await runAndRecord({
    command,
    root: io.cwd,
    recording,
    libraryFolder: assetPath('ruby'),
    environment: io.environment,
    signal: io.signal,
  });
  if (outcome.kind === 'not-started') {
    io.err(`loupe: cannot run ${command[0]}: ${outcome.why === 'ENOENT' ? 'no such command' : outcome.why}\n`);
    return COMMAND_NOT_FOUND;
  }
  try {
    await storeLearned(io, settings, recording, outcome);
  } catch (error) {
    reportFailure(error, io);
  }
  return outcome.status;
}
