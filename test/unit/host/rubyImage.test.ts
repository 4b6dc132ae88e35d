/** The stored image of a started Ruby: only the one that was made from this module and library is used. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rubyAssets } from '../../../server/src/host/assets';
import { decodeImage, encodeImage, keyOfImage } from '../../../server/src/host/rubyImage';
import { hostForTests, NEVER } from '../../harness/rubyForTests';

const { wasmFile, imageFile, libraryFolder } = rubyAssets();
const BLOCK = 4096;

describe('image of a started Ruby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-image-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const stored = readFileSync(imageFile);
  const key = keyOfImage(readFileSync(wasmFile), libraryFolder);

  it('is built for the module and library of the product', () => {
    assert.notEqual(decodeImage(key, stored), null);
  });

  it('contains the changed blocks, at their places', () => {
    const blank = new Uint8Array(4 * BLOCK).fill(1);
    const ready = new Uint8Array(6 * BLOCK);
    ready.set(blank);
    ready[BLOCK + 5] = 7;
    ready[2 * BLOCK] = 8;
    ready[5 * BLOCK + 1] = 9;
    const image = decodeImage(key, encodeImage(key, blank, ready));
    assert.ok(image);
    assert.deepEqual(
      image.runs.map(run => [run.at, run.bytes.length]),
      [
        [BLOCK, 2 * BLOCK],
        [5 * BLOCK, BLOCK],
      ],
    );
    const memory = new Uint8Array(image.byteLength);
    memory.set(blank);
    for (const run of image.runs) memory.set(run.bytes, run.at);
    assert.deepEqual(memory, ready);
  });

  it('is ignored if it is truncated, damaged or empty', () => {
    const damaged = Buffer.from(stored);
    damaged[stored.length - 1]! ^= 1;
    for (const bytes of [stored.subarray(0, stored.length - 1), stored.subarray(0, 40), damaged, Buffer.alloc(0)])
      assert.equal(decodeImage(key, bytes), null);
  });

  it('is ignored if the library has changed', () => {
    const copy = join(folder, 'library');
    cpSync(libraryFolder, copy, { recursive: true });
    const wasm = readFileSync(wasmFile);
    assert.deepEqual(keyOfImage(wasm, copy), key);
    writeFileSync(join(copy, 'lib', 'more.rb'), '');
    assert.equal(decodeImage(keyOfImage(wasm, copy), stored), null);
  });

  for (const [name, bytes] of [
    ['with', stored],
    ['with a damaged', stored.subarray(0, 1000)],
    ['without an', null],
  ] as const) {
    it(`Ruby starts ${name} image`, async function () {
      this.timeout(120_000);
      const file = join(folder, 'ruby.image');
      rmSync(file, { force: true });
      if (bytes) writeFileSync(file, bytes);
      const ruby = hostForTests({ imageFile: file });
      try {
        for (const expected of ['[1, {"a" => 2}]', '[1, {"a" => 2}]']) {
          const reply = await ruby.evaluate(
            '$seen = ($seen || 0) + 1; [$seen, JSON.parse(%q({"a":2}))].inspect',
            [],
            NEVER,
          );
          assert.deepEqual(reply, { kind: 'value', text: expected, output: '' });
        }
      } finally {
        await ruby.close();
      }
    });
  }
});
