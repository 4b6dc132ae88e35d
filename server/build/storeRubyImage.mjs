/** Writes dist/ruby.image (host/rubyImage.ts) by starting the embedded Ruby once. Does nothing if it is up to date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { require as requireTs } from 'tsx/cjs/api';

const { decodeImage, encodeImage, keyOfImage, SETUP } = requireTs('../src/host/rubyImage.ts', import.meta.url);
const { bootSandbox } = requireTs('../src/host/rubySandbox.ts', import.meta.url);

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist');
const target = join(dist, 'ruby.image');
const libraryFolder = join(dist, 'ruby');
const wasm = readFileSync(join(dist, 'ruby+stdlib.wasm'));
const key = keyOfImage(wasm, libraryFolder);

if (!existsSync(target) || !decodeImage(key, readFileSync(target))) await store();

async function store() {
  const module = await WebAssembly.compile(wasm);
  const sandbox = await bootSandbox({ module, image: null, libraryFolder, quota: 0 });
  sandbox.evaluate(SETUP, null);
  writeFileSync(target, encodeImage(key, await blankMemory(module), new Uint8Array(sandbox.image())));
}

/** The memory of an instance in which nothing has run. */
async function blankMemory(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {
      throw new Error(`${name} was called while the module was instantiated`);
    };
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  return new Uint8Array(exports.memory.buffer);
}
