/**
 * `npm run compare-queries REV`: do the working tree and the revision REV make the same SMT queries, verdicts and
 * diagnostics of every fixture and example? Prints the differences per input; the exit status is 1 if there are any.
 *
 *   npm run compare-queries -- main                    compare with a revision (a dump of it is kept and reused)
 *   npm run compare-queries -- main -g verify/arrays   only the inputs whose name contains this
 *   npm run compare-queries -- main --ignore wording   differences of sentences alone do not count
 *   npm run compare-queries -- --dump FILE             write the working tree's dump, compare with nothing
 *   npm run compare-queries -- --with FILE             compare with a dump written before
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SOLVED, seedAnswers } from '../harness/committedAnswers';
import { compareDumps, type Difference } from './compareDumps';
import { type Dump, dumpTree } from './dump';
import { findInputs, fingerprintOf, type QueryInput } from './inputs';

const root = join(__dirname, '..', '..');
const kept = join(root, 'node_modules', '.cache', 'loupe-queries');
const answers = SOLVED;
/** An interrupted comparison leaves no worktree behind. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
/** Per input; a changed axiom changes nearly every query. */
const SHOWN = 8;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      grep: { type: 'string', short: 'g', default: '' },
      ignore: { type: 'string', multiple: true, default: [] },
      dump: { type: 'string' },
      with: { type: 'string' },
    },
  });
  const [revision] = positionals;
  if (positionals.length > 1 || [revision, values.with, values.dump].every(each => each === undefined)) {
    console.error('usage: npm run compare-queries -- [REV | --with FILE] [--dump FILE] [-g NAME] [--ignore KIND]');
    return 2;
  }
  const inputs = findInputs(root).filter(({ name }) => name.includes(values.grep));
  if (inputs.length === 0) {
    console.error(`no fixture or example is named like "${values.grep}"`);
    return 2;
  }
  seedAnswers();
  const before = values.with ? readDump(values.with, inputs) : revision ? await dumpOf(revision, inputs) : null;
  build(root);
  const after = await dump(root, 'the working tree', inputs);
  if (values.dump) writeDump(values.dump, after);
  if (before === null) return 0;
  return report(before, after, values.ignore);
}

/** Made once per commit and choice of inputs. */
async function dumpOf(revision: string, inputs: readonly QueryInput[]): Promise<Dump> {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).trim();
  const file = join(kept, 'dumps', `${commit}-${fingerprintOf(inputs).slice(0, 16)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const tree = join(mkdtempSync(join(tmpdir(), 'loupe-revision-')), 'tree');
  try {
    git('worktree', 'add', '--detach', '--force', tree, commit);
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir');
    copySnapshot(tree);
    build(tree);
    const made = await dump(tree, `${revision} (${commit.slice(0, 10)})`, inputs);
    writeDump(file, made);
    return made;
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(dirname(tree), { recursive: true, force: true });
  }
}

/** The library's snapshot takes a minute to build; its stamp says whether it fits the other tree. */
function copySnapshot(tree: string): void {
  mkdirSync(join(tree, 'dist'));
  for (const name of ['core.snapshot', 'core.snapshot.stamp', 'core.snapshot.LICENSE.txt']) {
    const from = join(root, 'dist', name);
    if (existsSync(from)) cpSync(from, join(tree, 'dist', name));
  }
}

function build(tree: string): void {
  execFileSync(process.execPath, ['build.mjs'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function dump(tree: string, revision: string, inputs: readonly QueryInput[]): Promise<Dump> {
  const started = performance.now();
  let done = 0;
  const onDone = (name: string): void => {
    done++;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${revision}: ${done} of ${inputs.length} ${name}`);
  };
  const made = await dumpTree({ tree, revision, inputs, answers, onDone, signal: stop.signal });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const total = Object.values(made.inputs).reduce((sum, input) => sum + input.queries.length, 0);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${revision}: ${inputs.length} inputs, ${total} queries, ${seconds} s`);
  if (total === 0 && inputs.length > 20) throw new Error('no query was seen: recorder.mjs does not fit this tree');
  return made;
}

function readDump(file: string, inputs: readonly QueryInput[]): Dump {
  const made: Dump = JSON.parse(readFileSync(file, 'utf8'));
  const chosen = inputs.filter(({ name }) => name in made.inputs);
  if (made.fingerprint !== fingerprintOf(inputs)) console.log(`${file} was made from other fixtures or another choice`);
  return { ...made, inputs: Object.fromEntries(chosen.map(({ name }) => [name, made.inputs[name]!])) };
}

function writeDump(file: string, made: Dump): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(file, JSON.stringify(made));
}

function report(before: Dump, after: Dump, ignored: readonly string[]): number {
  const all = compareDumps(before, after);
  const counted = all.filter(({ kind }) => !ignored.includes(kind));
  const byInput = groupByInput(counted);
  for (const [input, differences] of byInput) printInput(input, differences);
  const skipped = all.length - counted.length;
  const ignoredText = skipped === 0 ? '' : ` (${skipped} ignored)`;
  console.log(`${byInput.size} of ${Object.keys(after.inputs).length} inputs differ${ignoredText}`);
  return counted.length === 0 ? 0 : 1;
}

function groupByInput(differences: readonly Difference[]): Map<string, readonly Difference[]> {
  const groups = new Map<string, readonly Difference[]>();
  for (const each of differences) groups.set(each.input, [...(groups.get(each.input) ?? []), each]);
  return groups;
}

/** Verdicts first: a changed query matters less than what came of it. */
function printInput(input: string, differences: readonly Difference[]): void {
  const added = differences.filter(each => each.kind === 'queries' && each.text.startsWith('+')).length;
  const removed = differences.filter(each => each.kind === 'queries').length - added;
  console.log(`${input}: ${differences.length} differences (queries: ${added} added, ${removed} removed)`);
  const sorted = [...differences.filter(isVerdict), ...differences.filter(each => !isVerdict(each))];
  for (const { kind, text } of sorted.slice(0, SHOWN)) console.log(`  ${kind}: ${text}`);
  if (sorted.length > SHOWN) console.log(`  … and ${sorted.length - SHOWN} more`);
}

function isVerdict({ kind }: Difference): boolean {
  return kind === 'verdict' || kind === 'failure';
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

main().then(
  status => {
    process.exitCode = status;
  },
  error => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
