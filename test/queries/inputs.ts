/**
 * The programs whose queries are compared: every fixture, in each state of its script of edits, and every example. Each
 * becomes a folder with its files and its settings, as a user would have it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Fixture, type FixtureFile, type Replacement, readFixture } from '../harness/marks';

export interface QueryInput {
  /** `verify/arrays.rb`, `edits/bodies.rb (edit 2)`, `examples/time.rb` */
  readonly name: string;
  readonly files: readonly FixtureFile[];
  readonly settings: Fixture['settings'];
  /** The annotations of these programs are found by running them, so their queries depend on a run. */
  readonly run: boolean;
}

/** Hooks are run to find out which annotations they make. */
const RUN = /^(hooks|rails)\/|just_in_time/;

export function findInputs(root: string): readonly QueryInput[] {
  const fixtures = join(root, 'test', 'fixtures');
  const examples = join(root, 'examples');
  return [
    ...rubyFiles(fixtures).flatMap(name => statesOf(name, readFileSync(join(fixtures, name), 'utf8'))),
    ...rubyFiles(examples).map(name => exampleOf(name, readFileSync(join(examples, name), 'utf8'))),
  ];
}

/** What a dump was made from: dumps of other programs are not comparable. */
export function fingerprintOf(inputs: readonly QueryInput[]): string {
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
}

/** Returns the paths of the Ruby files, for the command line. */
export function writeInput(folder: string, input: QueryInput): readonly string[] {
  for (const file of input.files) {
    const path = join(folder, file.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.loupe.yml'), JSON.stringify(input.settings));
  return input.files.map(file => file.name).filter(name => name.endsWith('.rb'));
}

function rubyFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.rb'))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function exampleOf(name: string, text: string): QueryInput {
  return { name: `examples/${name}`, files: [{ name, text }], settings: {}, run: RUN.test(name) };
}

export function statesOf(name: string, source: string): readonly QueryInput[] {
  const { files, settings, steps } = readFixture(name, source);
  const states: QueryInput[] = [{ name, files, settings, run: RUN.test(name) }];
  for (const [index, { edits }] of steps.entries()) {
    const last = states.at(-1)!;
    states.push({
      ...last,
      name: `${name} (edit ${index + 1})`,
      files: last.files.map(file => ({ ...file, text: edits.reduce(replace, file.text) })),
    });
  }
  return states;
}

function replace(text: string, { from, to }: Replacement): string {
  const at = text.indexOf(from);
  return at < 0 ? text : text.slice(0, at) + to + text.slice(at + from.length);
}
