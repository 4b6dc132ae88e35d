/**
 * `loupe learn -- COMMAND` with an installed Ruby: the command's outcome does not change, and what its processes did is
 * recorded. Each trap that a recorder falls into has a test here.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseProfile } from '../../server/src/parse/profile';
import { type Outcome, type Scratch, scratch } from '../cli/loupe';
import { describeNeeds, itNeeds, NOT_ROOT, ordinaryUser, RUBY } from '../harness/requirements';
import { rubyParser } from '../harness/rubyParser';
import { createTestWorkspace } from '../harness/workspace';

const MONEY = `# frozen_string_literal: true

class Money
  def initialize(cents)
    @cents = cents
  end

  def split(parts)
    return [] if parts.zero?
    raise ArgumentError, 'negative' if parts < 0

    q, r = @cents.divmod(parts)
    Array.new(parts) { |i| i < r ? q + 1 : q }
  end
end
`;

interface Shown {
  readonly name: string;
  readonly type: string;
  readonly calls: number;
  readonly missing: readonly { readonly line: number; readonly outcome: string }[];
}

describeNeeds(RUBY, 'loupe learn', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('lib/money.rb', MONEY);
  });
  afterEach(() => here.remove());

  const learn = (...command: readonly string[]): Outcome => here.loupeProcess('learn', '--', ...command);
  const plain = (...[program = '', ...args]: readonly string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: here.folder, encoding: 'utf8' });
    return { status, out: stdout, err: stderr };
  };
  const shown = (): readonly Shown[] =>
    JSON.parse(here.loupeProcess('learn', '--show', '--format', 'json').out).methods;
  const callsOf = (name: string): number => shown().find(method => method.name === name)?.calls ?? 0;
  const own = (text: string): string => text.replace(/^loupe: .*\n/gm, '');

  /** The same output and status with and without Loupe. */
  const assertSame = (...command: readonly string[]): Outcome => {
    const learned = learn(...command);
    const expected = plain(...command);
    assert.deepEqual({ ...learned, err: own(learned.err) }, expected);
    return learned;
  };

  it('records classes, results and branches, and passes output and status through', () => {
    here.write('run.rb', "require_relative 'lib/money'\np Money.new(10).split(3)\nputs 'x'\nwarn 'y'\nexit 7\n");
    const { err, status } = assertSame('ruby', 'run.rb');
    assert.equal(status, 7);
    assert.match(err, /^loupe: recording 2 methods of 1 file while this runs: ruby run\.rb$/m);
    assert.match(
      err,
      /^loupe: 2 of 2 methods ran, 2 calls in 1 process; \d types? complete or proved, \d likely, \d partial, 0 conflicts\./m,
    );
    const split = shown().find(method => method.name === 'Money#split');
    assert.equal(split?.type, '(Integer) -> Array<Integer>');
    assert.deepEqual(
      split?.missing.map(({ line }) => line),
      [8, 9],
    );
    assert.match(
      here.loupeProcess('learn', '--show', 'lib').out,
      /8: Money#split \(Integer\) -> Array<Integer> · 1 call · 3 of 5 paths · likely/,
    );
  });

  it('backtraces, lines and messages of errors are the same', () => {
    here.write('run.rb', "require_relative 'lib/money'\nputs __LINE__\nMoney.new(1).split(-1)\n");
    assert.equal(assertSame('ruby', 'run.rb').status, 1);
    assert.equal(shown().find(method => method.name === 'Money#split')?.type, '(Integer) -> %bot');
  });

  it('children, forks, exec and exit! are recorded', () => {
    const run = "require_relative 'lib/money'\nMoney.new(1).split(1)\n";
    here.write('child.rb', run);
    here.write(
      'run.rb',
      `${run}Process.wait(fork { Money.new(2).split(2); exit!(0) })\nsystem('ruby', 'child.rb')\nProcess.wait(fork { Money.new(3).split(3) })\nMoney.new(1).split(1)\nexec('ruby', 'child.rb')\n`,
    );
    assertSame('ruby', 'run.rb');
    assert.equal(callsOf('Money#split'), 6);
  });

  it('a second run does not count twice, --merge does; --forget deletes', () => {
    here.write('run.rb', "require_relative 'lib/money'\nMoney.new(1).split(1)\n");
    learn('ruby', 'run.rb');
    learn('ruby', 'run.rb');
    assert.equal(callsOf('Money#split'), 1);
    here.write('ci.json', readFileSync(join(here.folder, '.loupe/profile.json'), 'utf8'));
    assert.equal(here.loupeProcess('learn', '--merge', 'ci.json').status, 0);
    assert.equal(callsOf('Money#split'), 2);
    assert.equal(here.loupeProcess('learn', '--forget', 'lib').status, 0);
    assert.deepEqual(shown(), []);
    assert.equal(here.loupeProcess('learn', '--forget').status, 0);
    assert.equal(here.loupeProcess('learn', '--show').status, 1);
  });

  it('--config chooses the files that are shown and recorded', () => {
    here.write('run.rb', "require_relative 'lib/money'\nMoney.new(1).split(1)\n");
    learn('ruby', 'run.rb');
    here.write('other.yml', "exclude: ['lib/**']\n");
    assert.doesNotMatch(here.loupeProcess('learn', '--show', '--config', 'other.yml').out, /Money#split/);
    assert.equal(here.loupeProcess('learn', '--show', '--config', 'missing.yml').status, 2);
  });

  it('an edit makes only the edited method stale', () => {
    here.write('run.rb', "require_relative 'lib/money'\nMoney.new(1).split(1)\n");
    learn('ruby', 'run.rb');
    here.write('lib/money.rb', `# moved\n${MONEY.replace('[] if', '[nil] if')}`);
    const out = here.loupeProcess('learn', '--show').out;
    assert.match(out, /5: Money#initialize .* · complete$/m);
    assert.match(out, /9: Money#split .* learned before this edit$/m);
  });

  it('trap 1: the library loads no other library, and is not on the load path', () => {
    here.write(
      'run.rb',
      "require_relative 'lib/money'\nputs $LOADED_FEATURES.grep_v(/loupe/), $LOAD_PATH, defined?(JSON).inspect\n",
    );
    assertSame('ruby', '--disable=gems', 'run.rb');
  });

  it('trap 2: a minimum of coverage does not fail the tests', () => {
    const simplecov = `require 'coverage'
module SimpleCov
  def self.minimum_coverage(least) = @least = least
  def self.start(*)
    Coverage.start
    at_exit { exit(2) if Coverage.result.keys.grep(/money/).empty? }
  end
end
`;
    here.write('gem/simplecov.rb', simplecov);
    here.write(
      'test/run.rb',
      "require 'simplecov'\nSimpleCov.start { add_filter 'x' }\nSimpleCov.minimum_coverage 90\nrequire_relative '../lib/money'\nMoney.new(1).split(1)\nputs :done\n",
    );
    const { status, err } = learn('ruby', '-Igem', 'test/run.rb');
    assert.equal(status, 0, err);
    assert.match(err, /SimpleCov was switched off/);
    assert.equal(callsOf('Money#split'), 1);
  });

  it("trap 3: another load_iseq, and Bootsnap's cache", () => {
    here.write(
      'run.rb',
      `puts ENV['DISABLE_BOOTSNAP_COMPILE_CACHE'].inspect
RubyVM::InstructionSequence.singleton_class.prepend(Module.new { def load_iseq(path) = (($seen ||= []) << File.basename(path); super) })
require_relative 'lib/money'
Money.new(1).split(1)
p $seen
`,
    );
    const { out } = learn('ruby', 'run.rb');
    assert.equal(out, '"1"\n["money.rb"]\n');
    assert.equal(callsOf('Money#split'), 1);
    here.write(
      'run.rb',
      "def (RubyVM::InstructionSequence).load_iseq(path) = nil\nrequire_relative 'lib/money'\nMoney.new(2).split(1)\n",
    );
    learn('ruby', 'run.rb');
    assert.equal(callsOf('Money#split'), 1);
  });

  it('trap 4: rewritten conditions raise no warnings', () => {
    here.write(
      'lib/loops.rb',
      `def loops(a)
  while true do break end
  b = a || 'x'
  c = (a and 1)
  case a when nil then else end
  b if (d = a)
  begin; rescue; end
  [b, c, d, (1 if false)]
end
`,
    );
    here.write('run.rb', "require_relative 'lib/loops'\np loops(nil)\n");
    assertSame('ruby', '-w', 'run.rb');
    assert.equal(callsOf('Object#loops'), 1);
  });

  it("trap 5: a program's own methods named like Ruby's", () => {
    here.write(
      'lib/own.rb',
      `class Own < BasicObject
  def send(x) = x
  def class = 5
  def nil? = true
  def equal?(_) = true
  def eval(x) = x && x.size
  def method_missing(name, *rest) = name || rest
  def respond_to_missing?(*) = true
  def type(x) = x&.send(1)
end
`,
    );
    here.write(
      'run.rb',
      "require_relative 'lib/own'\no = Own.new\np o.send(1), o.eval('x'), o.foo, o.class, (o.type(o))\n",
    );
    assertSame('ruby', 'run.rb');
    assert.equal(shown().find(method => method.name === 'Own#type')?.type, '(Own) -> Integer');
  });

  it('trap 6: local variables and bindings do not show the probes', () => {
    here.write(
      'lib/locals.rb',
      `class Locals
  def a(x)
    y = x || 1
    [local_variables, binding.local_variables, proc { |z| local_variables }.call, y && binding.local_variable_defined?(:y)]
  end
  def b(local_variables = nil) = [local_variables.equal?(local_variables), local_variables]
end
`,
    );
    here.write('run.rb', "require_relative 'lib/locals'\np Locals.new.a(1), Locals.new.b, Locals.new.b([:x])\n");
    assertSame('ruby', 'run.rb');
  });

  it('trap 7: a process that is killed leaves what it wrote before', () => {
    here.write('lib/busy.rb', 'def busy(n) = n.even? ? n : n + 1\n');
    here.write(
      'run.rb',
      `require_relative 'lib/busy'
clock = Process.method(:clock_gettime)
Loupe__Learn.send(:remove_const, :SECONDS_BETWEEN_WRITES)
Loupe__Learn.const_set(:SECONDS_BETWEEN_WRITES, 0)
40_000.times { |n| busy(n) }
Process.kill(:KILL, $$)
`,
    );
    const { status } = learn('ruby', 'run.rb');
    assert.equal(status, 137);
    assert.ok(callsOf('Object#busy') >= 16_384);
  });

  it('trap 8: what tests define does not name types of the library', () => {
    here.write(
      'test/run_test.rb',
      "require_relative '../lib/money'\nclass FakeCount < Numeric\n  def zero? = true\nend\nMoney.new(1).split(FakeCount.new)\n",
    );
    learn('ruby', 'test/run_test.rb');
    assert.equal(shown().find(method => method.name === 'Money#split')?.type, '([zero?: () -> %any]) -> []');
    assert.ok(!shown().some(method => method.name.startsWith('FakeCount')));
  });

  it('dynamic calls of anonymous modules and of classes with a superclass method of their own', () => {
    here.write(
      'lib/made.rb',
      `module Made
  def self.fill(mod, name) = mod.send(:define_method, name) { 1 }
  def self.keep(value) = value
end
class Odd
  def self.superclass = raise('never called')
  def self.name = 5
end
`,
    );
    here.write(
      'run.rb',
      "require_relative 'lib/made'\n%i[a b].each { |name| Made.fill(Module.new, name) }\nMade.fill(Class.new(Odd), :c)\nMade.keep(Class.new(Odd).new)\nMade.keep(Odd.new)\nputs :done\n",
    );
    assert.equal(assertSame('ruby', 'run.rb').status, 0);
    assert.equal(callsOf('Made.fill'), 3);
    assert.equal(callsOf('Made.keep'), 2);
  });

  it('a file that changes before it is loaded is not recorded', () => {
    here.write(
      'run.rb',
      "File.write('lib/money.rb', File.read('lib/money.rb').sub('[]', '[1]'))\nrequire_relative 'lib/money'\np Money.new(1).split(0)\n",
    );
    const { out, err } = learn('ruby', 'run.rb');
    assert.equal(out, '[1]\n');
    assert.match(err, /lib\/money\.rb is not recorded: it changed while the command ran/);
  });

  it('threads, fibers, throw, break and deep recursion', () => {
    here.write(
      'lib/flow.rb',
      `module Flow
  def self.each(list) = list.each { |x| yield x }
  def self.find(list)
    each(list) { |x| return x if x && x > 1 }
    nil
  end
  def self.jump(x) = throw(:out, x)
  def self.fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)
  def self.lazy = Enumerator.new { |y| y << 1 || 2; y << 3 }
  def self.maker(x) = lambda { |y| return y if x; 3 }
  def self.retrying
    tries ||= 0
    tries += 1
    raise IOError if tries < 3
    tries
  rescue IOError
    retry
  ensure
    @done = true
  end
  def self.down(n) = n.zero? ? 0 : down(n - 1)
end
`,
    );
    here.write(
      'run.rb',
      `require_relative 'lib/flow'
p Flow.find([1, 2]), Flow.find([]), catch(:out) { Flow.jump(5) }, Flow.fib(10), Flow.lazy.next, Flow.maker(1).call(2), Flow.retrying
p [1, 2].map { |n| Thread.new { Flow.fib(n + 8) } }.map(&:value)
Flow.each([1]) { break }
p Flow.down(1000)
begin; Flow.find([Object.new]); rescue NoMethodError => e; puts e.message[/undefined method .>'/]; puts e.backtrace.map { |l| l.sub(Dir.pwd, '') }; end
`,
    );
    assertSame('ruby', 'run.rb');
    const types = Object.fromEntries(shown().map(({ name, type }) => [name, type]));
    // The element that is returned may be any of those that the script passes.
    assert.equal(types['Flow.find'], '(Array<Object>) -> Object');
    assert.equal(types['Flow.jump'], '(Integer) -> %bot');
    assert.equal(types['Flow.maker'], '(Integer) -> { (%dyn y) -> %dyn }');
    assert.equal(types['Flow.retrying'], '() -> Integer');
  });

  it('Ractors are not disturbed', () => {
    here.write('lib/twice.rb', 'def twice(x, &block) = [x, x].map(&block)\n');
    here.write(
      'run.rb',
      "require_relative 'lib/money'\nrequire_relative 'lib/twice'\nr = Ractor.new { Money.new(9).split(3) + twice(1) { |x| x } }\nDir.pwd\np(r.respond_to?(:take) ? r.take : r.value)\n",
    );
    const { out, status, err } = learn('ruby', '-W0', 'run.rb');
    assert.equal(out, '[3, 3, 3, 1, 1]\n', err);
    assert.equal(status, 0);
  });

  it('a command that does not exist, fails, or is not Ruby', () => {
    assert.deepEqual(learn('no-such-command').status, 127);
    assert.match(learn('no-such-command').err, /cannot run no-such-command: no such command/);
    const { status, err } = learn('sh', '-c', 'echo x; exit 3');
    assert.equal(status, 3);
    assert.match(err, /nothing was learned: no Ruby process/);
    assert.equal(learn('sh', '-c', 'kill -TERM $$').status, 143);
    assert.equal(here.loupeProcess('learn').status, 2);
    assert.equal(here.loupeProcess('learn', '--show', '--forget').status, 2);
  });

  it('another engine, or a Ruby that is too old, runs the tests and says that nothing is recorded', () => {
    here.write('run.rb', "puts 'ran'\n");
    here.write(
      'old.sh',
      `exec ruby --disable=gems -e 'RUBY_VERSION = "2.6.10"; require "loupe/learn"; load "run.rb"'\n`,
    );
    const { out, err, status } = learn('sh', '-c', 'export RUBYOPT=-W0; sh old.sh');
    assert.deepEqual([out, status], ['ran\n', 0]);
    assert.match(err, /nothing was recorded in ruby 2\.6\.10: Loupe records in CRuby 2\.7 and later/);
  });

  it('a damaged profile is named and replaced', () => {
    here.write('run.rb', "require_relative 'lib/money'\nMoney.new(1).split(1)\n");
    here.write('.loupe/profile.json', '{"schema":1,');
    assert.match(here.loupeProcess('learn', '--show').err, /\.loupe\/profile\.json: it is not a profile of Loupe/);
    assert.equal(learn('ruby', 'run.rb').status, 0);
    assert.equal(callsOf('Money#split'), 1);
  });

  itNeeds(NOT_ROOT, 'a folder that cannot be written', () => {
    here.write('run.rb', "require_relative 'lib/money'\nputs Money.new(1).split(1)\nexit 4\n");
    chmodSync(here.folder, 0o555);
    const { status, out, err } = here.loupeAs(ordinaryUser(), 'learn', '--', 'ruby', 'run.rb');
    chmodSync(here.folder, 0o755);
    assert.deepEqual([status, out], [4, '1\n']);
    assert.match(err, /cannot write \.loupe\/profile\.json: EACCES; nothing was learned/);
  });

  it('methods, mixins and constants that a gem defines in a class of the workspace are known', async () => {
    const gem = scratch();
    try {
      gem.write(
        'macros.rb',
        'module Macros\n  def property(name)\n    define_method(name) { 1 }\n    define_method("#{name}?") { true }\n    const_set(name.upcase, name)\n    include Shown\n    extend Listed\n  end\n' +
          '  module Shown\n    def shown = 1\n    private def hidden = 2\n  end\n  module Listed\n    def all = []\n  end\nend\n',
      );
      here.write('lib/style.rb', "require 'macros'\nclass Style\n  extend Macros\n  property :bold\nend\n");
      here.write(
        'run.rb',
        "require_relative 'lib/style'\np Style.new.bold?, Style::BOLD, Style.new.shown, Style.all\n",
      );
      assertSame('ruby', '-I', gem.folder, 'run.rb');
    } finally {
      gem.remove();
    }
    const { profile } = parseProfile(readFileSync(join(here.folder, '.loupe/profile.json'), 'utf8'));
    assert.ok(profile);
    const workspace = await createTestWorkspace();
    workspace.setDisk(join(here.folder, 'lib/style.rb'), readFileSync(join(here.folder, 'lib/style.rb'), 'utf8'));
    const names = (): readonly string[] => {
      const style = workspace.snapshot.program.classes.get('Style');
      const { methods, singletonMethods, constants } = style ?? {};
      return [methods, singletonMethods, constants].flatMap(each => [...(each?.keys() ?? [])]);
    };
    assert.deepEqual(names(), []);
    workspace.setProfile(profile, here.folder);
    assert.deepEqual(names(), ['bold', 'bold?', 'shown', 'all', 'property', 'BOLD']);
    await workspace.dispose();
  });

  it('--missing prints calls that take paths which no run took', () => {
    here.write('run.rb', "require_relative 'lib/money'\nMoney.new(10).split(3)\n");
    learn('ruby', 'run.rb');
    const { out, status } = here.loupeProcess('learn', '--missing', 'lib');
    assert.equal(status, 0);
    assert.match(
      out,
      /^lib\/money\.rb: Money#split: Money\.new\(-?\d+\)\.split\(0\) {2}# line 9: parts\.zero\? is true$/m,
    );
    assert.equal(here.loupeProcess('learn', '--missing', 'other').out, '');
  });

  it('a program with its own version of the library is recorded', () => {
    here.write('old/loupe/learn.rb', "raise 'another version'\n");
    here.write('run.rb', "require_relative 'lib/money'\nMoney.new(1).split(1)\nputs $LOAD_PATH.first\n");
    assertSame('ruby', '-I', join(here.folder, 'old'), 'run.rb');
    assert.equal(callsOf('Money#split'), 1);
  });

  it('leaves nothing in the temporary folder', () => {
    here.write('run.rb', "require_relative 'lib/money'\n");
    const before = readdirSync(tmpdir()).filter(name => name.startsWith('loupe-learn-'));
    learn('ruby', 'run.rb');
    const after = readdirSync(tmpdir()).filter(name => name.startsWith('loupe-learn-'));
    assert.deepEqual(
      after.filter(name => !before.includes(name)),
      [],
    );
  });
});

describe('the recording library', () => {
  const folder = join(__dirname, '..', '..', 'server', 'ruby', 'lib', 'loupe');
  const files = [
    join(folder, 'learn.rb'),
    ...readdirSync(join(folder, 'learn'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.rb'))
      .map(name => join(folder, 'learn', name)),
  ];

  it('requires only itself', () => {
    assert.ok(files.length >= 6);
    for (const file of files)
      assert.doesNotMatch(readFileSync(file, 'utf8'), /^\s*(require|autoload|gem)\b(?!_relative 'learn\/)/m, file);
  });

  it('has no syntax that is newer than Ruby 2.7', async () => {
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const document = (await rubyParser).open(file, text);
      const { damaged } = document.outline();
      document.close();
      assert.ok(!damaged, file);
      const code = text.replace(/#.*$/gm, '');
      // Endless methods, shorthand of hashes, anonymous blocks, `it`, rightward assignment.
      assert.doesNotMatch(
        code,
        /\bdef [^\n;]*\)?\s=\s|\b\w+:\s*[,)}]|\(&\)|\bit\b|\S\s+=>\s+[a-z_]\w*\s*$(?<!rescue .*)/m,
        file,
      );
    }
  });

  itNeeds(
    { name: 'the gem parser', isMet: () => spawnSync('ruby', ['-W0', '-e', 'require "parser/ruby27"']).status === 0 },
    'parses with the grammar of Ruby 2.7',
    () => {
      const script = 'require "parser/ruby27"; ARGV.each { |f| Parser::Ruby27.parse_file(f) }';
      const { status, stderr } = spawnSync('ruby', ['-W0', '-e', script, ...files], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    },
  );
});
