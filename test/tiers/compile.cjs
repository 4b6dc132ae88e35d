/**
 * Compiles TypeScript for mocha with esbuild, as tsx does, but without `keepNames`: with it, every function that a function
 * creates costs a call of Object.defineProperty, an eighth of the CPU time of tests that infer types. tsx stays in charge
 * of everything but `require`. Compiled files are kept in node_modules/.cache, one per source file.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join, relative } = require('node:path');
const { transformSync, version } = require('esbuild');

const root = join(__dirname, '..', '..');
const KEPT = join(root, 'node_modules', '.cache', 'loupe-tests', 'compiled');
/** What the outcome depends on besides the source: this file holds the options. */
const COMPILER = hash(version, process.version, readFileSync(__filename, 'utf8'));

function hash(...parts) {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

function compile(source, path) {
  const kept = join(KEPT, `${hash(relative(root, path)).slice(0, 32)}.js`);
  // At the end, so that lines keep their numbers.
  const key = `\n// ${hash(COMPILER, path, source)}\n`;
  const known = readIfThere(kept);
  if (known?.endsWith(key)) return known;
  const { code } = transformSync(source, {
    loader: 'ts',
    format: 'cjs',
    platform: 'node',
    target: `node${process.versions.node}`,
    sourcefile: path,
    sourcemap: 'inline',
    sourcesContent: false,
  });
  const compiled = code + key;
  // Another process may read or write the same file at this moment.
  const draft = `${kept}.${process.pid}`;
  writeFileSync(draft, compiled);
  renameSync(draft, kept);
  return compiled;
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

mkdirSync(KEPT, { recursive: true });
process.setSourceMapsEnabled(true);
Module._extensions['.ts'] = (module, path) => module._compile(compile(readFileSync(path, 'utf8'), path), path);
