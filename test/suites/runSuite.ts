/** One run of the test suite of a gem, plainly or under `loupe learn`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findTestFiles, type Suite } from './suites';

/** The words before a command that make Loupe learn from it. */
export const LEARN: readonly string[] = [
  process.execPath,
  join(__dirname, '..', '..', 'bin', 'loupe.js'),
  'learn',
  '--',
];

export interface Run {
  readonly outcomes: readonly string[];
  readonly status: number | null;
  /** Seconds of CPU. */
  readonly cpu: number;
  readonly output: string;
}

export interface SuiteRun {
  readonly cache: string;
  readonly suite: Suite;
  readonly folder: string;
  readonly environment: Record<string, string>;
}

/** `before`: the words before those that start Ruby. */
export function runSuite({ cache, suite, folder, environment }: SuiteRun, before: readonly string[]): Run {
  const output = join(cache, `.${suite.name}.outcomes`);
  const times = join(cache, `.${suite.name}.times`);
  rmSync(output, { force: true });
  const load = ['lib', ...(suite.load ?? [])].map(each => `-I${each}`);
  const ruby = ['ruby', '-W0', ...load, join(__dirname, 'outcomes.rb'), suite.framework, output];
  // `times` of the shell counts all processes that it waited for.
  const words = ['sh', '-c', '"$@"; s=$?; times > "$TIMES"; exit $s', 'sh', ...ruby, ...findTestFiles(suite, folder)];
  const [program = '', ...rest] = [...before, ...words];
  const env = { ...process.env, ...environment, TIMES: times, TZ: 'UTC', LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const outcomes = existsSync(output) ? readFileSync(output, 'utf8').split('\n').slice(0, -1) : [];
  return { outcomes, status, cpu: readTimes(times), output: `${stdout}${stderr}` };
}

/** The second line: user and system time of children, `0m1.230s 0m0.120s`. */
function readTimes(file: string): number {
  const line = readFileSync(file, 'utf8').split('\n')[1] ?? '';
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, each) => sum + Number(each[1]) * 60 + Number(each[2]), 0);
}
