/**
 * `npm test`, `npm run test:fast [-- REV]`, `npm run test:trust [-- --full]`, and `npm run test:answers [-- -g NAME]`, which
 * writes the kept answers (test/harness/committedAnswers.ts) anew. Prints the time of each step, wall clock and CPU, what was
 * sampled, and closes with the number of tests that passed, failed and were skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TAG } from '../harness/requirements';
import type { Extent } from '../harness/sampling';
import { choose } from './choose';
import { collectSamples } from './samples';
import { conclude, runInOrder, type Step, type StepResult } from './steps';
import { COLD, findTests, root, SAMPLED, tierOf } from './tiers';

const TSC = 'node_modules/typescript/bin/tsc';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const MOCHA = 'node_modules/mocha/bin/mocha.js';
const BUILD: Step = { name: 'build', words: ['build.mjs'] };
const TYPES: Step = { name: 'types', words: [TSC, '-p', '.'], isQuiet: true };
/** Of the playground, which is written for browsers. */
const PAGE_TYPES: Step = { name: 'types of the page', words: [TSC, '-p', 'client/playground'], isQuiet: true };
const LINT: Step = { name: 'lint', words: [BIOME, 'lint', '--diagnostic-level=error', '.'], isQuiet: true };
/** Files, exports and dependencies that nothing uses (knip.jsonc). */
const UNUSED: Step = { name: 'unused', words: ['node_modules/knip/bin/knip.js'], isQuiet: true };
const REPORTER = ['--reporter', 'test/tiers/reporter.cjs'];

function mocha(name: string, files: readonly string[], ...words: readonly string[]): Step {
  return { name, words: [MOCHA, ...REPORTER, ...words, ...longestFirst(files)] };
}

const withoutNeeds = ['--fgrep', TAG, '--invert'];
const onlyNeeds = ['--fgrep', TAG];

/** Types, lint and the search for unused code take one core while the tests take the other. */
async function runTest(): Promise<readonly StepResult[]> {
  const files = findTests().filter(file => tierOf(file) === 'test');
  const [checks, tests] = await Promise.all([
    runInOrder([TYPES, PAGE_TYPES, LINT, UNUSED]),
    runInOrder([BUILD, mocha('tests', files, ...withoutNeeds)]),
  ]);
  return [...checks, ...tests];
}

/** The cold run waits for one solver most of the time, so it runs beside the others. */
async function runTrust(extent: Extent): Promise<readonly StepResult[]> {
  const all = findTests();
  const needing = all.filter(
    file => tierOf(file) === 'test' && readFileSync(join(root, file), 'utf8').includes('Needs('),
  );
  const trusting = [...all.filter(file => tierOf(file) === 'trust'), ...SAMPLED];
  const built = await runInOrder([BUILD]);
  const results = await Promise.all([
    runInOrder([
      { ...mocha('trust', trusting), env: { LOUPE_TRUST: extent } },
      mocha('tests that need something of the machine', needing, ...onlyNeeds),
    ]),
    runInOrder([
      {
        ...mocha('cold run', COLD, '--no-parallel'),
        env: { LOUPE_ANSWERS: 'cold', LOUPE_TRUST: extent },
        isQuiet: true,
      },
    ]),
  ]);
  return [...built, ...results.flat()];
}

/** Writes test/answers anew, and the mutants to try first. */
function runAnswers(words: readonly string[]): Promise<readonly StepResult[]> {
  const env = { LOUPE_ANSWERS: 'update' };
  return runInOrder([
    BUILD,
    { ...mocha('answers', COLD, '--no-parallel', ...words), env },
    ...(words.length > 0
      ? []
      : [
          {
            ...mocha(
              'mutants',
              findTests().filter(file => file.startsWith('test/mutants/')),
            ),
            env,
          },
        ]),
  ]);
}

async function runFast(revision: string | undefined): Promise<readonly StepResult[]> {
  const { files, fixtures, left, reason } = choose(revision, readDurations());
  console.log(reason);
  for (const file of [...files, ...fixtures]) console.log(`  ${file}`);
  if (left.length > 0) console.log(`left to npm test: ${left.length} files, such as ${left.slice(0, 5).join(', ')}`);
  const tests: Step[] = [];
  if (files.length > 0) tests.push(mocha('tests', files, ...withoutNeeds));
  if (fixtures.length > 0) tests.push(mocha('fixtures', ['test/fixtures.test.ts'], '--grep', titles(fixtures)));
  const [checks, rest] = await Promise.all([runInOrder([TYPES, PAGE_TYPES, LINT]), runInOrder([BUILD, ...tests])]);
  return [...checks, ...rest];
}

function titles(fixtures: readonly string[]): string {
  return `(${fixtures.map(each => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`;
}

function longestFirst(files: readonly string[]): readonly string[] {
  const durations = readDurations();
  return [...files].sort((a, b) => (durations[b] ?? 0) - (durations[a] ?? 0));
}

/** Of this machine's last run where there was one, else those that the repository has. */
function readDurations(): Readonly<Record<string, number>> {
  const read = (path: string): Record<string, number> =>
    existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {};
  return { ...read('test/tiers/durations.json'), ...read('node_modules/.cache/loupe-tests/durations.json') };
}

async function concludeTrust(extent: Extent): Promise<number> {
  const samples = collectSamples();
  const results = await runTrust(extent);
  console.log(extent === 'full' ? 'on all inputs' : 'on samples; npm run test:trust -- --full takes all inputs');
  for (const line of samples.read()) console.log(`  ${line}`);
  return conclude(`test:trust${extent === 'full' ? ' --full' : ''}`, results);
}

async function main([tier = 'test', ...words]: readonly string[]): Promise<number> {
  if (tier === 'answers') return conclude('test:answers', await runAnswers(words));
  if (tier === 'fast') return conclude('test:fast', await runFast(words[0]));
  if (tier === 'trust') return concludeTrust(words.includes('--full') ? 'full' : 'trust');
  if (tier === 'test') return conclude('test', await runTest());
  console.error(`no such tier: ${tier}`);
  return 2;
}

void main(process.argv.slice(2)).then(status => {
  process.exitCode = status;
});
