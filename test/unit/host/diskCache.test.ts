import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hash } from '../../../server/src/base/hash';
import { DiskCache } from '../../../server/src/host/diskCache';
import type { Reply } from '../../../server/src/proof/query';

const PROVED: Reply = { status: 'unsat', rlimit: 7 };
const KEY = hash('some text');

describe('disk cache', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-cache-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function storedFiles(): Promise<string> {
    const cache = new DiskCache(folder);
    cache.set(KEY, PROVED);
    await cache.flush();
    return join(folder, 'answers', KEY.slice(0, 2), KEY);
  }

  it('returns answers to the next process', async () => {
    await storedFiles();
    assert.deepEqual(new DiskCache(folder).get(KEY), PROVED);
    assert.equal(new DiskCache(folder).get(hash('another text')), null);
  });

  it('drops entries that are truncated, changed or of another key', async () => {
    const file = await storedFiles();
    const whole = readFileSync(file, 'utf8');
    for (const damaged of ['', whole.slice(0, -1), whole.replace('unsat', 'sat'), `${whole} `, '{}']) {
      writeFileSync(file, damaged);
      assert.equal(new DiskCache(folder).get(KEY), null, JSON.stringify(damaged));
    }
    const other = hash('another text');
    writeFileSync(join(folder, 'answers', KEY.slice(0, 2), other), whole);
    assert.equal(new DiskCache(folder).get(other), null);
  });

  it('counts and clears', async () => {
    await storedFiles();
    const cache = new DiskCache(folder);
    assert.equal((await cache.stats()).entries, 1);
    await cache.clear();
    assert.equal((await cache.stats()).entries, 0);
    assert.equal(cache.get(KEY), null);
  });

  it('is shared by processes that read, write and prune concurrently', async () => {
    const run = (limit: number): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        join(__dirname, '..', '..', 'harness', 'cacheProcess.ts'),
        folder,
        String(limit),
      ]);
    const runs = await Promise.all([run(1000), run(1000), run(20)]);
    for (const { stdout } of runs) assert.match(stdout, /^0 wrong, [1-9]\d* found, 0 missing$/);
    const { stdout } = await run(1000);
    assert.match(stdout, /^0 wrong, [1-9]\d* found, 0 missing$/);
    const left = readdirSync(join(folder, 'answers'), { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      left.filter(name => name.includes('.')),
      [],
    );
  });

  it('is bounded in number and size: the least recently used entries are removed', async () => {
    const limits = { entries: 3, bytes: 10_000, inMemory: 2, everyMs: 0 };
    const keys = Array.from({ length: 6 }, (_, i) => hash(`text ${i}`));
    for (const [i, key] of keys.entries()) {
      const cache = new DiskCache(folder, { limits: { ...limits, entries: 100 } });
      cache.set(key, PROVED);
      await cache.flush();
      const time = new Date(Date.now() - (10 - i) * 60_000);
      utimesSync(join(folder, 'answers', key.slice(0, 2), key), time, time);
    }
    const cache = new DiskCache(folder, { limits });
    cache.set(KEY, PROVED);
    await cache.flush();
    assert.equal((await cache.stats()).entries, 3);
    assert.deepEqual(
      [...keys, KEY].map(key => new DiskCache(folder).get(key) !== null),
      [...Array(4).fill(false), true, true, true],
    );
    const large = new DiskCache(folder, { limits: { ...limits, bytes: 120 } });
    large.set(hash('large'), { status: 'sat', values: 'x'.repeat(50), rlimit: 1 });
    await large.flush();
    assert.ok((await large.stats()).bytes <= 120);
  });

  it('keeps a bounded number of answers in memory, the others on disk', async () => {
    const cache = new DiskCache(folder, { limits: { entries: 100, bytes: 100_000, inMemory: 2, everyMs: 0 } });
    const keys = Array.from({ length: 5 }, (_, i) => hash(`text ${i}`));
    for (const key of keys) cache.set(key, PROVED);
    await cache.flush();
    rmSync(join(folder, 'answers'), { recursive: true });
    assert.deepEqual(
      keys.map(key => cache.get(key) !== null),
      [false, false, false, true, true],
    );
  });

  it('two writers of the same answers do not interfere', async () => {
    const [one, two] = [new DiskCache(folder), new DiskCache(folder)];
    const keys = Array.from({ length: 50 }, (_, i) => hash(`text ${i}`));
    for (const key of keys) {
      one.set(key, PROVED);
      two.set(key, PROVED);
    }
    await Promise.all([one.flush(), two.flush()]);
    const third = new DiskCache(folder);
    assert.ok(keys.every(key => third.get(key)?.status === 'unsat'));
    assert.equal((await third.stats()).entries, 50);
  });

  it('leaves no half-written file behind', async () => {
    await storedFiles();
    assert.deepEqual(readdirSync(join(folder, 'answers', KEY.slice(0, 2))), [KEY]);
  });
});
