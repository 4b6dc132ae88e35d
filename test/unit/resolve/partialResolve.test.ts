/** A part of the Program that is rebuilt after an edit equals that of a full rebuild. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equal } from '../../../server/src/base/equal';
import { anchorPath } from '../../../server/src/base/span';
import type { FileReading } from '../../../server/src/engine/incremental/fileReading';
import { loadLibrary } from '../../../server/src/engine/library';
import { readFile } from '../../../server/src/engine/pipeline';
import { createRubyParser, type RubyParser } from '../../../server/src/parse/rubyParser';
import type { ClassInfo, Program } from '../../../server/src/program/program';
import { workspaceClasses } from '../../../server/src/program/workspace';
import { type Part, resolve, resolvePart } from '../../../server/src/resolve/resolve';
import { changeAtRandom, editedProgram, type Random, randomFrom, textOf } from '../../harness/editedProgram';
import { byExtent } from '../../harness/sampling';
import { createTestHost } from '../../harness/workspace';

const FOLDERS = ['examples', 'examples/rtr', 'test/fixtures/program', 'test/fixtures/types', 'test/fixtures/verify'];
/** Of each file. */
const EDITS = byExtent({ test: 2, trust: 4, full: 8 });

/** Lines that may be added anywhere. */
const LINES = [
  '  def added(a) = a',
  '  def self.added(a) = @made = a',
  "  type '(Integer) -> Integer'",
  '  private',
  '  attr_accessor :added',
  "  var_type :@added, 'Nowhere'",
  '  alias also added',
  '  include Comparable',
  '  LIMIT = 3',
  '  def to_s = super',
];

function edited(text: string, random: Random): string {
  const lines = text.split('\n');
  const at = Math.floor(random() * lines.length);
  const some = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  switch (Math.floor(random() * 5)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, some(lines));
      break;
    case 2:
      lines.splice(at, 0, some(LINES));
      break;
    case 3:
      return text.replace(some(['Integer', 'x', 'def ', '>', 'end', 'String']), some(['String', 'y', '0', '<', '']));
    default:
      [lines[at], lines[0]] = [lines[0]!, lines[at]!];
  }
  return lines.join('\n');
}

describe('an incremental part of the program', () => {
  let parser: RubyParser;
  let library: Program;
  before(async () => {
    const host = createTestHost();
    parser = await createRubyParser({ runtime: host.assets.treeSitterWasm, language: host.assets.rubyGrammarWasm });
    library = await loadLibrary(host, parser);
  });

  function read(path: string, text: string, before: FileReading | null = null): FileReading {
    const document = parser.open(path, text);
    const reading = readFile(document.outline(), before?.ril ?? null);
    document.close();
    return reading;
  }

  const paths = FOLDERS.flatMap(folder =>
    readdirSync(join(__dirname, '..', '..', '..', folder))
      .filter(name => name.endsWith('.rb'))
      .map(name => `${folder}/${name}`),
  );

  function compare(part: Part, whole: ReturnType<typeof resolve>, what: string): void {
    const classes = (program: Program): readonly ClassInfo[] => [...workspaceClasses(program)];
    const names = (program: Program): readonly string[] =>
      classes(program)
        .map(info => info.name)
        .sort();
    assert.deepEqual(names(part.program), names(whole.value), what);
    for (const info of classes(whole.value)) {
      const made = part.program.classes.get(info.name)!;
      for (const key of Object.keys(info) as (keyof ClassInfo)[])
        if (!equal(made[key], info[key])) assert.deepEqual(made[key], info[key], `${what}: ${info.name} ${key}`);
    }
    for (const key of ['aliases', 'globals', 'descendants', 'runLabels'] as const)
      assert.ok(equal(part.program[key], whole.value[key]), `${what}: ${key}`);
    const problems = whole.problems.filter(problem => part.paths.has(anchorPath(problem.place.anchor)));
    assert.deepEqual(
      part.problems.map(each => JSON.stringify(each)).sort(),
      problems.map(each => JSON.stringify(each)).sort(),
      what,
    );
  }

  it('equals the whole, for random edits of every example and fixture', function () {
    this.timeout(0);
    const random = randomFrom(8);
    let parts = 0;
    let contracts = 0;
    for (const path of paths) {
      const text = readFileSync(join(__dirname, '..', '..', '..', path), 'utf8');
      const before = read(path, text);
      const known = resolve([before], library);
      for (let i = 0; i < EDITS; i++) {
        const changed = i === 0 ? text.replace(/(type\b.*)Integer/, '$1String') : edited(text, random);
        const after = read(path, changed, before);
        const part = resolvePart({ program: known.value, parts: known.parts!, library }, [path], () => after);
        if (!part) continue;
        parts++;
        if (i === 0 && changed !== text) contracts++;
        compare(part, resolve([after], library), `${path}, edit ${i}`);
      }
    }
    assert.ok(parts > 100, `${parts} parts`);
    assert.ok(contracts > 20, `${contracts} edits of a contract`);
  });

  it('equals the whole, for a long series of edits of several files', () => {
    const random = randomFrom(9);
    const files = editedProgram();
    const readings = new Map(files.map(file => [file.path, read(file.path, textOf(file))]));
    const inOrder = (): readonly FileReading[] => [...readings.keys()].sort().map(path => readings.get(path)!);
    let known = resolve(inOrder(), library);
    let parts = 0;
    for (let i = 0; i < 150; i++) {
      const { path } = changeAtRandom(files, random);
      const before = readings.get(path)!;
      readings.set(path, read(path, textOf(files.find(file => file.path === path)!), before));
      const part = resolvePart({ program: known.value, parts: known.parts!, library }, [path], each =>
        readings.get(each),
      );
      const whole = resolve(inOrder(), library);
      if (part) {
        parts++;
        compare(part, whole, `edit ${i} of ${path}`);
        known = { ...whole, value: part.program, parts: part.parts };
      } else known = whole;
    }
    assert.ok(parts > 20, `${parts} parts`);
  });

  /** A file of a gem: in the namespaces that all its files open. */
  const inNamespaces = (n: number): string => `module App
  module ${n % 2 === 0 ? 'Even' : 'Odd'}
    # A class.
    class Part${n}
      LIMIT = ${n}
      attr_reader :size
      type '(Integer) -> Integer'
      def step(x) = x + ${n}
      def self.made = new
    end
  end
  ${n === 3 ? 'def self.start = 1' : ''}
end
`;

  it('is the class alone, in a namespace that more files open than are connected', () => {
    const random = randomFrom(10);
    const names = Array.from({ length: 40 }, (_, n) => `app/part${n}.rb`);
    const texts = new Map(names.map((path, n) => [path, inNamespaces(n)]));
    const readings = new Map([...texts].map(([path, text]) => [path, read(path, text)]));
    const inOrder = (): readonly FileReading[] => [...readings.keys()].sort().map(path => readings.get(path)!);
    let known = resolve(inOrder(), library);
    const sizes = new Map<number, number>();
    const change = (path: string, text: string, what: string): Part | null => {
      texts.set(path, text);
      readings.set(path, read(path, text, readings.get(path)!));
      const from = { program: known.value, parts: known.parts, library };
      const part = resolvePart(from, [path], each => readings.get(each));
      const whole = resolve(inOrder(), library);
      if (part) compare(part, whole, what);
      known = part ? { ...whole, value: part.program, parts: part.parts } : whole;
      sizes.set(part?.classes.size ?? 0, (sizes.get(part?.classes.size ?? 0) ?? 0) + 1);
      return part;
    };
    const path = 'app/part4.rb';
    const method = change(path, inNamespaces(4).replace('def self', 'def added = 1\n      def self'), 'a method');
    assert.deepEqual([...(method?.classes ?? [])], ['App::Even::Part4']);
    const said = inNamespaces(4).replace('  module Even', '  def self.more = 2\n  module Even');
    assert.equal(change(path, said, 'a method of the namespace'), null);
    assert.equal(change(path, inNamespaces(4), 'without it'), null);
    const after = change(path, inNamespaces(4).replace('(x) =', '(x, y = 1) ='), 'a parameter');
    assert.equal(after?.classes.size, 1);
    for (const [wrong, text] of [
      ['a class', inNamespaces(4).replace('module Even', 'class Even')],
      ['another place', inNamespaces(4).replace('module App', 'module   App')],
    ] as const) {
      assert.equal(change(path, text, wrong), null, wrong);
      change(path, inNamespaces(4), `not ${wrong}`);
    }
    for (let i = 0; i < 120; i++) {
      const at = names[Math.floor(random() * names.length)]!;
      const isBack = random() < 0.3;
      change(at, isBack ? inNamespaces(names.indexOf(at)) : edited(texts.get(at)!, random), `edit ${i} of ${at}`);
    }
    assert.ok((sizes.get(1) ?? 0) > 30, JSON.stringify([...sizes]));
  });
});
