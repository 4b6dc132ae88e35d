/**
 * What the change at hand needs: the tests that import a changed file, nearest first, up to a sum of times that were
 * measured before, and the changed fixtures. The change is what is not committed, or else the last commit, or everything
 * since a revision. What does not fit is left to `npm test`, and named.
 */
import { execFileSync } from 'node:child_process';
import { type ImportGraph, readImports } from './imports';
import { findTests, root, tierOf } from './tiers';

export interface Choice {
  readonly files: readonly string[];
  /** Below test/fixtures. */
  readonly fixtures: readonly string[];
  readonly left: readonly string[];
  readonly reason: string;
}

/** Seconds of tests, in two processes. */
const MOST = 60;
/** Of a file that was never measured. */
const UNKNOWN = 5;
/** Run by title: the changed ones, if any. */
const FIXTURES = 'test/fixtures.test.ts';

/** Tests of what is read, not imported. */
export const READ: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^server\/core\//, ['test/unit/parse/rbsCore.test.ts', 'test/core/coreCoverage.test.ts']],
  [/^server\/ruby\//, ['test/ruby/library.test.ts', 'test/unit/judge/replay.test.ts', 'test/ruby/enforcement.test.ts']],
  [/^server\/problems\//, ['test/unit/problems/catalogue.test.ts', 'test/unit/problems/examples.test.ts']],
  [/^(package\.json|shared\/)/, ['test/unit/shared/settings.test.ts', 'test/guarantees.test.ts']],
  [/^syntaxes\//, ['test/unit/syntaxes/grammar.test.ts']],
  [/^(server|client|shared)\/src\//, ['test/architecture.test.ts', 'test/measures.test.ts']],
];

export function choose(revision: string | undefined, durations: Readonly<Record<string, number>>): Choice {
  const { changed, reason } = findChange(revision);
  return chooseFor(changed, reason, { tests: findTests(), durations, graph: readImports(root) });
}

export interface Known {
  readonly tests: readonly string[];
  readonly durations: Readonly<Record<string, number>>;
  readonly graph: ImportGraph;
}

export function chooseFor(changed: readonly string[], reason: string, known: Known): Choice {
  const fixtures = changed.flatMap(file => /^test\/fixtures\/(.*\.rb)$/.exec(file)?.[1] ?? []);
  const distances = distancesFrom(changed, known.graph);
  const read = READ.flatMap(([pattern, tests]) => (changed.some(file => pattern.test(file)) ? tests : []));
  const needed = known.tests
    .filter(file => file !== FIXTURES && tierOf(file) === 'test' && (distances.has(file) || read.includes(file)))
    .sort((a, b) => (distances.get(a) ?? 1) - (distances.get(b) ?? 1));
  const files: string[] = [];
  let sum = 0;
  for (const file of needed) {
    sum += known.durations[file] ?? UNKNOWN;
    if (sum <= MOST || changed.includes(file)) files.push(file);
  }
  return { files, fixtures, left: needed.filter(file => !files.includes(file)), reason };
}

/** How many imports lie between a file and the nearest changed one. */
function distancesFrom(changed: readonly string[], graph: ImportGraph): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, imported] of graph) {
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), file]);
  }
  const distances = new Map(changed.map(file => [file, 0]));
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

function findChange(revision: string | undefined): { readonly changed: readonly string[]; readonly reason: string } {
  const lines = (...words: readonly string[]): readonly string[] =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(line => line !== '');
  if (revision !== undefined)
    return { changed: lines('diff', '--name-only', revision), reason: `changed since ${revision}` };
  const here = [...lines('diff', '--name-only', 'HEAD'), ...lines('ls-files', '--others', '--exclude-standard')];
  if (here.length > 0) return { changed: here, reason: 'not committed' };
  return { changed: lines('diff', '--name-only', 'HEAD~1'), reason: 'nothing is changed: the last commit' };
}
