/**
 * Answers that other machines have found. They are kept on disk apart from this machine's own, by the URL they came
 * from, and never mixed with them: if one turns out to be wrong, all are deleted. With a secret, only signed answers
 * count. Without one, a few in a hundred are solved again. (0100)
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { hash } from '../base/hash';
import type { RemoteAnswers } from '../engine/host';
import type { Reply } from '../proof/query';
import { DiskCache, REMOTE } from './diskCache';
import { MAX_BYTES, readBody, storeKey, writeBody } from './remoteBody';
import { RemoteStore } from './remoteStore';

export interface RemoteOptions {
  readonly url: URL;
  readonly mode: 'read' | 'write';
  /** Sent as a bearer token. */
  readonly token: string | null;
  /** The key of the HMAC. */
  readonly secret: string | null;
}

interface Surroundings {
  /** The cache folder of this machine. */
  readonly folder: string;
  readonly warn: (message: string) => void;
  readonly timeoutMs?: number;
  /** Whether to solve an answer again; by default, two in a hundred. */
  readonly isSampled?: () => boolean;
}

export interface RemoteCounts {
  readonly found: number;
  readonly missed: number;
  /** Solved again to check them. */
  readonly checked: number;
  /** Bodies that are not answers to their query, or not signed. */
  readonly refused: number;
  readonly written: number;
}

const TIMEOUT_MS = 5_000;

export class RemoteCache implements RemoteAnswers {
  isTrusted = true;
  private readonly store: RemoteStore;
  private readonly writer: RemoteStore;
  private readonly kept: DiskCache;
  private readonly offered = new Set<string>();
  private readonly writes = new Set<Promise<void>>();
  private readonly counted = { found: 0, missed: 0, checked: 0, refused: 0, written: 0 };
  private clearing: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: RemoteOptions,
    private readonly around: Surroundings,
  ) {
    const { url, token } = options;
    const open = (ending: string): RemoteStore =>
      new RemoteStore({
        url,
        token,
        timeoutMs: around.timeoutMs ?? TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        onFailure: why => around.warn(`the remote cache ${url.host} fails (${why}); ${ending}`),
      });
    this.store = open('continuing without it');
    this.writer = open('nothing more is written to it');
    this.kept = new DiskCache(join(around.folder, REMOTE, hash(url.href, options.secret ?? '')), { warn: around.warn });
  }

  get counts(): RemoteCounts {
    return this.counted;
  }

  async find(key: string): Promise<Reply | null> {
    const found = this.isTrusted ? await this.look(key) : null;
    const reply = this.isTrusted ? found : null;
    if (reply) this.counted.found++;
    else this.counted.missed++;
    return reply;
  }

  shouldVerify(): boolean {
    if (this.options.secret !== null) return false;
    const isSampled = this.around.isSampled?.() ?? randomInt(50) === 0;
    if (isSampled) this.counted.checked++;
    return isSampled;
  }

  offer(key: string, reply: Reply): void {
    if (this.options.mode !== 'write' || !this.isTrusted || this.writer.isClosed || this.offered.has(key)) return;
    this.offered.add(key);
    const write = this.write(key, reply);
    this.writes.add(write);
    void write.finally(() => this.writes.delete(write));
  }

  distrust(): void {
    if (!this.isTrusted) return;
    this.isTrusted = false;
    this.store.close();
    this.writer.close();
    this.clearing = this.kept.clear().catch(() => {});
    this.around.warn(
      `the remote cache ${this.options.url.host} has a wrong answer; it is not used any more, and what came from it is solved again`,
    );
  }

  async flush(): Promise<void> {
    await Promise.all([this.kept.flush(), this.clearing, ...this.writes]);
  }

  private async look(key: string): Promise<Reply | null> {
    const kept = this.kept.get(key);
    if (kept || this.store.isClosed) return kept;
    const got = await this.store.get(storeKey(key));
    if (got.kind !== 'body') return null;
    const reply = readBody(key, got.text, this.options.secret);
    if (!reply) this.counted.refused++;
    else if (this.isTrusted) this.kept.set(key, reply);
    return reply;
  }

  /** The same answer may be there already, from another machine or from an earlier run. */
  private async write(key: string, reply: Reply): Promise<void> {
    const name = storeKey(key);
    if (this.store.isClosed || (await this.store.has(name))) return;
    if (await this.writer.put(name, writeBody(key, reply, this.options.secret))) this.counted.written++;
  }
}
