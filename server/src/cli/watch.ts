/** `--watch`: runs again whenever something below the paths changes, until interrupted. */
import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from './usage';

const QUIET_MS = 150;

export async function watch(io: Io, paths: readonly string[], once: () => Promise<number>): Promise<number> {
  let status = await once();
  let changed: () => void = () => {};
  const watchers = (paths.length === 0 ? ['.'] : paths).map(path => watchPath(resolve(io.cwd, path), () => changed()));
  try {
    while (!io.signal.aborted) {
      await new Promise<void>(done => {
        changed = done;
        io.signal.addEventListener('abort', () => done(), { once: true });
      });
      if (io.signal.aborted) break;
      await new Promise(done => setTimeout(done, QUIET_MS)); // editors write a file in several steps
      if (io.outIsTerminal) io.out('\u001b[2J\u001b[H');
      status = await once();
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
  return status;
}

function watchPath(path: string, onChange: () => void): FSWatcher {
  return watchFolder(path, { recursive: true }, (_, name) => {
    if (name === null || /(\.rb|\.rbs|\.yml|Gemfile\.lock)$/.test(name)) onChange();
  });
}
