/**
 * Real Ruby code for tests on a machine with only node: the standard library and gems inside the WASM file of Ruby
 * 3.4's npm package. Starts Ruby once to read them; the files are cached in node_modules/.cache.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const modules = join(__dirname, '../../node_modules');
const PACKAGE = '@ruby/3.4-wasm-wasi';

export interface RubyFile {
  readonly path: string;
  readonly text: string;
}

/** Every valid UTF-8 `.rb` file, in path order. */
export async function rubyStdlib(): Promise<readonly RubyFile[]> {
  const { version } = JSON.parse(readFileSync(join(modules, PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const cache = join(modules, '.cache', 'loupe', `stdlib-${version}.json`);
  if (!existsSync(cache)) {
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(cache, await readThroughRuby());
  }
  const files = JSON.parse(readFileSync(cache, 'utf8')) as Record<string, string>;
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

async function readThroughRuby(): Promise<string> {
  const quiet = process.listeners('warning');
  process.removeAllListeners('warning'); // node warns that its WASI is experimental
  const { DefaultRubyVM } = await import('@ruby/wasm-wasi/dist/node');
  const module = await WebAssembly.compile(readFileSync(join(modules, PACKAGE, 'dist/ruby+stdlib.wasm')));
  const { vm } = await DefaultRubyVM(module);
  const text = vm.eval(READ).toString();
  await new Promise(resolve => setImmediate(resolve));
  for (const listener of quiet) process.on('warning', listener);
  return text;
}

const READ = `
  require "json"
  files = Dir.glob("/usr/local/lib/ruby/**/*.rb").sort.to_h { |file| [file, File.read(file, encoding: "UTF-8")] }
  JSON.generate(files.select { |_, text| text.valid_encoding? })
`;
