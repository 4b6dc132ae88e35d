/** `--watch`: runs again whenever something below the paths changes, until interrupted. */
import { type FSWatcher, statSync, watch as watchFolder } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { findConfig } from './session';
import { type Io, UsageError } from './usage';

const QUIET_MS = 150;

export async function watch(io: Io, paths: readonly string[], once: () => Promise<number>): Promise<number> {
  const changes = new Changes(io.signal);
  const config = findConfig(io.cwd);
  const watched = [...(paths.length === 0 ? ['.'] : paths), ...(config === null ? [] : [config])];
  const watchers = [...new Set(watched.map(path => resolve(io.cwd, path)))].map(path => watchPath(path, changes));
  let status = 0;
  try {
    while (true) {
      status = await runGuarded(io, once);
      if (io.signal.aborted) break;
      io.err('loupe: watching; Ctrl+C ends it\n');
      await changes.next();
      if (io.signal.aborted) break;
      await new Promise(done => setTimeout(done, QUIET_MS)); // editors write a file in several steps
      changes.forget();
      if (io.outIsTerminal) io.out('\u001b[2J\u001b[H');
    }
  } finally {
    for (const watcher of watchers) watcher?.close();
  }
  return status;
}

/** Reports an error in the settings or a missing path, and waits for the next change. */
async function runGuarded(io: Io, once: () => Promise<number>): Promise<number> {
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`loupe: ${error.message}\n`);
    return 2;
  }
}

/** Changes during a run are kept and start the next one. */
class Changes {
  private seen = false;
  private waiting: (() => void) | null = null;

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.waiting?.(), { once: true });
  }

  note(): void {
    this.seen = true;
    this.waiting?.();
  }

  forget(): void {
    this.seen = false;
  }

  async next(): Promise<void> {
    if (this.seen || this.signal.aborted) return;
    await new Promise<void>(done => {
      this.waiting = done;
    });
    this.waiting = null;
  }
}

/** Watches the folder of a file: editors replace files instead of writing them. */
function watchPath(path: string, changes: Changes): FSWatcher | null {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) return null; // the run reports that it is missing
  const only = info.isDirectory() ? null : basename(path);
  return watchFolder(only === null ? path : dirname(path), { recursive: only === null }, (_, name) => {
    if (only !== null && name !== null && name !== only) return;
    if (name === null || /(\.rb|\.rbs|\.rbi|\.yml|Gemfile\.lock)$/.test(name)) changes.note();
  });
}
