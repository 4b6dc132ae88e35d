/** Tests generated from counterexamples fail on the program, and pass on the fixed one. */
import assert from 'node:assert/strict';
import { classify } from '../../../server/src/judge/replayClassify';
import type { ReplayRequest } from '../../../server/src/judge/replayRequest';
import { replayScript } from '../../../server/src/judge/replayScript';
import { type GeneratedTest, testFromCounterexample } from '../../../server/src/judge/testFromCounterexample';
import type { RubyValue } from '../../../server/src/proof/rubyValue';
import { hostForTests, NEVER } from '../../harness/rubyForTests';
import { integer, object, type Scenario, scenario } from '../../harness/scenario';

/** Minitest in a Ruby without threads and without an exit. */
const RUNNER = `require 'minitest'
module Minitest; def self.autorun = nil; end
Minitest.parallel_executor = Class.new { def start = nil; def shutdown = nil; def size = 1 }.new
load '/workspace/project/test/generated_test.rb'
Minitest.run([]).to_s`;

const array = (id: string, ...elements: readonly number[]): RubyValue => ({
  kind: 'array',
  id,
  elements: elements.map(integer),
});

const SHAPES: readonly {
  readonly title: string;
  readonly text: string;
  readonly request: Omit<Scenario, 'text'>;
  readonly mended: readonly [string, string];
}[] = [
  {
    title: 'a block',
    text: "require 'rdl'\ntype '(Integer n) { (Integer) -> Integer } -> Integer r { r != 1 }'\ndef blocks(n) = yield(n)\n",
    request: { key: '#blocks', args: { n: integer(0) }, breaks: 'r != 1' },
    mended: ['= yield(n)', '= yield(n) + 5'],
  },
  {
    title: 'keywords',
    text: "require 'rdl'\ntype '(a: Integer, b: ?Integer) -> Integer r { r >= a }'\ndef keys(a:, b: 0) = a + b\n",
    request: { key: '#keys', args: { a: integer(0), b: integer(-1) }, breaks: 'r >= a' },
    mended: ['a + b', 'a + b.abs'],
  },
  {
    title: 'any number of arguments',
    text: "require 'rdl'\ntype '(*Integer all) -> Integer r { r < 2 }'\ndef rest(*all) = all.size\n",
    request: { key: '#rest', args: { all: array('o1', 0, 0) }, breaks: 'r < 2' },
    mended: ['all.size', '[all.size, 1].min'],
  },
  {
    title: 'a parameter with the name that the test would use',
    text: "require 'rdl'\nclass Foo\n  type '(Integer receiver, Integer result) -> Integer r { r > receiver + result }'\n  def f(receiver, result) = receiver + result\nend\n",
    request: {
      key: 'Foo#f',
      receiver: object('Foo', {}),
      args: { receiver: integer(0), result: integer(0) },
      breaks: 'r > receiver + result',
    },
    mended: ['= receiver + result', '= receiver + result + 1'],
  },
  {
    title: 'a private method with a name of its own',
    text: "require 'rdl'\nclass Foo\n  type '(Integer x) -> Integer r { r > x }'\n  define_method(:'odd name') { |x| x }\n  private :'odd name'\nend\n",
    request: {
      key: 'Foo#odd name',
      receiver: object('Foo', {}),
      args: { x: integer(0) },
      breaks: 'r > x',
    },
    mended: ['|x| x }', '|x| x + 1 }'],
  },
  {
    title: 'a field that is left broken',
    text: "require 'rdl'\nclass Purse\n  var_type :@held, 'Integer b { b >= 0 }'\n  def initialize = @held = 1\n  type '(Integer b) -> Integer'\n  def take(b) = @held -= b\nend\n",
    request: {
      key: 'Purse#take',
      kind: 'field-refinement',
      receiver: object('Purse', {}),
      args: { b: integer(2) },
      breaks: 'b >= 0',
    },
    mended: ['@held -= b', '@held = [@held - b, 0].max'],
  },
  {
    title: 'an invariant that is left broken',
    text: "require 'rdl'\nclass Span\n  var_type :@from, 'Integer'\n  var_type :@to, 'Integer'\n  invariant { @from <= @to }\n  def initialize\n    @from = 0\n    @to = 1\n  end\n  type '(Integer by) -> Integer'\n  def move(by) = @from += by\nend\n",
    request: {
      key: 'Span#move',
      kind: 'class-invariant',
      receiver: object('Span', {}),
      args: { by: integer(2) },
      breaks: '@from <= @to',
    },
    mended: ['@from += by', '@to += by.abs'],
  },
  {
    title: 'the same object twice',
    text: "require 'rdl'\ntype '(Array<Integer> a, Array<Integer> b) -> Integer r { r == old(b.size) }'\ndef same(a, b)\n  a << 1\n  b.size\nend\n",
    request: { key: '#same', args: { a: array('o1', 0), b: { kind: 'again', id: 'o1' } }, breaks: 'r == old(b.size)' },
    mended: ['  a << 1\n', ''],
  },
];

describe('a test generated from a counterexample', () => {
  const host = hostForTests();
  after(() => host.close());

  const generate = async (
    request: ReplayRequest,
    framework: 'minitest' | 'rspec',
    nth?: number,
  ): Promise<GeneratedTest | null> => {
    const found = classify(request, await host.replay(replayScript(request)!, NEVER));
    return testFromCounterexample({
      program: request.program,
      method: request.method,
      obligation: {
        id: '1',
        ...request.obligation,
        reason: { kind: 'nonzero-divisor' },
        status: 'unsafe',
        why: found.why,
        cause: found.cause,
        counterexample: found.counterexample,
      },
      framework,
      requirePath: '../time',
      ...(nth !== undefined && { nth }),
    });
  };
  const run = async (test: string, program: string): Promise<string> => {
    const files = [
      { path: '/project/time.rb', text: program },
      { path: '/project/test/generated_test.rb', text: test },
    ];
    const reply = await host.evaluate(RUNNER, files, NEVER);
    return reply.kind === 'value' ? reply.text : reply.why;
  };

  const SECONDS = `require 'rdl'
type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
def incr_sec(x) = x == 58 ? 0 : x + 1
`;
  const seconds = (): Promise<ReplayRequest> =>
    scenario({ text: SECONDS, key: '#incr_sec', args: { x: integer(59) }, breaks: 'r < 60' });

  it('asserts the broken clause', async () => {
    const test = await generate(await seconds(), 'minitest');
    assert.equal(test?.fileName, 'incr_sec_test.rb');
    assert.equal(await run(test!.text, SECONDS), 'false');
    assert.equal(await run(test!.text, SECONDS.replace('58', '59')), 'true');
  });

  it('reads fields and old values of the receiver', async () => {
    const text = `require 'rdl'
class Clock
  type '(Integer) -> self'
  def initialize(sec) = @sec = sec
  type '(Integer n) -> Integer r { @sec == old(@sec) + n }'
  def tick(by) = @sec += by + 1
end
`;
    const test = await generate(
      await scenario({
        text,
        key: 'Clock#tick',
        receiver: object('Clock', { '@sec': integer(59) }),
        args: { by: integer(1) },
        breaks: '@sec == old(@sec) + n',
      }),
      'minitest',
    );
    assert.equal(test?.fileName, 'clock_tick_test.rb');
    assert.equal(await run(test!.text, text), 'false');
    assert.equal(await run(test!.text, text.replace('by + 1', 'by')), 'true');
  });

  for (const type of ['String', 'Array<String>'])
    it(`keeps the contents of a ${type} before the call`, async () => {
      const text = `require 'rdl'
class Label
  var_type :@name, '${type}'
  type '() -> self'
  def initialize = @name = ${type === 'String' ? '+"a"' : '[+"a"]'}
  type '() -> Integer r { @name == old(@name) }'
  def shout = (${type === 'String' ? '@name' : '@name[0]'} << "!"; 1)
end
`;
      const test = await generate(
        await scenario({
          text,
          key: 'Label#shout',
          receiver: object('Label', {}),
          args: {},
          breaks: '@name == old(@name)',
        }),
        'minitest',
      );
      assert.ok(test);
      assert.equal(await run(test.text, text), 'false');
      assert.equal(await run(test.text, text.replace(' << "!"', '')), 'true');
    });

  it('calls what must not raise', async () => {
    const text = 'def share(n)\n  100 / n\nend\n';
    const test = await generate(
      await scenario({
        text,
        key: '#share',
        args: { n: integer(0) },
        kind: 'core-precondition',
        line: 1,
        raises: ['ZeroDivisionError'],
      }),
      'minitest',
    );
    assert.equal(await run(test!.text, text), 'false');
    assert.equal(await run(test!.text, text.replace('100 / n', 'n.zero? ? 0 : 100 / n')), 'true');
  });

  for (const { title, request, text, mended } of SHAPES)
    it(`fails now and passes after the fix: ${title}`, async () => {
      const test = await generate(await scenario({ text, ...request }), 'minitest');
      assert.ok(test, 'there is a test');
      assert.equal(await run(test.text, text), 'false', test.text);
      assert.equal(await run(test.text, text.replace(...mended)), 'true', test.text);
    });

  it('has another name for another counterexample of the same method, so that both run together', async () => {
    const first = await generate(await seconds(), 'minitest');
    const second = await generate(await seconds(), 'minitest', 2);
    assert.equal(second?.fileName, 'incr_sec_2_test.rb');
    const names = (test: GeneratedTest | null): readonly string[] =>
      [...(test?.text ?? '').matchAll(/(?:class|def) (\w+)/g)].map(match => match[1]!);
    assert.deepEqual(names(first), ['IncrSecTest', 'test_incr_sec']);
    assert.deepEqual(names(second), ['IncrSec2Test', 'test_incr_sec_2']);
  });

  it('requires Set if it creates one, for Rubies before 3.2', async () => {
    const text = "require 'set'\nrequire 'rdl'\ntype '(Set<Integer> s) -> %bool r { r }'\ndef has(s) = s.include?(3)\n";
    const test = await generate(
      await scenario({ text, key: '#has', args: { s: object('Set', {}) }, breaks: 'r' }),
      'minitest',
    );
    assert.match(test?.text ?? '', /require 'set'\n.*s = Set\.new/s);
  });

  it('can be an RSpec example', async () => {
    const test = await generate(await seconds(), 'rspec');
    assert.equal(test?.fileName, 'incr_sec_spec.rb');
    assert.match(
      test!.text,
      /RSpec\.describe 'incr_sec' do\n {2}it 'incr_sec ensures r < 60' do\n {4}x = 59\n {4}r = incr_sec\(x\)\n {4}expect\(\(r < 60\)\)\.to be_truthy/,
    );
  });

  it('is loaded by the application if the run used a stand-in for Rails', async () => {
    const text = `require 'rdl'
type '(Integer x) -> Integer r { r > x }'
def same(x)
  ActiveRecord::Base.name
  x
end
`;
    const request = await scenario({ text, key: '#same', args: { x: integer(0) }, breaks: 'r > x' });
    assert.match((await generate(request, 'rspec'))!.text, /^require 'rails_helper'$/m);
    const minitest = (await generate(request, 'minitest'))!.text;
    assert.match(minitest, /< ActiveSupport::TestCase$/m);
    assert.doesNotMatch(minitest, /require_relative/);
    assert.doesNotMatch((await generate(await seconds(), 'rspec'))!.text, /rails_helper/);
  });
});
