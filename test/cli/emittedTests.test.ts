/**
 * `--emit-tests`, end to end: the tests run in plain Ruby with Minitest and with RSpec. Every test fails on the
 * program, and passes on the fixed one.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { itNeeds, MINITEST, RSPEC } from '../harness/requirements';
import { type Scratch, scratch } from './loupe';

const LIBRARY = join(__dirname, '..', '..', 'server', 'ruby', 'lib');

/** Line by line: wrong and right. */
const SHAPES: readonly (readonly [type: string, wrong: string, right: string])[] = [
  ["'(Integer x) -> Integer r { r > x }'", 'def up(x) = x', 'def up(x) = x + 1'],
  ["'(Integer x) -> Integer r { r > x }'", 'def self.up(x) = x', 'def self.up(x) = x + 1'],
  ["'(Integer x) -> Integer r { r > x }'", 'private def hidden(x) = x', 'private def hidden(x) = x + 1'],
  [
    "'(Integer receiver) -> Integer r { r > receiver }'",
    'def clash(receiver) = receiver',
    'def clash(receiver) = receiver + 1',
  ],
  ["'(Integer x) -> Integer r { r > x }'", 'def value=(x); return x; end', 'def value=(x); return x + 1; end'],
  ["'(Integer x) -> Integer'", 'def raises(x) = 10 / x', 'def raises(x) = x.zero? ? 0 : 10 / x'],
  ["'(Array<Integer> a) -> Integer r { r > 0 }'", 'def first(a) = a[0]', 'def first(a) = a.size + 1'],
  [
    "'(a: Integer, b: ?Integer) -> Integer r { r >= a }'",
    'def keys(a:, b: 0) = a + b',
    'def keys(a:, b: 0) = a + b.abs',
  ],
  [
    "'(Integer n) { (Integer) -> Integer } -> Integer r { r != 1 }'",
    'def block(n) = yield(n)',
    'def block(n) = yield(n) + 5',
  ],
  ["'(Set<Integer> s) -> Integer r { r > 0 }'", 'def set(s) = s.size', 'def set(s) = s.size + 1'],
  [
    "'(Integer d { d > 0 }) -> Integer r { @n == old(@n) + d + 1 }'",
    'def add(d) = @n += d',
    'def add(d) = @n += d + 1',
  ],
];
/** `first` breaks in two ways. */
const TESTS = SHAPES.length + 1;

function program(mended: boolean): string {
  const methods = SHAPES.map(([type, wrong, right]) => `  type ${type}\n  ${mended ? right : wrong}\n`);
  return `require 'loupe'\nrequire 'set'\nclass Shapes\n  var_type :@n, 'Integer'\n  type '(Integer n) -> self'\n  def initialize(n) = @n = n\n${methods.join('')}end\n`;
}

const FRAMEWORKS = {
  minitest: {
    folder: 'test',
    run: ['ruby', '-e', 'Dir["test/*.rb"].sort.each { |file| require "./#{file}" }'],
    needs: MINITEST,
    failed: new RegExp(`${TESTS} runs, .* ${TESTS - 1} failures, 1 errors`),
    passed: new RegExp(`${TESTS} runs, .* 0 failures, 0 errors`),
  },
  rspec: {
    folder: 'spec',
    run: ['rspec'],
    needs: RSPEC,
    failed: new RegExp(`${TESTS} examples, ${TESTS} failures`),
    passed: new RegExp(`${TESTS} examples, 0 failures`),
  },
} as const;

for (const [name, { folder, run, needs, failed, passed }] of Object.entries(FRAMEWORKS))
  describe(`tests written by --emit-tests, for ${name}`, () => {
    let here: Scratch;
    before(() => {
      here = scratch();
    });
    after(() => here.remove());

    const command = ([first, ...words]: readonly string[]): { status: number | null; out: string } => {
      const env = { ...process.env, RUBYLIB: LIBRARY };
      const { status, stdout, stderr } = spawnSync(first!, words, { cwd: here.folder, env, encoding: 'utf8' });
      return { status, out: `${stdout}${stderr}` };
    };

    itNeeds(needs, 'fail now, and pass on the fixed program', async () => {
      here.write('shapes.rb', program(false));
      here.write(`${folder}/.keep`, '');
      const { err } = await here.loupe('check', 'shapes.rb', '--emit-tests', folder);
      assert.equal(err, `loupe: ${TESTS} tests written to ${folder}\n`);
      assert.match(command(run).out, failed);
      here.write('shapes.rb', program(true));
      const mended = command(run);
      assert.match(mended.out, passed);
      assert.equal(mended.status, 0);
    });
  });
