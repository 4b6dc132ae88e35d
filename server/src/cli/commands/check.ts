/** `loupe check`: verdicts for the methods of the given files, in the requested format. */
import type { Settings } from '../../../../shared/src/settings';
import type { FileFailure } from '../../engine/host';
import type { Snapshot } from '../../engine/snapshot';
import { baselineOf, readBaseline, withoutKnown, writeBaseline } from '../baseline';
import { budgetOf } from '../budget';
import { type Changes, isRuby, readChanges, selectCausedProblems } from '../changes';
import { emitTests } from '../emitTests';
import { reportStale } from '../learn/staleCalls';
import { FORMATS, isFormat, printResults } from '../output/formats';
import { progressOn } from '../output/progress';
import { exitStatus, type FailOn, type FileResult, resultOf, summarise, unreadableFileResult } from '../results';
import {
  chosenPrograms,
  findFiles,
  loadSettings,
  type OwnSignatures,
  openSession,
  RUBIES,
  readSignatures,
  type Session,
  SOLVERS,
  shownPath,
} from '../session';
import { isInShard, readShard, type Shard, verifyOwners } from '../shard';
import { type CommandInput, type CommandSpec, type Io, numberOption, switchOption, textOption } from '../usage';
import { watch } from '../watch';

const text = (name: string, choices?: readonly string[]) => ({
  name,
  type: 'text' as const,
  ...(choices && { choices }),
});
const number = (name: string, minimum: number) => ({ name, type: 'number' as const, minimum });

export const checkCommand: CommandSpec = {
  name: 'check',
  operands: '[paths]',
  short: 'type-check and verify Ruby files',
  summary: 'Type-checks and verifies Ruby files. Searches folders; without a path, the current folder.',
  minOperands: 0,
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    format: {
      help: 'output format (default: text)',
      value: text('FORMAT', FORMATS),
    },
    'changed-since': {
      help: 'report files changed since this git revision, and what the change breaks elsewhere',
      value: text('REV'),
    },
    staged: { help: 'the same for what is staged in git, as staged' },
    shard: { help: 'report part K of N of the files, to share the work between machines', value: text('K/N') },
    isolated: { help: 'treat each file as a separate program, as for a folder of scripts' },
    explain: { help: 'list every obligation of every method' },
    'fail-on': {
      help: 'what sets the exit status to 1 (default: error)',
      value: text('LEVEL', ['error', 'warning', 'undecided', 'not-modelled']),
    },
    baseline: { help: 'do not report the problems listed in this file', value: text('FILE') },
    'update-baseline': { help: 'write the current problems to the baseline file and succeed' },
    'emit-tests': { help: 'write a failing test per confirmed counterexample', value: text('DIR') },
    config: { help: 'read settings from this file instead of .loupe.yml', value: text('FILE') },
    ruby: {
      help: 'Ruby that runs counterexamples: the bundled sandbox, or the installed one',
      value: text('WHICH', RUBIES),
    },
    solver: {
      help: 'the bundled solver, or an installed z3 (auto: if there is one)',
      value: text('WHICH', SOLVERS),
    },
    'no-run': { help: 'never execute workspace code; counterexamples stay unconfirmed' },
    'no-cache': { help: 'ignore the cache' },
    'no-profile': { help: 'do not use what `loupe learn` has found' },
    stale: {
      help: 'error: fail if dynamic calls have changed since `loupe learn` saw them (default: ignore)',
      value: text('LEVEL', ['ignore', 'error']),
    },
    jobs: { help: 'number of solvers that run at the same time (default: by cores)', value: number('N', 0) },
    rlimit: { help: 'solver resource limit per query, the same on every machine', value: number('N', 1) },
    timeout: { help: 'time limit per query, as a guard against hangs', value: number('SECONDS', 1) },
    watch: { help: 'check again whenever a file changes' },
  },
  run: async (io, input) => {
    const useCache = !switchOption(input, 'no-cache');
    if (!switchOption(input, 'watch')) {
      const settings = settingsOf(io, input);
      const withoutProfile = switchOption(input, 'no-profile');
      const session = await openSession(io, { settings, useCache, withoutProfile });
      try {
        return await checkOnce(io, input, settings, session);
      } finally {
        await session.close();
      }
    }
    const watched = new WatchedSession(io, useCache, switchOption(input, 'no-profile'));
    try {
      return await watch(io, input.operands, async () => {
        const settings = settingsOf(io, input);
        return checkOnce(io, input, settings, await watched.for(settings));
      });
    } finally {
      await watched.close();
    }
  },
};

/** Keeps solver and library between runs until the settings change. */
class WatchedSession {
  private current: { readonly settings: string; readonly session: Session } | null = null;

  constructor(
    private readonly io: Io,
    private readonly useCache: boolean,
    private readonly withoutProfile: boolean,
  ) {}

  async for(settings: Settings): Promise<Session> {
    const text = JSON.stringify(settings);
    if (this.current?.settings === text) return this.current.session;
    await this.close();
    const session = await openSession(this.io, {
      settings,
      useCache: this.useCache,
      withoutProfile: this.withoutProfile,
    });
    this.current = { settings: text, session };
    return session;
  }

  async close(): Promise<void> {
    await this.current?.session.close();
    this.current = null;
  }
}

function settingsOf(io: Io, input: CommandInput): Settings {
  const settings = loadSettings(io, textOption(input, 'config'), chosenPrograms(input));
  return {
    ...settings,
    jobs: numberOption(input, 'jobs') ?? settings.jobs,
    rlimit: numberOption(input, 'rlimit') ?? settings.rlimit,
    timeoutSeconds: numberOption(input, 'timeout') ?? settings.timeoutSeconds,
    replay: switchOption(input, 'no-run') ? false : settings.replay,
    baseline: textOption(input, 'baseline') ?? settings.baseline,
  };
}

async function checkOnce(io: Io, input: CommandInput, settings: Settings, session: Session): Promise<number> {
  const known =
    settings.baseline === null ? null : readBaseline(io, settings.baseline, switchOption(input, 'update-baseline'));
  const changes = readChanges(io, input);
  const shard = readShard(input);
  const signatures = await readSignatures(io, session, input.operands);
  const described = new Set(signatures.map(({ path }) => path));
  const all = await findFiles(io, session.host, settings, input.operands);
  if (all.length === 0) io.err(reportNothingFound(input, settings));
  const paths = all.filter(path => !described.has(path) && !changes?.hidden.has(path));
  const progress = progressOn(io);
  const forget = session.workspace.on(progress.listen);
  const groups = switchOption(input, 'isolated') ? paths.map(path => [path]) : [paths];
  const found: FileResult[] = [];
  try {
    for (const group of groups) {
      found.push(...(await checkGroup({ io, settings, session, shard, changes }, group)));
      if (io.signal.aborted) break;
    }
    found.push(...signatureResults({ io, settings, session, shard, changes }, signatures));
  } finally {
    forget();
    progress.end();
  }
  if (switchOption(input, 'update-baseline')) return writeBaseline(io, settings.baseline, baselineOf(found));
  const results = known === null ? found : withoutKnown(found, known);
  const format = textOption(input, 'format') ?? 'text';
  if (isFormat(format)) io.out(printResults(io, format, results, switchOption(input, 'explain')));
  const tests = textOption(input, 'emit-tests');
  if (tests !== null) emitTests(io, tests, results);
  const isStale = textOption(input, 'stale') === 'error' && (await reportStale(io, settings)) > 0;
  return Math.max(Number(isStale), exitStatus(summarise(results), (textOption(input, 'fail-on') ?? 'error') as FailOn));
}

/** No output would look like success. */
function reportNothingFound({ operands }: CommandInput, { include }: Settings): string {
  const where = operands.length === 0 ? 'this folder' : operands.join(', ');
  return `loupe: no Ruby files in ${where} (looked for ${include.join(', ')})\n`;
}

/** What a check needs besides the files. */
interface CheckInput {
  readonly io: Io;
  readonly settings: Settings;
  readonly session: Session;
  /** Null: report all files. */
  readonly shard: Shard | null;
  /** Null: report whatever is found. */
  readonly changes: Changes | null;
}

/**
 * Files that form one program. They are removed from the workspace afterwards, so that the next group starts from
 * scratch.
 */
async function checkGroup(input: CheckInput, paths: readonly string[]): Promise<readonly FileResult[]> {
  const { io, settings, session, changes } = input;
  const { workspace } = session;
  const failures = await workspace.index(paths, io.signal);
  for (const [path, text] of changes?.staged ?? []) if (isRuby(path)) workspace.setDisk(path, text);
  io.untilSignal(() => workspace.update());
  const reported = paths.filter(path => isReported(input, path));
  const check = async (wanted: readonly string[]): Promise<readonly FileResult[]> => {
    await verifyFiles(input, wanted);
    await workspace.infer(wanted, io.signal);
    const { snapshot } = workspace;
    return wanted.map(path => oneResult(io, snapshot, settings, path, failures.get(path) ?? null));
  };
  const found = await check(reported);
  const results = changes === null ? found : await selectCausedProblems(workspace, changes, found, check);
  if (io.signal.aborted) io.err('loupe: interrupted; the results are not complete\n');
  for (const path of [...paths, ...(changes?.changed ?? [])]) workspace.remove(path);
  return results;
}

async function verifyFiles({ io, settings, session: { workspace }, shard }: CheckInput, paths: readonly string[]) {
  const options = { budget: budgetOf(settings), signal: io.signal };
  if (shard === null) return workspace.verify(options);
  await workspace.verify({ ...options, paths });
  await verifyOwners(workspace, options);
}

function isReported({ io, shard }: CheckInput, path: string): boolean {
  return shard === null || isInShard(shard, shownPath(io, path));
}

function oneResult(
  io: Io,
  snapshot: Snapshot,
  settings: Settings,
  path: string,
  failure: FileFailure | null,
): FileResult {
  const shown = shownPath(io, path);
  return failure === null
    ? resultOf(snapshot, path, shown, settings)
    : unreadableFileResult(snapshot, { path, shown }, failure.failure, failure.detail, settings);
}

/**
 * Signature files are listed only if they have problems. They are removed afterwards, so that --watch reads them again.
 */
function signatureResults(input: CheckInput, files: readonly OwnSignatures[]): readonly FileResult[] {
  const { io, settings, session, changes } = input;
  const { snapshot } = session.workspace;
  const results = files
    .filter(({ path }) => isReported(input, path) && changes?.changed.has(path) !== false)
    .map(({ path, failure }) => oneResult(io, snapshot, settings, path, failure));
  for (const { path } of files) session.workspace.remove(path);
  return results.filter(result => result.diagnostics.length > 0);
}
