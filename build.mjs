/**
 * Builds dist/: one CommonJS bundle per entry point, with everything they read at run time (WASM files, core library,
 * Ruby runtime, problem pages), so that dist/ alone is the product.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, 'dist');
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

const ENTRIES = {
  cli: 'server/src/cli/main.ts',
  lsp: 'server/src/lsp/main.ts',
  z3Worker: 'server/src/host/z3Worker.ts',
  rubyWorker: 'server/src/host/rubyWorker.ts',
  readWorker: 'server/src/host/readWorker.ts',
  extension: 'client/src/extension.ts',
};

/** An assertion in the solver's glue code that runs on each of its many calls and takes a fifth of the time. */
const GLUE_CHECK = /^\s*assert\(wasmTable\.get\(funcPtr\) == func, .*\);$/m;

const withoutGlueCheck = {
  name: 'without-glue-check',
  setup: ({ onLoad }) =>
    onLoad({ filter: /z3-solver[\\/]build[\\/]z3-built\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!GLUE_CHECK.test(text)) console.warn('build: the glue of this solver has no such check any more');
      return { contents: text.replace(GLUE_CHECK, ''), loader: 'js' };
    }),
};

/** Files of packages that are copied, not bundled. */
const ASSETS = {
  'web-tree-sitter.wasm': 'node_modules/web-tree-sitter/web-tree-sitter.wasm',
  'tree-sitter-ruby.wasm': 'node_modules/tree-sitter-ruby/tree-sitter-ruby.wasm',
  'z3-built.js': 'node_modules/z3-solver/build/z3-built.js',
  'z3-built.wasm': 'node_modules/z3-solver/build/z3-built.wasm',
};

const FOLDERS = ['core', 'packages', 'ruby', 'problems'];

mkdirSync(dist, { recursive: true });
await bundle();
copyAssets();
copyFolders();
runScript('meterRuby.mjs');
runScript('coreSnapshot.mjs');
runScript('storeRubyImage.mjs');

async function bundle() {
  const present = Object.entries(ENTRIES).filter(([name, source]) => {
    const found = existsSync(join(root, source));
    if (!found) console.warn(`build: no ${source}, so no dist/${name}.js`);
    return found;
  });
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Its ES module needs import.meta.url, which a CommonJS bundle does not have.
    alias: { 'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs') },
    external: ['vscode'],
    minifySyntax: true,
    define: {
      LOUPE_BUNDLED: 'true',
      LOUPE_VERSION: JSON.stringify(version),
      LOUPE_BUILD: JSON.stringify(hashOfSources()),
    },
    logLevel: 'warning',
    plugins: [withoutGlueCheck],
  });
}

/** Names this build: results that are kept on disk are those of the same sources. */
function hashOfSources() {
  const digest = createHash('sha256');
  const add = path => digest.update(path).update(readFileSync(join(root, path)));
  for (const folder of ['server/src', 'server/core', 'server/prelude', 'server/ruby', 'server/build', 'shared/src'])
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort())
      if (statSync(join(root, folder, name)).isFile()) add(join(folder, name));
  for (const file of ['package.json', 'package-lock.json']) if (existsSync(join(root, file))) add(file);
  return digest.digest('hex').slice(0, 32);
}

function copyAssets() {
  for (const [name, source] of Object.entries(ASSETS)) {
    const from = join(root, source);
    const to = join(dist, name);
    if (isSame(from, to)) continue;
    cpSync(from, to, { preserveTimestamps: true });
  }
}

function isSame(from, to) {
  if (!existsSync(to)) return false;
  const a = statSync(from);
  const b = statSync(to);
  return a.size === b.size && Math.abs(a.mtimeMs - b.mtimeMs) < 1000;
}

function copyFolders() {
  for (const name of FOLDERS) {
    rmSync(join(dist, name), { recursive: true, force: true });
    cpSync(join(root, 'server', name), join(dist, name), { recursive: true });
  }
}

/** Builds one of the larger files of dist/ from what is there by now. Each script skips its work if nothing changed. */
function runScript(name) {
  const script = join(root, 'server', 'build', name);
  if (!existsSync(script)) return console.warn(`build: no server/build/${name}`);
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
