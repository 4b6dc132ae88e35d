/**
 * Rewrites every Ruby file below the given folders and lets Ruby judge: each rewritten file must compile without new
 * warnings, and must be the original once its probes are erased from the syntax tree (erase_probes.rb).
 *
 *   node --import tsx test/suites/rewrite.ts FOLDER…
 *
 * Needs an installed Ruby. Nothing of the files is run. Exit status 1 if a file is refused or differs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { record } from '../../server/src/record/record';
import { rubyParser } from '../harness/rubyParser';

async function main(folders: readonly string[]): Promise<number> {
  if (folders.length === 0) {
    console.error('usage: node --import tsx test/suites/rewrite.ts FOLDER…');
    return 2;
  }
  const parser = await rubyParser;
  const out = mkdtempSync(join(tmpdir(), 'loupe-rewrite-'));
  const pairs: string[] = [];
  let [methods, sites, left] = [0, 0, 0];
  for (const path of folders.flatMap(findRuby)) {
    const bytes = readFileSync(path);
    const text = bytes.toString('utf8');
    // Other encodings are not read by Loupe.
    if (!Buffer.from(text).equals(bytes)) continue;
    const document = parser.open(path, text);
    const recorded = record(document.outline(), { method: methods, site: 0 });
    document.close();
    if (recorded.notRecorded.length > 0) left++;
    if (recorded.methods.length + recorded.sites.length === 0) continue;
    sites += recorded.sites.length;
    methods += recorded.methods.length;
    const rewritten = join(out, `${pairs.length}.rb`);
    writeFileSync(rewritten, recorded.text);
    pairs.push(`${path}\t${rewritten}\n`);
  }
  writeFileSync(join(out, 'index'), pairs.join(''));
  const judge = join(__dirname, '..', 'ruby', 'erase_probes.rb');
  const { stdout, stderr } = spawnSync('ruby', [judge, join(out, 'index')], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = stdout.trim().split('\n');
  console.log(
    `${lines.join('\n')}\n${pairs.length} files, ${methods} methods and ${sites} dynamic calls rewritten; parts of ${left} files left alone`,
  );
  if (stderr !== '') console.error(stderr);
  const isGood = lines.length === 1;
  if (isGood) rmSync(out, { recursive: true, force: true });
  else console.log(`rewritten files: ${out}`);
  return isGood ? 0 : 1;
}

function findRuby(folder: string): readonly string[] {
  return readdirSync(resolve(folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.rb'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

main(process.argv.slice(2)).then(status => {
  process.exitCode = status;
});
