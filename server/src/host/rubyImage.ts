/**
 * The memory of a Ruby that has started and loaded our library, stored at build time (dist/ruby.image): only the blocks
 * that differ from the memory of a new instance of the module. Starting from it takes a tenth of the time. A file that
 * is missing, damaged, or made from another module or library is ignored.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loads our library. Random numbers start from a fixed seed, so that a run can be repeated. Allocates and frees some
 * memory in advance, so that small programs do not grow the memory.
 */
export const SETUP = `$LOAD_PATH.unshift '/loupe/lib'; require 'loupe/embedded'; require 'loupe/work_limit'; srand 0; 'x' * (8 << 20); GC.start; ''`;

export interface StoredImage {
  /** Of the whole memory. */
  readonly byteLength: number;
  readonly runs: readonly BlockRun[];
}

interface BlockRun {
  readonly at: number;
  readonly bytes: Uint8Array;
}

const BLOCK = 4096;
const DIGEST = 32;
const WORD = 4;

/** What an image depends on: the module, our library and the setup. */
export function keyOfImage(wasm: Uint8Array, libraryFolder: string): Uint8Array {
  const hash = createHash('sha256').update(SETUP).update(wasm);
  for (const path of filesIn(libraryFolder, ''))
    hash.update(`\0${path}\0`).update(readFileSync(join(libraryFolder, path)));
  return hash.digest();
}

function filesIn(folder: string, inside: string): readonly string[] {
  const entries = readdirSync(join(folder, inside), { withFileTypes: true });
  return entries
    .flatMap(entry => {
      const path = `${inside}${entry.name}`;
      return entry.isDirectory() ? filesIn(folder, `${path}/`) : [path];
    })
    .sort();
}

/** `blank`: the memory of a new instance; `ready`: the memory to store. */
export function encodeImage(key: Uint8Array, blank: Uint8Array, ready: Uint8Array): Uint8Array {
  const runs = changedRuns(blank, ready);
  const head = new Uint32Array([ready.length, runs.length, ...runs.flatMap(run => [run.at, run.bytes.length])]);
  const body = Buffer.concat([new Uint8Array(head.buffer), ...runs.map(run => run.bytes)]);
  return Buffer.concat([key, digestOf(body), body]);
}

function changedRuns(blank: Uint8Array, ready: Uint8Array): readonly BlockRun[] {
  const zero = new Uint8Array(BLOCK);
  const runs: { readonly at: number; end: number }[] = [];
  for (let at = 0; at < ready.length; at += BLOCK) {
    const before = at < blank.length ? blank.subarray(at, at + BLOCK) : zero;
    if (Buffer.compare(before, ready.subarray(at, at + BLOCK)) === 0) continue;
    const last = runs.at(-1);
    if (last?.end === at) last.end = at + BLOCK;
    else runs.push({ at, end: at + BLOCK });
  }
  return runs.map(({ at, end }) => ({ at, bytes: ready.subarray(at, end) }));
}

/** Null: not an image of this key, or damaged. */
export function decodeImage(key: Uint8Array, file: Uint8Array): StoredImage | null {
  const body = file.subarray(2 * DIGEST);
  const isWhole = Buffer.compare(file.subarray(DIGEST, 2 * DIGEST), digestOf(body)) === 0;
  if (!isWhole || Buffer.compare(file.subarray(0, DIGEST), key) !== 0) return null;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const word = (index: number): number => view.getUint32(index * WORD, true);
  const count = word(1);
  let from = (2 + 2 * count) * WORD;
  const runs = Array.from({ length: count }, (_, run): BlockRun => {
    const bytes = body.subarray(from, from + word(3 + 2 * run));
    from += bytes.length;
    return { at: word(2 + 2 * run), bytes };
  });
  return { byteLength: word(0), runs };
}

function digestOf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** Null: there is no file, or none that fits. */
export function readImage(file: string, key: Uint8Array): StoredImage | null {
  try {
    return decodeImage(key, readFileSync(file));
  } catch {
    return null;
  }
}
