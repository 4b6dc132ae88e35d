/**
 * `--emit-tests DIR`: writes a failing test per confirmed counterexample, for Minitest, or for RSpec if the project
 * uses it.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type GeneratedTest, type TestRequest, testFromCounterexample } from '../judge/testFromCounterexample';
import { type FileResult, methodsOf } from './results';
import { type Io, UsageError } from './usage';

export function emitTests(io: Io, name: string, results: readonly FileResult[]): void {
  const folder = resolve(io.cwd, name);
  const framework = existsSync(join(io.cwd, '.rspec')) || existsSync(join(io.cwd, 'spec')) ? 'rspec' : 'minitest';
  const found = results.flatMap(result => {
    const requirePath = relative(folder, result.path.replace(/\.rb$/, '')).split(sep).join('/');
    return methodsOf(result).flatMap(({ info, verdict }) =>
      (verdict?.obligations ?? [])
        .filter(obligation => obligation.cause === 'confirmed')
        .map(
          (obligation): TestRequest => ({
            program: result.snapshot.program,
            method: info,
            obligation,
            framework,
            requirePath,
          }),
        ),
    );
  });
  const without = found.filter(request => testFromCounterexample(request) === null).map(({ method }) => method.key);
  const tests = numberTests(found);
  write(folder, tests);
  io.err(`loupe: ${tests.length} test${tests.length === 1 ? '' : 's'} written to ${name}\n`);
  if (without.length > 0) {
    const names = [...new Set(without.map(key => key.replace(/^#/, '')))];
    io.err(`loupe: no plain Ruby test can express the failure of ${names.join(', ')}\n`);
  }
}

/** Two counterexamples of one method get two files and two test names. Two problems of the same call share one test. */
function numberTests(requests: readonly TestRequest[]): readonly GeneratedTest[] {
  const texts = new Set<string>();
  const used = new Map<string, number>();
  return requests.flatMap(request => {
    const test = testFromCounterexample(request);
    if (!test || texts.has(test.text)) return [];
    texts.add(test.text);
    const nth = (used.get(test.fileName) ?? 0) + 1;
    used.set(test.fileName, nth);
    return nth === 1 ? test : (testFromCounterexample({ ...request, nth }) ?? []);
  });
}

/**
 * One folder after the other: node's `recursive` option never returns for a folder that cannot be created (`/proc`).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function write(folder: string, tests: readonly GeneratedTest[]): void {
  try {
    makeFolder(folder);
    for (const { fileName, text } of tests) writeFileSync(join(folder, fileName), text);
  } catch (error) {
    throw new UsageError(`cannot write tests to ${folder}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}
