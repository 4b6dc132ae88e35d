/**
 * Results of earlier starts on disk: one file per key, as plain data with a checksum. A file that is missing, damaged or
 * of another build is not there. Files are written aside and renamed, so no process reads half a file; number and size
 * are bounded by removing those that were used least recently.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { hash } from '../base/hash';
import type { ResultStore } from '../engine/host';
import { makeFolder, type READINGS, RESULTS } from './diskCache';

export interface ResultLimits {
  readonly files: number;
  readonly bytes: number;
}

type Kind = typeof RESULTS | typeof READINGS;

const LIMITS: Readonly<Record<Kind, ResultLimits>> = {
  results: { files: 500, bytes: 400 * 1024 * 1024 },
  readings: { files: 10_000, bytes: 400 * 1024 * 1024 },
};
const CHECKSUM_BYTES = 32;

export class DiskResults implements ResultStore {
  private readonly folder: string;
  private readonly limits: ResultLimits;
  private isPruned = false;
  private isUnusable = false;

  /** `build` names the code that made the results: only the same code may read them. */
  constructor(
    root: string,
    private readonly build: string,
    { kind = RESULTS, limits = LIMITS[kind] }: { readonly kind?: Kind; readonly limits?: ResultLimits } = {},
  ) {
    this.folder = join(root, kind);
    this.limits = limits;
  }

  get(key: string): unknown {
    try {
      const file = this.fileOf(key);
      const bytes = readFileSync(file);
      const body = bytes.subarray(CHECKSUM_BYTES);
      if (!bytes.subarray(0, CHECKSUM_BYTES).equals(this.checksum(key, body))) return null;
      const now = new Date();
      utimesSync(file, now, now);
      return deserialize(body);
    } catch {
      return null;
    }
  }

  set(key: string, value: unknown): void {
    if (this.isUnusable) return;
    const body = serialize(value);
    try {
      makeFolder(this.folder);
      this.prune();
      const file = this.fileOf(key);
      const aside = `${file}.${process.pid}`;
      writeFileSync(aside, Buffer.concat([this.checksum(key, body), body]));
      renameSync(aside, file);
    } catch {
      this.isUnusable = true; // the answer cache has warned the user of a folder that is not writable
    }
  }

  private fileOf(key: string): string {
    return join(this.folder, hash(this.build, key));
  }

  private checksum(key: string, body: Uint8Array): Buffer {
    return createHash('sha256').update(`${this.build} ${key} `).update(body).digest();
  }

  /** Once for each process. */
  private prune(): void {
    if (this.isPruned) return;
    this.isPruned = true;
    const files = readdirSync(this.folder).map(name => {
      const file = join(this.folder, name);
      const { mtimeMs, size } = statSync(file);
      return { file, mtimeMs, size };
    });
    let bytes = 0;
    files
      .sort((a, b) => b.mtimeMs - a.mtimeMs)
      .forEach(({ file, size }, i) => {
        bytes += size;
        if (i >= this.limits.files || bytes > this.limits.bytes) rmSync(file, { force: true });
      });
  }
}
