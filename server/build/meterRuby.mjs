/** Writes dist/ruby+stdlib.wasm: the embedded Ruby, with its work counted. Does nothing if it is up to date. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { require as requireTs } from 'tsx/cjs/api';

const { meterLoops } = requireTs('./meterLoops.ts', import.meta.url);

const here = dirname(fileURLToPath(import.meta.url));
const source = createRequire(import.meta.url).resolve('@ruby/3.4-wasm-wasi/dist/ruby+stdlib.wasm');
const target = join(here, '..', '..', 'dist', 'ruby+stdlib.wasm');
const METER = ['meterLoops.ts', 'wasmLoops.ts', '../src/host/wasmBinary.ts', '../src/host/fuel.ts'];

const wasm = readFileSync(source);
const hash = createHash('sha256').update(wasm);
for (const file of METER) hash.update(readFileSync(join(here, file)));
const key = hash.digest('hex');
const stamp = `${target}.stamp`;

if (!existsSync(target) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) {
  writeFileSync(target, meterLoops(wasm));
  writeFileSync(stamp, key);
}
