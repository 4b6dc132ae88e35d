/**
 * `loupe run`: DRuby's drop-in mode. Checks a script, then runs it with its annotations enforced, whatever the check
 * found. Loupe's own lines go to standard error; the exit status is the script's.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Settings } from '../../../../shared/src/settings';
import { assetPath } from '../../host/assets';
import { findProgram } from '../../host/findProgram';
import { runCommand } from '../../host/runCommand';
import { runScriptEmbedded } from '../../host/runEmbedded';
import { showRuntimeSignatures } from '../infer/runtimeSignatures';
import { findFiles, loadSettings, openSession, readSignatures } from '../session';
import { type CommandInput, type CommandSpec, type Io, switchOption, textOption, UsageError } from '../usage';
import { checkCommand } from './check';

const COMMAND_NOT_FOUND = 127;
const RUBIES = ['system', 'embedded'];

export const runCommandSpec: CommandSpec = {
  name: 'run',
  operands: 'SCRIPT [-- ARGUMENTS …] | -- COMMAND …',
  short: 'check a script, then run it with its annotations enforced',
  summary:
    'Checks a script and then runs it with its annotations enforced (LOUPE=check), even if there are errors. Returns its exit status.',
  minOperands: 0,
  maxOperands: 1,
  takesCommand: true,
  options: {
    infer: { help: 'also compare calls with inferred signatures (LOUPE=check,infer); contradictions are logged' },
    'no-check': { help: 'run it without checking it first' },
    ruby: {
      help: 'Ruby that runs a script (default: the installed one, else the embedded one)',
      value: { name: 'WHICH', type: 'text', choices: RUBIES },
    },
    config: { help: 'read settings from this file instead of .loupe.yml', value: { name: 'FILE', type: 'text' } },
  },
  run: async (io, input) => {
    const [script] = input.operands;
    if (script === undefined && !input.command?.length)
      throw new UsageError('name a script or a command: loupe run SCRIPT, loupe run -- bundle exec rake test');
    if (script !== undefined) requireFile(io, script);
    const settings = loadSettings(io, textOption(input, 'config'));
    if (!switchOption(input, 'no-check')) await checkFirst(io, input);
    if (io.signal.aborted) return 1;
    const signatures = switchOption(input, 'infer') ? await inferSignatures(io, settings, input.operands) : null;
    return script === undefined
      ? runWords(io, input.command ?? [], signatures)
      : runScript(io, input, script, signatures);
  },
};

function requireFile({ cwd }: Io, script: string): void {
  const path = resolve(cwd, script);
  if (!existsSync(path)) throw new UsageError(`there is no file ${script}`);
  if (statSync(path).isDirectory())
    throw new UsageError(`${script} is a folder; loupe run needs a script or a command`);
}

/** What is found changes nothing about the run. */
async function checkFirst(io: Io, { operands, options }: CommandInput): Promise<void> {
  const config = options.get('config');
  const beside: Io = { ...io, out: io.err, outIsTerminal: io.errIsTerminal };
  await checkCommand.run(beside, { operands, command: null, options: new Map(config ? [['config', config]] : []) });
}

async function inferSignatures(io: Io, settings: Settings, operands: readonly string[]): Promise<string> {
  const session = await openSession(io, { settings, useCache: true });
  try {
    await readSignatures(io, session, operands);
    await session.workspace.index(await findFiles(io, session.host, settings, operands), io.signal);
    return io.untilSignal(() => {
      session.workspace.update();
      return showRuntimeSignatures(session.workspace.snapshot);
    });
  } finally {
    await session.close();
  }
}

async function runScript(io: Io, input: CommandInput, script: string, signatures: string | null): Promise<number> {
  const chosen = textOption(input, 'ruby');
  const installed = chosen === 'embedded' ? null : findProgram('ruby', io.environment);
  const args = input.command ?? [];
  if (installed !== null) return runWords(io, [installed, script, ...args], signatures);
  if (chosen === 'system') {
    io.err('loupe: no ruby is installed; --ruby embedded runs the script in the sandbox\n');
    return COMMAND_NOT_FOUND;
  }
  io.err(
    `loupe: ${script} runs in the embedded Ruby: no processes, threads, network or input, its output at the end\n`,
  );
  const outcome = await runScriptEmbedded(
    { root: io.cwd, script: resolve(io.cwd, script), shown: script, args, signatures },
    io.signal,
  );
  if (outcome.kind === 'failed') {
    io.err(`loupe: the script did not run to its end: ${outcome.why}\n`);
    return 1;
  }
  io.out(outcome.output);
  io.err(outcome.errors);
  return outcome.status;
}

async function runWords(io: Io, words: readonly string[], signatures: string | null): Promise<number> {
  const folder = signatures === null ? null : mkdtempSync(join(realpathSync(tmpdir()), 'loupe-run-'));
  try {
    const file = folder && join(folder, 'inferred');
    if (file && signatures !== null) writeFileSync(file, signatures);
    const environment = environmentFor(io, file);
    const ended = await runCommand({ words, cwd: io.cwd, environment, signal: io.signal });
    if (ended.kind === 'ended') return ended.status;
    io.err(`loupe: cannot run ${words[0]}: ${ended.why === 'ENOENT' ? 'no such command' : ended.why}\n`);
    return COMMAND_NOT_FOUND;
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

/** Every Ruby process loads the library first. A blank in RUBYOPT would end a path, so it is found through RUBYLIB. */
function environmentFor({ environment }: Io, inferred: string | null): Record<string, string | undefined> {
  const { RUBYLIB, RUBYOPT } = environment;
  return {
    ...environment,
    RUBYLIB: [assetPath('ruby', 'lib'), ...(RUBYLIB ? [RUBYLIB] : [])].join(delimiter),
    RUBYOPT: ['-rloupe', ...(RUBYOPT ? [RUBYOPT] : [])].join(' '),
    LOUPE: inferred === null ? 'check' : 'check,infer',
    ...(inferred !== null && { LOUPE_INFERRED: inferred }),
  };
}
