/** Results of earlier starts on disk: what is damaged, old or too much is not there. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskResults } from '../../../server/src/host/diskResults';

const VALUE = { map: new Map([['a', [1, 2]]]), text: 'ü', nothing: null };

describe('results on disk', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'loupe-results-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const files = (): readonly string[] => readdirSync(join(root, 'results')).map(name => join(root, 'results', name));

  it('are read by the same build, under the same key', () => {
    new DiskResults(root, 'build').set('key', VALUE);
    assert.deepEqual(new DiskResults(root, 'build').get('key'), VALUE);
    assert.equal(new DiskResults(root, 'build').get('other'), null);
    assert.equal(new DiskResults(root, 'newer').get('key'), null);
    assert.equal(files().length, 1);
  });

  it('are not there if a byte of them is another, or the end is missing', () => {
    const results = new DiskResults(root, 'build');
    results.set('key', VALUE);
    const [file] = files();
    assert.ok(file);
    const bytes = readFileSync(file);
    for (const at of [0, 31, 32, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(file, damaged);
      assert.equal(results.get('key'), null, `byte ${at}`);
    }
    for (const length of [0, 10, bytes.length - 1]) {
      writeFileSync(file, bytes);
      truncateSync(file, length);
      assert.equal(results.get('key'), null, `${length} bytes`);
    }
    writeFileSync(file, bytes);
    assert.deepEqual(results.get('key'), VALUE);
  });

  it('are not kept for another key by renaming a file', () => {
    const results = new DiskResults(root, 'build');
    results.set('a', 1);
    const [a] = files();
    results.set('b', 2);
    const b = files().find(file => file !== a);
    assert.ok(a && b);
    writeFileSync(b, readFileSync(a));
    assert.equal(results.get('b'), null);
  });

  it('are bounded in number', () => {
    for (let i = 0; i < 6; i++) new DiskResults(root, 'build', { limits: { files: 3, bytes: 1e6 } }).set(`key ${i}`, i);
    assert.ok(files().length <= 4);
  });

  it('do without a folder that cannot be written', () => {
    writeFileSync(join(root, 'file'), '');
    const results = new DiskResults(join(root, 'file'), 'build');
    results.set('key', VALUE);
    assert.equal(results.get('key'), null);
  });
});
