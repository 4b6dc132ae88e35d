/**
 * `loupe learn` without a command: minitest and test-unit suites in the embedded Ruby, with nothing installed. What the
 * suite needs beyond Ruby's own library is named.
 */
import { randomUUID } from 'node:crypto';
import { runTestsEmbedded } from '../../host/learnEmbedded';
import { loadSettings } from '../session';
import { type CommandInput, type Io, switchOption, textOption } from '../usage';
import { findTests, keepSources, recordWorkspace } from './sources';
import { showCount, storeLearned } from './storeTraces';

const ADVICE = 'run the tests with an installed Ruby instead: loupe learn -- bundle exec rake test';
const NOT_RUN = 2;

export async function learnEmbedded(io: Io, input: CommandInput): Promise<number> {
  const settings = loadSettings(io, textOption(input, 'config'));
  const tests = await findTests(io, settings);
  if (tests.length === 0) {
    io.err(`loupe: no tests for minitest or test-unit here (test_*.rb, *_test.rb); ${ADVICE}\n`);
    return NOT_RUN;
  }
  const recorded = await recordWorkspace(io, settings, randomUUID(), switchOption(input, 'values'));
  const recording = switchOption(input, 'keep-texts') ? keepSources(recorded) : recorded;
  io.err(
    `loupe: recording ${showCount(recording.methods.length, 'method')} of ${showCount(recording.files.length, 'file')} ` +
      `while ${showCount(tests.length, 'test file')} run in the embedded Ruby\n`,
  );
  const outcome = await runTestsEmbedded(io.cwd, recording, tests, io.signal);
  if (outcome.kind === 'failed') {
    io.err(`loupe: the tests did not run to their end: ${outcome.why}; ${ADVICE}\n`);
    return NOT_RUN;
  }
  io.out(outcome.output);
  for (const line of outcome.failed) io.err(`loupe: cannot load ${line}\n`);
  if (outcome.missing.length > 0) io.err(`loupe: the embedded Ruby has no ${outcome.missing.join(', ')}; ${ADVICE}\n`);
  await storeLearned(io, settings, recording, { traces: [outcome.trace], gaps: [] });
  const isComplete = outcome.missing.length === 0 && outcome.failed.length === 0 && outcome.passed !== null;
  return isComplete ? Number(!outcome.passed) : NOT_RUN;
}
