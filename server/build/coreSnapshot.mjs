/**
 * Builds dist/core.snapshot: Ruby's core and standard library as the server loads them (parse/library.ts), and
 * dist/core.docs.json: what hovers say about their methods, with the licence of both. Does nothing if its inputs have not changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { require as requireTs } from 'tsx/cjs/api';
import { documentMethods } from './coreDocs.mjs';
import { extractRbs, rbsPackageVersion } from './extractRbs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const refusalsFile = join(root, 'server', 'core', 'refusals.json');
const overlayFile = join(root, 'server', 'src', 'engine', 'overlay.ts');
const target = join(root, 'dist', 'core.snapshot');
const SOURCES = ['base', 'syntax', 'ril', 'types', 'program', 'parse', 'lower', 'resolve'].map(room =>
  join(root, 'server', 'src', room),
);

const fingerprint = fingerprintOfSources();
const stamp = `${target}.stamp`;
if (!existsSync(target) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) await build();

async function build() {
  const { compileCore } = requireTs('./compileCore.ts', import.meta.url);
  const { encodeLibrary } = requireTs('../src/parse/librarySnapshot.ts', import.meta.url);
  const texts = await extractRbs();
  const rbs = Object.entries(texts)
    .filter(([path]) => path.endsWith('.rbs'))
    .map(([path, text]) => ({ path, text }));
  const { program, problems } = await compileCore(rbs, overlay('core'), overlay('prelude'));
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    console.error(`build: ${problems.length} problems in the library's signatures`);
    process.exit(1);
  }
  const bytes = encodeLibrary(program, fingerprint, refusals());
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
  writeFileSync(join(root, 'dist', 'core.docs.json'), JSON.stringify(documentMethods(texts)));
  writeFileSync(`${target}.LICENSE.txt`, licence(texts));
  writeFileSync(stamp, fingerprint);
  console.log(`build: ${program.classes.size} classes of the library in ${Math.round(bytes.length / 1024)} kB`);
}

function overlay(name) {
  const folder = join(root, 'server', name);
  return filesOfOverlay(folder).map(path => ({
    path: path.slice(folder.length + 1),
    text: readFileSync(path, 'utf8'),
  }));
}

/** Written by `npm run core:refusals`, which runs the methods of the library as built without it. */
function refusals() {
  return existsSync(refusalsFile) ? JSON.parse(readFileSync(refusalsFile, 'utf8')) : undefined;
}

function licence(texts) {
  const notice =
    'core.snapshot and core.docs.json are made from the signatures of the rbs gem, which come under this licence.\n';
  return [notice, texts.COPYING, texts.BSDL].join('\n');
}

function fingerprintOfSources() {
  const digest = createHash('sha256').update(rbsPackageVersion());
  const files = [...SOURCES, here].flatMap(folder => [...filesBelow(folder, '.ts'), ...filesBelow(folder, '.mjs')]);
  const refused = existsSync(refusalsFile) ? [refusalsFile] : [];
  const library = ['core', 'prelude'].flatMap(name => filesOfOverlay(join(root, 'server', name)));
  for (const file of [...files, overlayFile, ...library, ...refused]) {
    digest.update(file.slice(root.length)).update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** Other RBS below it is only for programs that use a gem. */
function filesOfOverlay(folder) {
  const folders = [folder, join(folder, 'libraries')];
  return [...filesBelow(folder, '.rb'), ...filesBelow(folder, '.rbs').filter(path => folders.includes(dirname(path)))];
}

function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter(name => name.endsWith(ending))
    .sort()
    .map(name => join(folder, name));
}
