/** Counterexamples in both Rubies: what is confirmed, what is not, and why. */
import assert from 'node:assert/strict';
import { type Classified, classify, classifyWithStubs } from '../../../server/src/judge/replayClassify';
import { replayScript } from '../../../server/src/judge/replayScript';
import { showValue } from '../../../server/src/proof/showValue';
import { describeNeeds, RUBY } from '../../harness/requirements';
import { hostForTests, NEVER } from '../../harness/rubyForTests';
import { integer, object, type Scenario, scenario } from '../../harness/scenario';

const TIME = `require 'rdl'
type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
def incr_sec(x)
  if x == 58
    0
  else
    x + 1
  end
end
`;

const CLOCK = `class Clock
  var_type :@day, 'Integer d { d > 0 }'
  invariant { @sec != 13 }
  type '(Integer, Integer) -> self'
  def initialize(sec, min)
    @min = min
    @sec = sec
    @day = 1
  end
  attr_reader :sec
  type '(Integer by) -> Integer r { @sec < 60 && @sec == old(@sec) + by }'
  def tick(by)
    @sec += by
    60 / @min
  end
  type '() -> Integer h { h > 0 }'
  def hidden = @hidden + 1
  type '(Integer n { n > 0 }) -> Integer'
  def need(n) = n
  type '(Integer n) -> Integer'
  def calls(n)
    m = n - 1
    need(m)
  end
  type '(Integer d) -> Integer'
  def day(d)
    @day = d
  end
  type '(Clock c) -> %bool'
  def self.early?(c) = c.sec.zero?
  type '(a: Integer, b: ?Integer, *Integer) -> Integer k { k > a - 4 }'
  def keys(*rest, a:, b: 1) = a + b + rest.sum
  type '() -> String'
  def name
    @names
  end
  type '() -> Integer w { w < 5 }', modular: true
  def weak = 3
  type '() -> Integer u { u == 3 }'
  def uses = weak
  type '(Integer n) -> Integer'
  def loops(n)
    i = 0
    while i < n
      invariant { i < 3 }
      i += 1
    end
    i
  end
  private
  type '() -> Integer p { p > 1 }'
  def secret = 1
end
`;

interface Expected extends Scenario {
  readonly title: string;
  readonly cause: Classified['cause'];
  readonly call?: string | RegExp;
  readonly result?: string;
  readonly reason?: RegExp;
  /** The log message of a run that does not reproduce. */
  readonly mismatch?: RegExp;
  readonly exception?: string;
}

const clock = (fields: Record<string, number>): ReturnType<typeof object> =>
  object('Clock', Object.fromEntries(Object.entries(fields).map(([name, value]) => [`@${name}`, integer(value)])));
const time = (x: number): Scenario => ({ text: TIME, key: '#incr_sec', args: { x: integer(x) }, breaks: 'r < 60' });

const CASES: readonly Expected[] = [
  { title: 'a broken postcondition', ...time(59), cause: 'confirmed', call: 'incr_sec(59)', result: '60' },
  { title: 'a run that breaks nothing', ...time(58), cause: 'unconfirmed', reason: /incr_sec\(58\) returns 0/ },
  { title: 'values that the precondition excludes', ...time(60), cause: 'unconfirmed', reason: /precondition/ },
  {
    title: 'a field on exit, of a receiver made by its constructor',
    text: CLOCK,
    key: 'Clock#tick',
    receiver: clock({ sec: 59, min: 5 }),
    args: { by: integer(1) },
    breaks: '@sec < 60',
    cause: 'confirmed',
    call: 'Clock.new(59, 5).tick(1)',
    result: '12',
  },
  {
    title: 'a division by zero on its line',
    text: CLOCK,
    key: 'Clock#tick',
    receiver: clock({ sec: 0, min: 0 }),
    args: { by: integer(1) },
    kind: 'core-precondition',
    raises: ['ZeroDivisionError'],
    line: 13,
    cause: 'confirmed',
    exception: 'ZeroDivisionError',
  },
  {
    title: 'another error on the line than the predicted one',
    text: CLOCK,
    key: 'Clock#tick',
    receiver: clock({ sec: 0, min: 0 }),
    args: { by: integer(1) },
    kind: 'core-precondition',
    raises: ['KeyError'],
    line: 13,
    cause: 'unconfirmed',
  },
  {
    title: 'a division by zero on another line',
    text: CLOCK,
    key: 'Clock#tick',
    receiver: clock({ sec: 0, min: 0 }),
    args: { by: integer(1) },
    kind: 'core-precondition',
    raises: ['ZeroDivisionError'],
    line: 12,
    cause: 'unconfirmed',
  },
  {
    title: 'a state that no constructor makes',
    text: CLOCK,
    key: 'Clock#hidden',
    receiver: clock({ hidden: -5, day: 1, sec: 0 }),
    args: {},
    breaks: 'h > 0',
    cause: 'unreached-state',
    call: /^Clock\.new\(0, 0\)\.tap { \|o1\| o1\.instance_variable_set\(:@hidden, -5\) }\.hidden$/,
  },
  {
    title: 'a state that the class forbids',
    text: CLOCK,
    key: 'Clock#tick',
    receiver: clock({ sec: 13, min: 1 }),
    args: { by: integer(1) },
    breaks: '@sec < 60',
    cause: 'unconfirmed',
    reason: /precondition/,
  },
  {
    title: "a callee's precondition at its call",
    text: CLOCK,
    key: 'Clock#calls',
    receiver: clock({}),
    args: { n: integer(1) },
    kind: 'precondition',
    breaks: 'n > 0',
    line: CLOCK.split('\n').findIndex(line => line.includes('need(m)')),
    cause: 'confirmed',
    call: 'Clock.new(0, 0).calls(0)',
  },
  {
    title: 'the refinement of a field',
    text: CLOCK,
    key: 'Clock#day',
    receiver: clock({}),
    args: { d: integer(0) },
    kind: 'field-refinement',
    breaks: 'd > 0',
    cause: 'confirmed',
  },
  {
    title: 'a class invariant',
    text: CLOCK,
    key: 'Clock#tick',
    receiver: clock({ sec: 12, min: 1 }),
    args: { by: integer(1) },
    kind: 'class-invariant',
    breaks: '@sec != 13',
    cause: 'confirmed',
  },
  {
    title: 'a loop invariant',
    text: CLOCK,
    key: 'Clock#loops',
    receiver: clock({}),
    args: { n: integer(5) },
    kind: 'loop-invariant-preserved',
    cause: 'confirmed',
  },
  {
    title: 'nil as the receiver of a call',
    text: "type '(Array<Integer> a) -> Integer'\ndef pick(a)\n  a[0] + 1\nend\n",
    key: '#pick',
    args: { a: { kind: 'array', id: 'a1', elements: [{ kind: 'nil' }] } },
    kind: 'non-nil',
    line: 2,
    cause: 'confirmed',
    call: 'pick([])',
    exception: 'NoMethodError',
  },
  {
    title: 'nil where the result has none',
    text: CLOCK,
    key: 'Clock#name',
    receiver: clock({}),
    args: {},
    kind: 'non-nil',
    line: 99,
    cause: 'confirmed',
    result: 'nil',
  },
  {
    title: 'one object under two names',
    text: "type '(Array<Integer> a, Array<Integer> b) -> Array<Integer> r { r.size == old(b.size) }'\ndef swap(a, b)\n  a << 1\n  b\nend\n",
    key: '#swap',
    args: { a: { kind: 'array', id: 'a1', elements: [] }, b: { kind: 'again', id: 'a1' } },
    breaks: 'r.size == old(b.size)',
    cause: 'confirmed',
    call: 'a = []; swap(a, a)',
  },
  {
    title: 'keyword and rest arguments',
    text: CLOCK,
    key: 'Clock#keys',
    receiver: clock({}),
    args: { rest: { kind: 'array', id: 'r1', elements: [integer(-5)] }, a: integer(1), b: integer(2) },
    breaks: 'k > a - 4',
    cause: 'confirmed',
    call: 'Clock.new(0, 0).keys(*[-5], a: 0, b: 0)',
    result: '-5',
  },
  {
    title: 'a private method',
    text: CLOCK,
    key: 'Clock#secret',
    receiver: clock({}),
    args: {},
    breaks: 'p > 1',
    cause: 'confirmed',
  },
  {
    title: "a callee's contract that is too weak",
    text: CLOCK,
    key: 'Clock#uses',
    receiver: clock({}),
    args: {},
    breaks: 'u == 3',
    assumes: ['Clock#weak'],
    callResults: [{ method: 'Clock#weak', value: integer(4) }],
    cause: 'spec-too-weak',
    reason: /contract of Clock#weak .* second run breaks it, with Clock#weak returning 4/,
  },
  {
    title: 'a second run that does not show the weakness',
    text: CLOCK,
    key: 'Clock#uses',
    receiver: clock({}),
    args: {},
    breaks: 'u == 3',
    assumes: ['Clock#weak'],
    callResults: [{ method: 'Clock#weak', value: integer(3) }],
    cause: 'unconfirmed',
    mismatch:
      /Clock#uses: postcondition `u == 3`: Clock\.new.*\.uses returns 3 in Ruby \d\S+, built by public-calls; the model has no values/,
  },
  {
    title: 'a file that cannot be loaded',
    text: "require 'nowhere_to_be_found'\nclass Foo < Nowhere::Base\n  type '() -> Integer r { r > 1 }'\n  def bar = 1\nend\n",
    key: 'Foo#bar',
    receiver: object('Foo', {}),
    args: {},
    breaks: 'r > 1',
    cause: 'unconfirmed',
    reason: /uninitialized constant Nowhere.*nowhere_to_be_found is not available/,
  },
  {
    title: 'a script that ends itself at the top level',
    text: "require 'nowhere_to_be_found'\ntype '() -> Integer r { r > 1 }'\ndef one = 1\nputs gets.to_s\nexit 3\n",
    key: '#one',
    args: {},
    breaks: 'r > 1',
    cause: 'confirmed',
  },
  {
    title: 'random numbers, which are the same in every run',
    text: "type '() -> Integer r { r < 0 }'\ndef chance = rand(1_000_000) + [0, 1_000_000, 2_000_000].sample\n",
    key: '#chance',
    args: {},
    breaks: 'r < 0',
    cause: 'confirmed',
    result: '388610',
  },
];

describe('replay in the embedded Ruby', () => testReplay('embedded'));
describeNeeds(RUBY, 'replay in the system Ruby', () => testReplay('system'));

function testReplay(kind: 'embedded' | 'system'): void {
  const host = hostForTests({ ruby: kind });
  after(() => host.close());

  const run = async (given: Scenario): Promise<Classified> => {
    const request = await scenario(given);
    const { callResults: _, ...plain } = request;
    const first = classify(plain, await host.replay(replayScript(plain)!, NEVER));
    return request.callResults
      ? classifyWithStubs(request, first, await host.replay(replayScript(request)!, NEVER))
      : first;
  };

  for (const expected of CASES)
    it(`${expected.cause}: ${expected.title}`, async () => {
      const found = await run(expected);
      assert.equal(found.cause, expected.cause, found.why ?? undefined);
      if (expected.mismatch) assert.match(found.mismatch ?? '', expected.mismatch);
      if (expected.reason) assert.match(found.why ?? '', expected.reason);
      if (typeof expected.call === 'string') assert.equal(found.counterexample.call, expected.call);
      else if (expected.call) assert.match(found.counterexample.call, expected.call);
      if (expected.result) assert.equal(showValue(found.counterexample.result!), expected.result);
      if (expected.exception) assert.equal(found.counterexample.exception?.className, expected.exception);
    });

  it('shows the bindings and the path of the run', async () => {
    const { counterexample } = await run(time(59));
    const last = counterexample.path.at(-1);
    assert.deepEqual([last?.kind, last?.source], ['return', 'x + 1']);
    const tick = await run(CASES[3]!);
    assert.deepEqual(
      tick.counterexample.bindings.map(({ name, value }) => `${name} = ${showValue(value)}`),
      ['by = 1', '@sec = 59', '@min = 5'],
    );
  });
}
