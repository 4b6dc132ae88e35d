/** Finds the command, runs it, and turns any outcome into an exit status. */

import { closest } from '../base/spelling';
import { productVersion } from '../host/assets';
import { auditCommand } from './commands/audit';
import { cacheCommand } from './commands/cache';
import { checkCommand } from './commands/check';
import { convertCommand } from './commands/convert';
import { coverageCommand } from './commands/coverage';
import { explainCommand } from './commands/explain';
import { inferCommand } from './commands/infer';
import { initCommand } from './commands/init';
import { learnCommand } from './commands/learn';
import { lspCommand } from './commands/lsp';
import { mcpCommand } from './commands/mcp';
import { printCommand } from './commands/print';
import { runCommandSpec } from './commands/run';
import { suggestCommand } from './commands/suggest';
import { typeOfCommand } from './commands/typeOf';
import { EXIT, reportFailure } from './failure';
import { type CommandSpec, helpOf, type Io, overviewOf, readInput, UsageError } from './usage';

export const COMMANDS: readonly CommandSpec[] = [
  checkCommand,
  runCommandSpec,
  printCommand,
  typeOfCommand,
  inferCommand,
  suggestCommand,
  convertCommand,
  coverageCommand,
  explainCommand,
  initCommand,
  learnCommand,
  auditCommand,
  cacheCommand,
  lspCommand,
  mcpCommand,
];

export async function run(words: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = words;
  if (first === '--version' || first === '-v') return say(io, `loupe ${productVersion()}\n`);
  if (first === undefined) return say(io, overviewOf(COMMANDS));
  if (first === '--help' || first === '-h') return say(io, help());
  if (first === 'help') return helpFor(rest[0], io);
  try {
    const spec = findCommand(first);
    if (wantsHelp(spec, rest)) return say(io, helpOf(spec));
    return await spec.run(io, readInput(spec, rest));
  } catch (error) {
    return reportFailure(error, io);
  }
}

/** `loupe learn -- ruby --help` runs Ruby. */
function wantsHelp(spec: CommandSpec, words: readonly string[]): boolean {
  const end = spec.takesCommand ? words.indexOf('--') : -1;
  const own = end < 0 ? words : words.slice(0, end);
  return own.includes('--help') || own.includes('-h');
}

function findCommand(name: string): CommandSpec {
  const found = COMMANDS.find(command => command.name === name);
  if (found !== undefined) return found;
  const nearest = closest(
    name,
    COMMANDS.map(command => command.name),
  );
  throw new UsageError(
    `unknown command "${name}"${nearest === null ? '' : `; did you mean "${nearest}"?`} (loupe --help)`,
  );
}

function helpFor(name: string | undefined, io: Io): number {
  if (name === undefined) return say(io, help());
  try {
    return say(io, helpOf(findCommand(name)));
  } catch (error) {
    return reportFailure(error, io);
  }
}

function help(): string {
  return [
    'Loupe: refinement types for Ruby',
    '',
    ...COMMANDS.map(helpOf),
    'loupe --version, loupe --help, loupe help COMMAND',
    '',
    'Exit status: 0 no errors, 1 at least one error, 2 wrong usage or configuration, 70 an internal error,',
    '74 the output could not be written.',
    '',
  ].join('\n');
}

function say(io: Io, text: string): number {
  io.out(text);
  return EXIT.ok;
}
