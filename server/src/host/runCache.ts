/**
 * Outcomes of runs in the embedded Ruby, kept on disk like answers of the solver. The key is the script, the build (which
 * includes Ruby and our library), the limits and the workspace folder. An entry counts as long as everything that the run
 * saw is the same: the files that it loaded, and what was at the places where it looked for others. A run that used a
 * clock, chance, a file that was not given or the list of a folder is not kept; neither is one that failed.
 */
import { hash } from '../base/hash';
import type { ReplayFile, RubyReply } from '../proof/replay';
import type { DiskCache } from './diskCache';
import type { WatchedReply } from './rubyEmbedded';
import type { RubyEvaluator } from './rubyEvaluator';
import { Mount, normalise } from './rubyFiles';
import { mountPath } from './rubyPaths';

export interface CachedRun {
  readonly text: string;
  readonly output: string;
  /** The files that it read, and the hashes of their texts. */
  readonly read: readonly (readonly [path: string, text: string])[];
  readonly looked: readonly (readonly [path: string, kind: string])[];
}

export interface RunCacheOptions {
  readonly store: Pick<DiskCache<CachedRun>, 'get' | 'set' | 'flush'>;
  /** What every run depends on: the build, the limits. */
  readonly basis: readonly string[];
  readonly root: string | null;
}

interface WatchedRuby {
  watch(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<WatchedReply>;
  close(): Promise<void>;
}

/** Larger ones are not kept. */
const MOST_BYTES = 1 << 20;

export class RunCache implements RubyEvaluator {
  constructor(
    private readonly ruby: WatchedRuby,
    private readonly options: RunCacheOptions,
  ) {}

  async evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply> {
    const { store, basis, root } = this.options;
    const key = hash('run', ...basis, mountPath(root ?? ''), source);
    const texts = new Map(files.map(({ path, text }) => [normalise(mountPath(path)), text]));
    const kept = store.get(key);
    if (kept && this.isSame(kept, texts)) return { kind: 'value', text: kept.text, output: kept.output };
    const { reply, seen } = await this.ruby.watch(source, files, signal);
    if (reply.kind === 'value' && seen && reply.text.length + reply.output.length <= MOST_BYTES) {
      const { text, output } = reply;
      const read = seen.read.map(path => [path, hash(texts.get(path) ?? '')] as const);
      store.set(key, { text, output, read, looked: seen.looked });
    }
    return reply;
  }

  async close(): Promise<void> {
    await this.ruby.close();
    await this.options.store.flush();
  }

  private isSame({ read, looked }: CachedRun, texts: ReadonlyMap<string, string>): boolean {
    const isRead = ([path, text]: CachedRun['read'][number]): boolean => {
      const now = texts.get(path);
      return now !== undefined && hash(now) === text;
    };
    return read.every(isRead) && this.isThere(looked, texts);
  }

  private isThere(looked: CachedRun['looked'], texts: ReadonlyMap<string, string>): boolean {
    const { root } = this.options;
    const view = new Mount('', { left: Number.POSITIVE_INFINITY });
    if (root !== null) view.addFolder(mountPath(root), root);
    const folders = new Set([...texts.keys()].flatMap(foldersAbove));
    const kindOf = (path: string): string => (folders.has(path) ? 'folder' : view.kindOf(path));
    return looked.every(([path, kind]) => !texts.has(path) && kindOf(path) === kind);
  }
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, i).join('/'));
}
