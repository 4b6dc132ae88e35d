/**
 * Plants mistakes in real code and counts those that inference reports: a 0 of false reports means something only beside
 * this. Nothing is run, so mutants that are no mistakes count as missed: the shares are lower bounds. A call that is
 * renamed to a name that no class has raises whenever it is evaluated, unless a `method_missing` answers it.
 *
 *   npm run infer:mutants -- FOLDER [COUNT]
 *
 * COUNT mutants of each kind, spread over the files of FOLDER.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { optimiseLater } from '../../server/src/host/delayOptimisation';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { MUTATION_KINDS, type MutationKind, mutateProgram } from '../harness/programMutants';

const COUNT = 100;

interface Mutant {
  readonly path: string;
  readonly kind: MutationKind;
  readonly text: string;
}

async function main([folder, count = String(COUNT)]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('usage: node --import tsx test/corpus/mutants.ts FOLDER [COUNT]');
  optimiseLater();
  const paths = rubyFiles(folder);
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };
  const settings = { ...DEFAULT_SETTINGS, replay: false };
  const host = createHost({ settings, log, cache: 'memory', interactive: false, mayRun: false, root: folder });
  const workspace = await Workspace.create(host, settings);
  await workspace.index(paths, new AbortController().signal);
  const before = reportsIn(workspace, paths).size;
  const { open, given, reports } = workspace.inferenceCounts;
  console.log(`${paths.length} files, ${reports} units, ${open + given} runs, ${before} reports of the code as it is`);
  const chosen = MUTATION_KINDS;
  for (const kind of chosen) {
    const found: string[] = [];
    const mutants = await mutantsOf(paths, kind, Number(count));
    for (const mutant of mutants) if (isFound(workspace, mutant)) found.push(mutant.path);
    const share = mutants.length === 0 ? '-' : `${((100 * found.length) / mutants.length).toFixed(1)} %`;
    console.log(`${kind.padEnd(24)}${`${found.length} of ${mutants.length}`.padStart(14)}${share.padStart(10)}`);
  }
  await host.solver.close();
}

/** Of one kind, from files that are spread over the program: one of each file, then another one of each. */
async function mutantsOf(paths: readonly string[], kind: MutationKind, count: number): Promise<readonly Mutant[]> {
  const step = Math.max(1, Math.floor(paths.length / count));
  const chosen = paths.filter((_, index) => index % step === 0);
  const each = Math.ceil(count / chosen.length);
  const mutants: Mutant[] = [];
  for (const path of chosen) {
    const all = await mutateProgram(readFileSync(path, 'utf8'), each);
    mutants.push(...all.filter(mutant => mutant.kind === kind).map(({ text }) => ({ path, kind, text })));
  }
  return mutants.slice(0, count);
}

/** Whether a file of the program has a report that it did not have. */
function isFound(workspace: Workspace, { path, text }: Mutant): boolean {
  const old = workspace.snapshot.files.get(path)?.text ?? '';
  const before = reportsIn(workspace, [path]);
  workspace.open(path, text);
  const isNew = [...reportsIn(workspace, [path])].some(report => !before.has(report));
  workspace.edit(path, [{ start: 0, end: text.length, text: old }]);
  return isNew;
}

/** Certain ones, by file, code and declaration. */
function reportsIn(workspace: Workspace, paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths)
    for (const { code, level, place } of workspace.snapshot.files.get(path)?.problems ?? [])
      if (level === 'certain') found.add(`${path} ${code} ${place.anchor}`);
  return found;
}

function rubyFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.rb'))
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .sort();
}

void main(process.argv.slice(2));
