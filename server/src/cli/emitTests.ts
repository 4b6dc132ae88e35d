/** `--emit-tests DIR`: a failing test per confirmed counterexample, for Minitest, or RSpec where the project uses it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { testFromCounterexample } from '../judge/testFromCounterexample';
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
        .map(obligation => ({
          key: info.key,
          test: testFromCounterexample({
            program: result.snapshot.program,
            method: info,
            obligation,
            framework,
            requirePath,
          }),
        })),
    );
  });
  const tests = found.flatMap(({ test }) => test ?? []);
  write(folder, tests);
  io.err(`loupe: ${tests.length} test${tests.length === 1 ? '' : 's'} written to ${name}\n`);
  const without = found.filter(({ test }) => test === null).map(({ key }) => key.replace(/^#/, ''));
  if (without.length > 0) io.err(`loupe: what breaks has no plain Ruby test: ${[...new Set(without)].join(', ')}\n`);
}

/** Two counterexamples of one method get two files. */
function write(folder: string, tests: readonly { readonly fileName: string; readonly text: string }[]): void {
  const used = new Map<string, number>();
  try {
    mkdirSync(folder, { recursive: true });
    for (const { fileName, text } of tests) {
      const count = (used.get(fileName) ?? 0) + 1;
      used.set(fileName, count);
      const numbered = count === 1 ? fileName : fileName.replace(/_(test|spec)\.rb$/, `_${count}_$1.rb`);
      writeFileSync(join(folder, numbered), text);
    }
  } catch (error) {
    throw new UsageError(`cannot write tests to ${folder}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}
