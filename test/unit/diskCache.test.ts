import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '../../server/src/base/hash';
import { DiskCache } from '../../server/src/host/diskCache';
import type { Reply } from '../../server/src/proof/query';

const PROVED: Reply = { status: 'unsat', rlimit: 7 };
const KEY = hash('some text');

describe('disk cache', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-cache-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function stored(): Promise<string> {
    const cache = new DiskCache(folder);
    cache.set(KEY, PROVED);
    await cache.flush();
    return join(folder, 'answers', KEY.slice(0, 2), KEY);
  }

  it('gives answers back to the next process', async () => {
    await stored();
    assert.deepEqual(new DiskCache(folder).get(KEY), PROVED);
    assert.equal(new DiskCache(folder).get(hash('another text')), null);
  });

  it('drops entries that are cut short, changed or of another key', async () => {
    const file = await stored();
    const whole = readFileSync(file, 'utf8');
    for (const damaged of ['', whole.slice(0, -1), whole.replace('unsat', 'sat'), `${whole} `, '{}']) {
      writeFileSync(file, damaged);
      assert.equal(new DiskCache(folder).get(KEY), null, JSON.stringify(damaged));
    }
    const other = hash('another text');
    writeFileSync(join(folder, 'answers', KEY.slice(0, 2), other), whole);
    assert.equal(new DiskCache(folder).get(other), null);
  });

  it('counts, and clears', async () => {
    await stored();
    const cache = new DiskCache(folder);
    assert.equal((await cache.stats()).entries, 1);
    await cache.clear();
    assert.equal((await cache.stats()).entries, 0);
    assert.equal(cache.get(KEY), null);
  });

  it('leaves no half-written file behind', async () => {
    await stored();
    assert.deepEqual(readdirSync(join(folder, 'answers', KEY.slice(0, 2))), [KEY]);
  });
});
