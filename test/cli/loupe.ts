/**
 * Runs the command line like a user, in a scratch folder: the sources in this process where nothing depends on the process,
 * else the built program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { neutralise } from '../../server/src/cli/output/neutralise';
import { run as runCommand } from '../../server/src/cli/run';
import type { Io } from '../../server/src/cli/usage';
import { createHost } from '../../server/src/host/createHost';
import { createTestHost, NEVER, TEST_ASSETS } from '../harness/workspace';

export const CLI = join(__dirname, '..', '..', 'bin', 'loupe.js');

export interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Scratch {
  readonly folder: string;
  readonly write: (name: string, content: string | Uint8Array) => void;
  /** In this process; in one of its own if the folder has its own environment. */
  readonly loupe: (...words: readonly string[]) => Promise<Outcome>;
  /** Streams, signals and the exit status are those of a process. */
  readonly loupeProcess: (...words: readonly string[]) => Outcome;
  /** As another user of the machine. */
  readonly loupeAs: (user: { readonly uid?: number; readonly gid?: number }, ...words: readonly string[]) => Outcome;
  /** For output that is checked during the run. */
  readonly start: (...words: readonly string[]) => ReturnType<typeof spawn>;
  readonly remove: () => void;
}

/** Answers are cached in the folder itself, so that tests do not share them. */
export function scratch(extra: Readonly<Record<string, string>> = {}): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-cli-'));
  const environment = {
    ...process.env,
    LOUPE_CACHE_DIR: join(folder, '.cache'),
    FORCE_COLOR: '',
    NO_COLOR: '',
    ...extra,
  };
  const run: Scratch['loupeAs'] = (user, ...words) => {
    const env = { ...environment, NODE_OPTIONS: process.env.NODE_OPTIONS ?? '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
      cwd: folder,
      env,
      encoding: 'utf8',
      ...user,
    });
    return { status, out: stdout, err: stderr };
  };
  return {
    folder,
    write: (name, content) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    },
    loupe: async (...words) =>
      Object.keys(extra).length > 0 ? run({}, ...words) : runHere(folder, environment, words),
    loupeProcess: (...words) => run({}, ...words),
    loupeAs: run,
    start: (...words) => spawn(process.execPath, [CLI, ...words], { cwd: folder, env: environment }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What main.ts provides, without a process. Commands share the solver and the library. */
export function createIo(
  cwd: string,
  changes: Partial<Io> = {},
): { readonly io: Io; readonly out: () => string; readonly err: () => string } {
  const written = { out: '', err: '' };
  const io: Io = {
    cwd,
    environment: {},
    createHost: options => {
      const { solver } = createTestHost({ settings: options.settings });
      const host = createHost({ ...options, assets: TEST_ASSETS });
      return options.settings.solver === 'wasm' ? { ...host, solver } : host;
    },
    out: text => {
      written.out += text;
    },
    err: text => {
      written.err += neutralise(text);
    },
    outIsTerminal: false,
    errIsTerminal: false,
    signal: NEVER,
    untilSignal: work => work(),
    ...changes,
  };
  return { io, out: () => written.out, err: () => written.err };
}

async function runHere(cwd: string, environment: Io['environment'], words: readonly string[]): Promise<Outcome> {
  const { io, out, err } = createIo(cwd, { environment });
  const status = await runCommand(words, io);
  return { status, out: out(), err: err() };
}

export const SAFE = `class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def incr_sec(x) = x == 59 ? 0 : x + 1
end
`;

export const UNSAFE = `class Watch
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def incr_sec(x) = x == 58 ? 0 : x + 1
end
`;
