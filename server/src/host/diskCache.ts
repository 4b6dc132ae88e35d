/**
 * Answers on disk, one small file per query, shared by editor and command line. An entry carries a checksum and is
 * dropped silently when it does not match; it is written aside and renamed, so two processes never see half an entry.
 * Bounded: when a run has written, the oldest entries beyond the limit are removed.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hash } from '../base/hash';
import type { AnswerCache } from '../engine/host';
import type { Reply } from '../proof/query';

const FORMAT = '1';
const MAX_ENTRIES = 50_000;

export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.LOUPE_CACHE_DIR) return environment.LOUPE_CACHE_DIR;
  if (process.platform === 'win32')
    return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'loupe', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'loupe');
  return join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'loupe');
}

export class DiskCache implements AnswerCache {
  private readonly memory = new Map<string, Reply>();
  private readonly writes = new Set<Promise<void>>();
  private wrote = 0;

  constructor(private readonly folder: string) {}

  get(key: string): Reply | null {
    const known = this.memory.get(key);
    if (known) return known;
    const reply = this.read(key);
    if (reply) this.memory.set(key, reply);
    return reply;
  }

  set(key: string, reply: Reply): void {
    this.memory.set(key, reply);
    const write = this.write(key, reply).catch(() => {});
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
    await rm(join(this.folder, 'answers'), { recursive: true, force: true });
  }

  private file(key: string): string {
    return join(this.folder, 'answers', key.slice(0, 2), key);
  }

  private read(key: string): Reply | null {
    try {
      const text = readFileSync(this.file(key), 'utf8');
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      return end > 0 && text.slice(0, end) === hash(FORMAT, key, body) ? (JSON.parse(body) as Reply) : null;
    } catch {
      return null;
    }
  }

  private async write(key: string, reply: Reply): Promise<void> {
    const file = this.file(key);
    const body = JSON.stringify(reply);
    mkdirSync(join(this.folder, 'answers', key.slice(0, 2)), { recursive: true });
    const aside = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    await writeFile(aside, `${hash(FORMAT, key, body)}\n${body}`);
    await rename(aside, file);
    this.wrote++;
  }

  private async entries(): Promise<{ file: string; size: number; time: number }[]> {
    const found: { file: string; size: number; time: number }[] = [];
    const root = join(this.folder, 'answers');
    for (const shard of await readdir(root).catch(() => [])) {
      for (const name of await readdir(join(root, shard)).catch(() => [])) {
        const file = join(root, shard, name);
        const info = await stat(file).catch(() => null);
        if (info) found.push({ file, size: info.size, time: info.mtimeMs });
      }
    }
    return found;
  }

  /** Looks at the whole folder at most once an hour, by the age of a stamp. */
  private async prune(): Promise<void> {
    const stamp = join(this.folder, 'pruned');
    const last = await stat(stamp).catch(() => null);
    const now = new Date();
    if (last && now.getTime() - last.mtimeMs < 3_600_000) return;
    await mkdir(this.folder, { recursive: true });
    await writeFile(stamp, '');
    await utimes(stamp, now, now);
    const entries = (await this.entries()).sort((a, b) => b.time - a.time);
    await Promise.all(entries.slice(MAX_ENTRIES).map(entry => rm(entry.file, { force: true })));
  }
}

/** For --no-cache, and for tests. */
export class MemoryCache implements AnswerCache {
  private readonly replies = new Map<string, Reply>();
  get(key: string): Reply | null {
    return this.replies.get(key) ?? null;
  }
  set(key: string, reply: Reply): void {
    this.replies.set(key, reply);
  }
  async flush(): Promise<void> {}
}
