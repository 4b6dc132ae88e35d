/**
 * Builds dist/playground/: a static page with the whole product in it. The language server, Z3 and Ruby are those of
 * dist/, bundled for Web Workers: `server/src/browser/node` stands in for the modules of Node that they import.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = join(root, 'dist');
const out = join(dist, 'playground');
const page = join(root, 'client', 'playground');
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

const THREADS = {
  server: 'server/src/lsp/browserMain.ts',
  z3Worker: 'server/src/browser/z3Thread.ts',
  rubyWorker: 'server/src/browser/rubyThread.ts',
};
const ASSETS = [
  'core.snapshot',
  'core.docs.json',
  'core.snapshot.LICENSE.txt',
  'ruby+stdlib.wasm',
  'ruby.image',
  'tree-sitter-ruby.wasm',
  'web-tree-sitter.wasm',
  'z3-built.wasm',
];
const STATIC = ['index.html', 'style.css', 'isolate.js', '_headers'];

const shim = name => join(root, 'server/src/browser/node', `${name}.ts`);
const common = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  loader: { '.rb': 'text' },
  minify: true,
  logLevel: 'warning',
  define: { LOUPE_BUNDLED: 'true', LOUPE_VERSION: JSON.stringify(version), __dirname: '"/loupe"' },
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  ...common,
  entryPoints: THREADS,
  format: 'iife',
  inject: [shim('globals')],
  alias: {
    'node:crypto': shim('crypto'),
    'node:fs': shim('fs'),
    'node:fs/promises': shim('fsPromises'),
    'node:os': shim('os'),
    'node:path': 'path-browserify',
    'node:url': shim('url'),
    'node:worker_threads': shim('workerThreads'),
    'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs'),
  },
  // Loaded only by code that has found out that it runs in Node.
  external: ['fs', 'fs/promises', 'module', 'path', 'util', 'url', 'worker_threads'],
});
await build({ ...common, entryPoints: { page: 'client/playground/page.ts' }, format: 'esm' });
for (const name of STATIC) cpSync(join(page, name), join(out, name));
for (const name of ASSETS) cpSync(join(dist, name), join(out, name));
cpSync(join(dist, 'problems'), join(out, 'problems'), { recursive: true });
cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
writeFileSync(join(out, 'ruby.json'), JSON.stringify(packFolder(join(dist, 'ruby'))));
console.log(`the playground is in ${out}: serve this folder`);

/** Paths and contents of the text files of a folder. */
function packFolder(folder) {
  const paths = readdirSync(folder, { recursive: true }).map(path => path.replaceAll('\\', '/'));
  const files = paths.filter(path => statSync(join(folder, path)).isFile()).sort();
  return Object.fromEntries(files.map(path => [path, readFileSync(join(folder, path), 'utf8')]));
}
