/** CRuby's parser as WebAssembly. It does not free what it allocates, so each instance parses a limited number of files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST_FILES = 100;

type Parse = (source: string) => ReturnType<typeof import('@ruby/prism/src/parsePrism.js').parsePrism>;

export async function loadPrismParser(): Promise<Parse> {
  const { parsePrism } = await import('@ruby/prism/src/parsePrism.js');
  const file = join(__dirname, '../../node_modules/@ruby/prism/src/prism.wasm');
  const module = await WebAssembly.compile(readFileSync(file));
  const noSystem = new Proxy({}, { get: () => () => 0, has: () => true });
  const createInstance = (): WebAssembly.Instance =>
    new WebAssembly.Instance(module, { wasi_snapshot_preview1: noSystem });
  let instance = createInstance();
  let parsed = 0;
  return source => {
    if (++parsed % MOST_FILES === 0) instance = createInstance();
    return parsePrism(instance.exports, source);
  };
}
