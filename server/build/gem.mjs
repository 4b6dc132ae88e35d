/**
 * `npm run gem`: one gem for all platforms, with the library, the command line and everything it reads. It is built in a
 * folder of its own, from server/ruby and dist/. The library is rewritten for Ruby 2.7 (classicDefs.mjs).
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPrism } from '@ruby/prism';
import { writeClassicDefs } from './classicDefs.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** What programs, Rake and Rails require. */
const ENTRIES = ['loupe', 'rdl', 'rdl_disable', 'types/core', 'loupe/ruby27', 'loupe/rake_task', 'loupe/railtie'];
/** For VS Code and browsers only. */
const NOT_IN_GEM = ['extension.js', 'playground'];

const folder = mkdtempSync(join(tmpdir(), 'loupe-gem-'));
try {
  await prepareGem(folder);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = resolve(process.argv[2] ?? root, `loupe-${version}.gem`);
  const built = spawnSync('gem', ['build', 'loupe.gemspec', '--output', file], { cwd: folder, encoding: 'utf8' });
  if (built.error) throw new Error('`gem` was not found: building a gem needs an installed Ruby');
  if (built.status !== 0) throw new Error(built.stderr);
  console.log(`wrote ${file}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The files that programs load. The rest runs in the sandbox only; a stand-in for another gem must not shadow it. */
function findRequired(lib) {
  const all = new Set(rubyFilesIn(lib));
  const needed = new Set(ENTRIES.map(name => `${name}.rb`));
  for (const name of needed)
    for (const [, required] of readFileSync(join(lib, name), 'utf8').matchAll(/\brequire '([^']+)'/g))
      if (all.has(`${required}.rb`)) needed.add(`${required}.rb`);
  return needed;
}

function rubyFilesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.rb'));
}

async function prepareGem(into) {
  cpSync(join(root, 'server', 'ruby'), into, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(into, 'LICENSE'));
  cpSync(join(root, 'bin'), join(into, 'product', 'bin'), { recursive: true });
  cpSync(join(root, 'dist'), join(into, 'product', 'dist'), {
    recursive: true,
    filter: path => !NOT_IN_GEM.includes(basename(path)),
  });
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(into, 'product', 'package.json'), `${JSON.stringify({ name, version, license })}\n`);
  const parse = await loadPrism();
  const lib = join(into, 'lib');
  const needed = findRequired(lib);
  for (const name of rubyFilesIn(lib)) {
    const file = join(lib, name);
    if (needed.has(name)) writeFileSync(file, writeClassicDefs(readFileSync(file, 'utf8'), parse));
    else rmSync(file);
  }
  // Only the gem meets older Rubies and Rails: the embedded Ruby has a stand-in without railties.
  const more = ["require 'loupe/ruby27'", "require 'loupe/railtie' if defined?(Rails::Railtie)"];
  appendFileSync(join(lib, 'loupe.rb'), `${more.join('\n')}\n`);
}
