/**
 * Ruby's own signatures: the npm package of Ruby 3.3 embeds the rbs gem in a file system inside its WASM file. Starts
 * Ruby once to read it; the files are cached in node_modules/.cache under the package's version.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const require = createRequire(import.meta.url);
const PACKAGE = '@ruby/3.3-wasm-wasi';

/** `{ 'core/array.rbs': text, 'stdlib/json/0/json.rbs': text, …, BSDL: text, COPYING: text }` */
export async function extractRbs() {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', PACKAGE, 'package.json'), 'utf8'));
  const cache = join(root, 'node_modules', '.cache', 'loupe', `rbs-${version}.json`);
  if (existsSync(cache)) return JSON.parse(readFileSync(cache, 'utf8'));
  const text = await readThroughRuby();
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, text);
  return JSON.parse(text);
}

export function rbsPackageVersion() {
  return JSON.parse(readFileSync(join(root, 'node_modules', PACKAGE, 'package.json'), 'utf8')).version;
}

async function readThroughRuby() {
  const quiet = process.listeners('warning');
  process.removeAllListeners('warning'); // node warns that its WASI is experimental
  const { DefaultRubyVM } = require('@ruby/wasm-wasi/dist/node');
  const module = await WebAssembly.compile(readFileSync(require.resolve(`${PACKAGE}/dist/ruby+stdlib.wasm`)));
  const { vm } = await DefaultRubyVM(module);
  const text = vm.eval(READ).toString();
  await new Promise(resolve => setImmediate(resolve));
  for (const listener of quiet) process.on('warning', listener);
  return text;
}

const READ = `
  require "json"
  root = Dir.glob("/usr/local/lib/ruby/gems/*/gems/rbs-*").first
  files = Dir.glob(root + "/{core,stdlib}/**/*.rbs").sort + [root + "/BSDL", root + "/COPYING"]
  JSON.generate(files.to_h { |file| [file.delete_prefix(root + "/"), File.read(file, encoding: "UTF-8")] })
`;
