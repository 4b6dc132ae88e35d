/**
 * Runs test suites of gems plainly and under `loupe learn`, and compares every test: name, result, number of assertions,
 * message. Prints the ratio of the CPU times of the Ruby processes.
 *
 *   node --import tsx test/suites/run.ts CACHE [PACKAGE…]
 *
 * CACHE is a folder outside of the repository (suites.ts). Needs `node build.mjs`, an installed Ruby, and Debian's tools to fetch
 * suites; a suite that cannot be fetched is skipped and named. Exit status 1 if a test has another outcome.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LEARN, type Run, runSuite } from './runSuite';
import { fetchGems, fetchSuite, SUITES, type Suite } from './suites';

const RUNS = 3;

interface Compared {
  readonly tests: number;
  readonly different: readonly string[];
  readonly ratio: number;
}

function main([given, ...chosen]: readonly string[]): number {
  if (given === undefined) {
    console.error('usage: node --import tsx test/suites/run.ts CACHE [PACKAGE…]');
    return 2;
  }
  const cache = resolve(given);
  mkdirSync(cache, { recursive: true });
  const { environment, missing } = fetchGems(cache);
  if (missing.length > 0) console.log(`not available: ${missing.join(', ')}`);
  const compared: Compared[] = [];
  for (const suite of SUITES.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const fetched = fetchSuite(cache, suite);
    if (fetched.kind === 'none') console.log(`${suite.name}: skipped, it cannot be fetched: ${fetched.why}`);
    else compared.push(compareSuite(cache, suite, fetched.folder, environment));
  }
  if (compared.length === 0) return 0;
  const ratios = compared.map(each => each.ratio).sort((a, b) => a - b);
  const median = ratios[ratios.length >> 1] ?? 0;
  const different = compared.reduce((sum, each) => sum + each.different.length, 0);
  const tests = compared.reduce((sum, each) => sum + each.tests, 0);
  console.log(
    `${compared.length} suites, ${tests} tests, ${different} differ; time: median ${median.toFixed(2)}, worst ${(ratios.at(-1) ?? 0).toFixed(2)}`,
  );
  return different > 0 ? 1 : 0;
}

/** The better of several runs each, because other programs of the machine only make them slower. */
function compareSuite(cache: string, suite: Suite, folder: string, environment: Record<string, string>): Compared {
  rmSync(join(folder, '.loupe'), { recursive: true, force: true });
  const runs = (words: readonly string[]): readonly Run[] =>
    Array.from({ length: RUNS }, () => runSuite({ cache, suite, folder, environment }, words));
  const plain = runs([]);
  const learned = runs(LEARN);
  const [first, again, under] = [plain[0]!, plain[1]!, learned[0]!];
  // A test that is different in two plain runs says nothing.
  const stable = (lines: readonly string[]): readonly string[] => lines.filter(line => !isUnstable(line));
  const unstable = new Set(differences(first.outcomes, again.outcomes).map(nameOf));
  const isUnstable = (line: string): boolean => unstable.has(nameOf(line));
  const different = differences(stable(first.outcomes), stable(under.outcomes));
  const ratio = least(learned) / least(plain);
  const summary = /^loupe: .*(ran,.*|nothing was learned.*)$/m.exec(under.output)?.[0] ?? '';
  console.log(
    `${suite.name}: ${first.outcomes.length} tests, ${different.length} differ, ${unstable.size} unstable, ` +
      `${least(plain).toFixed(2)} s -> ${least(learned).toFixed(2)} s (${ratio.toFixed(2)}); ${summary}`,
  );
  for (const line of different.slice(0, 20)) console.log(`  ${line.slice(0, 300)}`);
  for (const line of under.output.match(/^loupe: .*not (recorded|used).*$/gm) ?? []) console.log(`  ${line}`);
  if (first.outcomes.length === 0)
    console.log(`  no test ran: ${first.output.trim().split('\n').slice(-5).join(' | ')}`);
  if (first.status !== under.status) different.push(`exit status ${first.status} -> ${under.status}`);
  return { tests: first.outcomes.length, different, ratio };
}

function least(runs: readonly Run[]): number {
  return Math.min(...runs.map(run => run.cpu));
}

/** `- line` only without Loupe, `+ line` only with it. */
function differences(a: readonly string[], b: readonly string[]): string[] {
  const [left, right] = [new Set(a), new Set(b)];
  return [
    ...a.filter(line => !right.has(line)).map(line => `- ${line}`),
    ...b.filter(line => !left.has(line)).map(line => `+ ${line}`),
  ];
}

function nameOf(line: string): string {
  return line.replace(/^[-+] /, '').split('\t')[0] ?? '';
}

process.exitCode = main(process.argv.slice(2));
