/** The steps of a tier: processes that are run, measured and summed up in one closing line. */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { root } from './tiers';

export interface Step {
  readonly name: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Beside another step: what it prints is shown when it has ended. */
  readonly isQuiet?: boolean;
}

export interface StepResult {
  readonly name: string;
  readonly status: number;
  readonly seconds: number;
  /** Of the process and of all that it started; null where this cannot be measured. */
  readonly cpuSeconds: number | null;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What the step printed about its failures; empty if it passed. */
  readonly failures: string;
}

const SHOWN_LINES = 200;

/** The shell's own account of its children; the built-in command `times` is part of POSIX. */
const MEASURED = '"$@"; status=$?; times >&3; exit $status';

function runStep(step: Step): Promise<StepResult> {
  const started = performance.now();
  const isMeasured = process.platform !== 'win32';
  const [command, ...words] = isMeasured
    ? ['sh', '-c', MEASURED, 'sh', process.execPath, ...step.words]
    : [process.execPath, ...step.words];
  return new Promise((resolve, reject) => {
    const child = spawn(command!, words, {
      cwd: root,
      env: { ...process.env, ...step.env },
      stdio: ['inherit', 'pipe', 'pipe', 'pipe'],
    });
    let said = '';
    let times = '';
    const show = (chunk: Buffer): void => {
      said += chunk;
      if (!step.isQuiet) process.stdout.write(chunk);
    };
    child.stdout!.on('data', show);
    child.stderr!.on('data', show);
    child.stdio[3]!.on('data', chunk => {
      times += chunk;
    });
    child.on('error', reject);
    child.on('close', status => {
      if (step.isQuiet && status !== 0) process.stdout.write(said);
      resolve({
        name: step.name,
        status: status ?? 1,
        seconds: (performance.now() - started) / 1000,
        cpuSeconds: isMeasured ? readTimes(times) : null,
        ...readCounts(said),
        failures: status === 0 ? '' : readFailures(said),
      });
    });
  });
}

export async function runInOrder(steps: readonly Step[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await runStep(step));
  return results;
}

/** The second line of `times` is that of the children: `1m2.5s 0m3.25s`. */
export function readTimes(text: string): number | null {
  const [, children] = text.trim().split('\n');
  if (children === undefined) return null;
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, each) => sum + Number(each[1]) * 60 + Number(each[2]),
    0,
  );
}

/** Of mocha's own summary, with or without colours. */
export function readCounts(text: string): { passed: number; failed: number; skipped: number } {
  const lines = text.split('\n').map(line => stripVTControlCharacters(line).trim());
  const count = (word: string): number =>
    lines.reduce((sum, line) => sum + Number(new RegExp(`^(\\d+) ${word}\\b`).exec(line)?.[1] ?? 0), 0);
  return { passed: count('passing'), failed: count('failing'), skipped: count('pending') };
}

/** The end of the output, from mocha's list of failures where there is one. Long output is cut in the middle. */
export function readFailures(text: string): string {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n');
  const start = lines.findIndex(line => /^ *\d+ failing\b/.test(line));
  const said = lines.slice(start === -1 ? -SHOWN_LINES : start);
  if (said.length <= SHOWN_LINES) return said.join('\n');
  const half = SHOWN_LINES / 2;
  return [...said.slice(0, half), `… ${said.length - SHOWN_LINES} lines …`, ...said.slice(-half)].join('\n');
}

/**
 * The closing line, and the exit status. Failures are repeated last, where a long log does not hide them, and added to the
 * file that LOUPE_FAILURES names.
 */
export function conclude(tier: string, results: readonly StepResult[]): number {
  for (const { name, status, seconds, cpuSeconds } of results) {
    const cpu = cpuSeconds === null ? '' : `, ${Math.round(cpuSeconds)} s of CPU`;
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}: ${Math.round(seconds)} s${cpu}`);
  }
  const sum = (of: (result: StepResult) => number): number => results.reduce((total, each) => total + of(each), 0);
  const broken = results.filter(each => each.status !== 0 && each.failed === 0).map(each => each.name);
  const rest = broken.length === 0 ? '' : `; failed: ${broken.join(', ')}`;
  console.log(
    `${tier}: ${sum(each => each.passed)} passed, ${sum(each => each.failed)} failed, ${sum(each => each.skipped)} skipped${rest}`,
  );
  for (const { name, failures } of results) {
    if (failures === '') continue;
    const said = `\nfailures of ${name}:\n${failures}`;
    console.log(said);
    if (process.env.LOUPE_FAILURES) appendFileSync(process.env.LOUPE_FAILURES, `${said}\n`);
  }
  return results.every(each => each.status === 0) ? 0 : 1;
}
