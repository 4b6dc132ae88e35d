/**
 * Checks real Ruby code with inference on and prints every report of inference: on code that works, each `certain` one
 * is to be read, and nearly all of them are mistakes of Loupe.
 *
 *   node --import tsx test/corpus/run.ts CACHE [PACKAGE…]
 *
 * CACHE is a folder outside of the repository; packages.ts fetches what is missing there. Needs `node build.mjs`. Without a
 * network it says so and succeeds. One package at a time, in a process of its own that ends after twenty minutes; nothing of a
 * package is run. Only types are checked, and the format is SARIF: JSON would also show all inferred signatures.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countRuby, fetchPackage, PACKAGES } from './packages';

const root = join(__dirname, '..', '..');

const TIME_GUARD_MS = 20 * 60_000;

/** As far as it is read here. */
interface Sarif {
  readonly runs: readonly { readonly results: readonly Result[] }[];
}

interface Result {
  readonly ruleId: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number; readonly startColumn: number };
    };
  }[];
}

interface Outcome {
  readonly lines: number;
  readonly reports: number;
}

function main(words: readonly string[]): number {
  const [cache, ...chosen] = words;
  if (cache === undefined) {
    console.error('usage: node --import tsx test/corpus/run.ts CACHE [PACKAGE…]');
    return 2;
  }
  mkdirSync(cache, { recursive: true });
  const outcomes: Outcome[] = [];
  let isBroken = false;
  for (const name of chosen.length > 0 ? chosen : PACKAGES) {
    const fetched = fetchPackage(resolve(cache), name);
    if (fetched.kind === 'not-available') {
      console.log(`${name}: skipped, it cannot be fetched: ${fetched.why}`);
      continue;
    }
    const outcome = checkFolder(resolve(cache), name, fetched.folder);
    if (outcome === null) isBroken = true;
    else outcomes.push(outcome);
  }
  if (outcomes.length === 0 && !isBroken) console.log('no package could be fetched (no network?): nothing was checked');
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, each) => total + of(each), 0);
  console.log(`${sum(each => each.lines)} lines: ${sum(each => each.reports)} reports`);
  return isBroken ? 1 : 0;
}

/** Null: Loupe itself failed. */
function checkFolder(cache: string, name: string, folder: string): Outcome | null {
  const { files, lines } = countRuby(folder);
  const output = join(cache, `${name}.sarif`);
  const settings = join(cache, 'types.yml');
  writeFileSync(settings, 'levels:\n  "**": types\n');
  const to = openSync(output, 'w');
  const loupe = [join(root, 'bin', 'loupe.js'), 'check', '--no-run', '--config', settings, '--format', 'sarif', '.'];
  const run = spawnSync(process.execPath, ['--max-old-space-size=8192', ...loupe], {
    cwd: folder,
    stdio: ['ignore', to, 'pipe'],
    encoding: 'utf8',
    timeout: TIME_GUARD_MS,
    killSignal: 'SIGKILL',
  });
  closeSync(to);
  const results = readResults(output);
  if (results === null) {
    const why =
      run.signal === null ? `status ${run.status}: ${run.stderr.trim().split('\n').at(-1) ?? ''}` : run.signal;
    console.log(`${name}: Loupe ended with ${why}`);
    return null;
  }
  const reports = results.filter(({ ruleId }) => ruleId.startsWith('LP5'));
  console.log(`${name}: ${files} files, ${lines} lines, ${reports.length} reports`);
  for (const { ruleId, message, locations } of reports) {
    for (const { physicalLocation } of locations) {
      const { artifactLocation, region } = physicalLocation;
      const place = `${join(folder, artifactLocation.uri)}:${region.startLine}:${region.startColumn}`;
      console.log(`  ${ruleId} ${place}: ${message.text}`);
    }
  }
  return { lines, reports: reports.length };
}

/** Null: the file is no complete report. */
function readResults(file: string): readonly Result[] | null {
  try {
    const sarif = JSON.parse(readFileSync(file, 'utf8')) as Sarif;
    return sarif.runs.flatMap(({ results }) => results);
  } catch {
    return null;
  }
}

process.exitCode = main(process.argv.slice(2));
