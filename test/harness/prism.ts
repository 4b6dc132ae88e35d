/** CRuby's parser as WebAssembly. It does not free what it allocates, so each file is parsed by an instance of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The stack of the WebAssembly build is too small for it. */
export const TOO_DEEP = 'nested_deep.rb';

type Parse = (source: string) => ReturnType<typeof import('@ruby/prism/src/parsePrism.js').parsePrism>;

export async function loadPrismParser(): Promise<Parse> {
  const { parsePrism } = await import('@ruby/prism/src/parsePrism.js');
  const file = join(__dirname, '../../node_modules/@ruby/prism/src/prism.wasm');
  const module = await WebAssembly.compile(readFileSync(file));
  const noSystem = new Proxy({}, { get: () => () => 0, has: () => true });
  return source => parsePrism(new WebAssembly.Instance(module, { wasi_snapshot_preview1: noSystem }).exports, source);
}
