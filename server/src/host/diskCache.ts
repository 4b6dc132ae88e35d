/**
 * The answer cache on disk: one small file per query, shared by editor and command line; outcomes of runs are kept in the
 * same way (runCache.ts). Each entry has a checksum; an
 * entry that does not match is dropped silently. Entries are written to a temporary file and renamed, so no process
 * ever reads half an entry. Number and size are bounded: after a run that wrote entries, the least recently used ones
 * are removed.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { hash } from '../base/hash';
import type { Reply } from '../proof/query';

/** The folder of diskResults.ts. */
export const RESULTS = 'results';
/** The folder of what was read from files, as diskResults.ts. */
export const READINGS = 'readings';
/** The folder of remoteCache.ts. */
export const REMOTE = 'remote';
const ANSWERS = 'answers';
/** The folder of runCache.ts. */
export const RUNS = 'runs';

const FORMAT = '1';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface CacheLimits {
  readonly entries: number;
  readonly bytes: number;
  /** Answers kept in memory by this process. */
  readonly inMemory: number;
  /** Minimum interval between scans of the folder. */
  readonly everyMs: number;
}

const LIMITS: CacheLimits = { entries: 50_000, bytes: 100 * 1024 * 1024, inMemory: 20_000, everyMs: HOUR_MS };

export function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
  if (environment.LOUPE_CACHE_DIR) return environment.LOUPE_CACHE_DIR;
  if (process.platform === 'win32')
    return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'loupe', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'loupe');
  return join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'loupe');
}

interface CacheOptions {
  readonly limits?: CacheLimits;
  readonly warn?: (message: string) => void;
  /** A folder of its own for each kind of entries. */
  readonly kind?: typeof ANSWERS | typeof RUNS;
}

export class DiskCache<Value = Reply> {
  private readonly memory = new Map<string, Value>();
  private readonly writes = new Set<Promise<void>>();
  private readonly limits: CacheLimits;
  private readonly warn: (message: string) => void;
  private readonly kind: string;
  private wrote = 0;
  /** The folder is not writable. The user was warned once; do not try again. */
  private unusable = false;

  constructor(
    private readonly folder: string,
    options: CacheOptions = {},
  ) {
    this.kind = options.kind ?? ANSWERS;
    this.limits = options.limits ?? LIMITS;
    this.warn = options.warn ?? (() => {});
  }

  get(key: string): Value | null {
    const known = this.memory.get(key);
    if (known) return known;
    const reply = this.read(key);
    if (reply) this.remember(key, reply);
    return reply;
  }

  set(key: string, reply: Value): void {
    this.remember(key, reply);
    if (this.unusable) return;
    const write = this.write(key, reply).catch(error => this.giveUp(error));
    this.writes.add(write);
    void write.finally(() => this.writes.delete(write));
  }

  async flush(): Promise<void> {
    await Promise.all(this.writes);
    if (this.wrote > 0) await this.prune().catch(() => {});
    this.wrote = 0;
  }

  async stats(): Promise<{ folder: string; entries: number; bytes: number }> {
    const entries = await this.entries();
    return { folder: this.folder, entries: entries.length, bytes: entries.reduce((sum, entry) => sum + entry.size, 0) };
  }

  async clear(): Promise<void> {
    this.memory.clear();
    for (const kind of [ANSWERS, RESULTS, READINGS, RUNS, REMOTE])
      await rm(join(this.folder, kind), { recursive: true, force: true });
  }

  private remember(key: string, reply: Value): void {
    this.memory.set(key, reply);
    if (this.memory.size <= this.limits.inMemory) return;
    for (const oldest of this.memory.keys()) {
      this.memory.delete(oldest);
      return;
    }
  }

  private file(key: string): string {
    return join(this.folder, this.kind, key.slice(0, 2), key);
  }

  private read(key: string): Value | null {
    try {
      const file = this.file(key);
      const text = readFileSync(file, 'utf8');
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      if (end <= 0 || text.slice(0, end) !== hash(FORMAT, key, body)) return null;
      this.recordUse(file);
      return JSON.parse(body) as Value;
    } catch {
      return null;
    }
  }

  /** Records use with the precision of a day, so that most reads write nothing. */
  private recordUse(file: string): void {
    if (Date.now() - statSync(file).mtimeMs < DAY_MS) return;
    const now = new Date();
    void utimes(file, now, now).catch(() => {});
  }

  private giveUp(error: NodeJS.ErrnoException): void {
    if (this.unusable) return;
    this.unusable = true;
    this.warn(`cannot write answers to ${this.folder} (${error.code ?? error.message}); continuing without a cache`);
  }

  private async write(key: string, reply: Value): Promise<void> {
    const file = this.file(key);
    const body = JSON.stringify(reply);
    makeFolder(dirname(file));
    const aside = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    await writeFile(aside, `${hash(FORMAT, key, body)}\n${body}`);
    await rename(aside, file);
    this.wrote++;
  }

  private async entries(): Promise<{ file: string; size: number; time: number }[]> {
    const found: { file: string; size: number; time: number }[] = [];
    const root = join(this.folder, this.kind);
    for (const shard of await readdir(root).catch(() => [])) {
      for (const name of await readdir(join(root, shard)).catch(() => [])) {
        const file = join(root, shard, name);
        const info = await stat(file).catch(() => null);
        if (info) found.push({ file, size: info.size, time: info.mtimeMs });
      }
    }
    return found;
  }

  /** Scans the folder at most once an hour, by the age of a stamp file. */
  private async prune(): Promise<void> {
    const stamp = join(this.folder, this.kind === ANSWERS ? 'pruned' : `pruned-${this.kind}`);
    const last = await stat(stamp).catch(() => null);
    const now = new Date();
    if (last && now.getTime() - last.mtimeMs < this.limits.everyMs) return;
    makeFolder(this.folder);
    await writeFile(stamp, '');
    await utimes(stamp, now, now);
    const entries = (await this.entries()).sort((a, b) => b.time - a.time);
    let bytes = 0;
    const beyond = entries.filter(({ size }, i) => {
      bytes += size;
      return i >= this.limits.entries || bytes > this.limits.bytes;
    });
    await Promise.all(beyond.map(entry => rm(entry.file, { force: true })));
  }
}

/** Node's `recursive` option never returns for a folder that cannot be created, for example below /proc. */
export function makeFolder(folder: string): void {
  if (tryMakeFolder(folder)) return;
  makeFolder(dirname(folder));
  if (!tryMakeFolder(folder)) throw Object.assign(new Error('the folder cannot be created'), { code: 'ENOENT' });
}

/** False: its parent is missing. */
function tryMakeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(folder) !== folder) return false;
    if (code !== 'EEXIST') throw error;
  }
  return true;
}
