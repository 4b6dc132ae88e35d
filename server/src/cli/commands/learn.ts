/** `loupe learn`: runs the user's tests, records what their Ruby processes do, and shows what is known. */
import { forgetLearned, mergeLearned } from '../learn/changeProfile';
import { showMissing } from '../learn/missingPaths';
import { learnFromCommand } from '../learn/run';
import { showLearned } from '../learn/show';
import { type CommandSpec, switchOption, UsageError } from '../usage';

export const learnCommand: CommandSpec = {
  name: 'learn',
  operands: '[-- COMMAND …] | --show [paths] | --missing [paths] | --forget [paths] | --merge profiles',
  short: 'record types while tests or a program run',
  summary:
    'Runs a command, or the tests in the embedded Ruby, records classes, branches and dynamic calls of the methods it runs, and shows what was seen.',
  minOperands: 0,
  maxOperands: Number.MAX_SAFE_INTEGER,
  takesCommand: true,
  options: {
    show: { help: 'print what was learned of these files' },
    missing: { help: 'print calls that take paths of these files which no recorded run took' },
    forget: { help: 'delete what was learned of these files, or everything' },
    merge: { help: 'add these profiles to the one of this folder' },
    'keep-texts': { help: 'store evaluated sources with all their strings' },
    values: { help: 'also record bounds of numbers and sizes, which loupe suggest tries to prove' },
    format: { help: 'the format of --show', value: { name: 'FORMAT', type: 'text', choices: ['text', 'json'] } },
    config: { help: 'settings from this file', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const modes = ['show', 'missing', 'forget', 'merge'].filter(name => switchOption(input, name));
    if (modes.length > 1) throw new UsageError(`--${modes[0]} and --${modes[1]} exclude each other`);
    if (modes[0] !== undefined && input.command !== null) throw new UsageError(`--${modes[0]} runs no command`);
    switch (modes[0]) {
      case 'show':
        return showLearned(io, input);
      case 'missing':
        return showMissing(io, input);
      case 'forget':
        return forgetLearned(io, input);
      case 'merge':
        return mergeLearned(io, input);
      default:
        return learnFromCommand(io, input);
    }
  },
};
