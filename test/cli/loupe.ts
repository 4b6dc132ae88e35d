/** Runs the built command line like a user, in a scratch folder. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const CLI = join(__dirname, '..', '..', 'bin', 'loupe.js');

export interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Scratch {
  readonly folder: string;
  readonly write: (name: string, content: string | Uint8Array) => void;
  readonly loupe: (...words: readonly string[]) => Outcome;
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
    loupe: (...words) => run({}, ...words),
    loupeAs: run,
    start: (...words) => spawn(process.execPath, [CLI, ...words], { cwd: folder, env: environment }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
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
