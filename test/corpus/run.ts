/**
 * Checks real Ruby code with inference on and prints every report of inference: on code that works, each `certain` one
 * is to be read, and nearly all of them are mistakes of Loupe.
 *
 *   node --import tsx test/corpus/run.ts CACHE [PACKAGE…]
 *
 * CACHE is a folder outside of the repository; packages.ts fetches what is missing there. Needs `node build.mjs`. Without a
 * network it says so and succeeds. One package at a time, in a process of its own; nothing of a package is run.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countRuby, fetchPackage, PACKAGES } from './packages';

const root = join(__dirname, '..', '..');

interface Checked {
  readonly files: readonly {
    readonly path: string;
    readonly diagnostics: readonly Diagnostic[];
  }[];
  readonly summary: Readonly<Record<string, unknown>>;
}

interface Diagnostic {
  readonly code: string;
  readonly kind: string;
  readonly level?: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly message: string;
}

interface Outcome {
  readonly lines: number;
  readonly certain: number;
  readonly likely: number;
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
  console.log(
    `${sum(each => each.lines)} lines: ${sum(each => each.certain)} certain, ${sum(each => each.likely)} others`,
  );
  return isBroken ? 1 : 0;
}

/** Null: Loupe itself failed. */
function checkFolder(cache: string, name: string, folder: string): Outcome | null {
  const { files, lines } = countRuby(folder);
  const output = join(cache, `${name}.json`);
  const to = openSync(output, 'w');
  const words = [
    '--max-old-space-size=8192',
    join(root, 'bin', 'loupe.js'),
    'check',
    '--no-run',
    '--format',
    'json',
    '.',
  ];
  const run = spawnSync(process.execPath, words, { cwd: folder, stdio: ['ignore', to, 'pipe'], encoding: 'utf8' });
  closeSync(to);
  const checked = readOutput(output);
  if (checked === null) {
    console.log(`${name}: Loupe ended with status ${run.status}: ${run.stderr.trim().split('\n').at(-1) ?? ''}`);
    return null;
  }
  const reports = checked.files.flatMap(file =>
    file.diagnostics.filter(each => each.kind === 'inference').map(each => ({ path: file.path, ...each })),
  );
  console.log(`${name}: ${files} files, ${lines} lines, ${reports.length} reports; ${JSON.stringify(checked.summary)}`);
  for (const { path, code, level, range, message } of reports) {
    console.log(
      `  ${level} ${code} ${join(folder, path)}:${range.start.line + 1}:${range.start.character + 1}: ${message}`,
    );
  }
  const certain = reports.filter(each => each.level === 'certain').length;
  return { lines, certain, likely: reports.length - certain };
}

function readOutput(file: string): Checked | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Checked;
  } catch {
    return null;
  }
}

process.exitCode = main(process.argv.slice(2));
