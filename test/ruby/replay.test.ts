/** Counterexamples run in both Rubies: what is confirmed, what is not, and why. */
import assert from 'node:assert/strict';
import { classify } from '../../server/src/judge/replayClassify';
import { replayScript } from '../../server/src/judge/replayScript';
import { hostForTests, installedRuby, NEVER } from './rubyForTests';
import { integer, object, scenario } from './scenario';

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
  def initialize(sec, min)
    @min = min
    @sec = sec
  end
  def tick(by)
    @sec += by
    60 / @min
  end
  def hidden = @hidden + 1
end
`;

for (const kind of ['embedded', 'system'] as const) {
  describe(`replay in the ${kind} Ruby`, () => {
    const host = hostForTests({ ruby: kind });
    before(function () {
      if (kind === 'system' && !installedRuby()) {
        console.log('      no Ruby is installed here: skipped');
        this.skip();
      }
    });
    after(() => host.close());

    const run = async (request: ReturnType<typeof scenario>): Promise<ReturnType<typeof classify>> => {
      const script = replayScript(request);
      assert.ok(script);
      return classify(request, await host.replay(script, NEVER));
    };

    it('confirms a broken postcondition with the values and the path of the run', async () => {
      const found = await run(
        scenario({
          text: TIME,
          name: 'incr_sec',
          params: [{ name: 'x', clauses: ['0 <= x', 'x < 60'] }],
          result: { name: 'r', clauses: ['0 <= r', 'r < 60'] },
          args: { x: integer(59) },
          breaks: 'r < 60',
        }),
      );
      assert.equal(found.reason, null);
      assert.equal(found.cause, 'confirmed', found.reason ?? undefined);
      assert.equal(found.counterexample.call, 'incr_sec(59)');
      assert.deepEqual(found.counterexample.result, { kind: 'opaque', text: '60' });
      assert.equal(found.counterexample.path.at(-1)?.note, 'returns x + 1');
    });

    it('does not confirm what the run does not break', async () => {
      const found = await run(
        scenario({
          text: TIME,
          name: 'incr_sec',
          params: [{ name: 'x', clauses: ['0 <= x', 'x < 60'] }],
          result: { name: 'r', clauses: ['0 <= r', 'r < 60'] },
          args: { x: integer(58) },
          breaks: 'r < 60',
        }),
      );
      assert.equal(found.cause, 'unconfirmed', found.reason ?? undefined);
      assert.match(found.reason ?? '', /incr_sec\(58\) returns 0/);
      assert.match(found.mismatch ?? '', /incr_sec/);
    });

    it('does not call a method whose precondition the values break', async () => {
      const found = await run(
        scenario({
          text: TIME,
          name: 'incr_sec',
          params: [{ name: 'x', clauses: ['0 <= x', 'x < 60'] }],
          result: { name: 'r', clauses: ['r < 60'] },
          args: { x: integer(60) },
          breaks: 'r < 60',
        }),
      );
      assert.equal(found.cause, 'unconfirmed', found.reason ?? undefined);
      assert.match(found.reason ?? '', /precondition/);
    });

    it('builds the receiver through its constructor and reads fields after the run', async () => {
      const found = await run(
        scenario({
          text: CLOCK,
          owner: 'Clock',
          name: 'tick',
          params: [{ name: 'by', clauses: [] }],
          result: { name: 'r', clauses: ['@sec < 60', '@sec == old(@sec) + by'] },
          receiver: object('Clock', { '@sec': integer(59), '@min': integer(5) }),
          args: { by: integer(1) },
          breaks: '@sec < 60',
        }),
      );
      assert.equal(found.cause, 'confirmed', found.reason ?? undefined);
      assert.equal(found.counterexample.call, 'Clock.new(59, 5).tick(1)');
      assert.deepEqual(
        found.counterexample.bindings.map(({ name, value }) => [name, value.kind === 'opaque' ? value.text : '']),
        [
          ['by', '1'],
          ['@sec', '59'],
          ['@min', '5'],
        ],
      );
    });

    it('confirms a division by zero on its line only', async () => {
      const request = (line: number): ReturnType<typeof scenario> =>
        scenario({
          text: CLOCK,
          owner: 'Clock',
          name: 'tick',
          params: [{ name: 'by', clauses: [] }],
          result: null,
          receiver: object('Clock', { '@sec': integer(0), '@min': integer(0) }),
          args: { by: integer(1) },
          kind: 'core-precondition',
          line,
        });
      assert.equal((await run(request(7))).cause, 'confirmed');
      assert.equal((await run(request(6))).cause, 'unconfirmed');
      assert.equal((await run(request(7))).counterexample.exception?.className, 'ZeroDivisionError');
    });

    it('says when a state was set directly', async () => {
      const found = await run(
        scenario({
          text: CLOCK,
          owner: 'Clock',
          name: 'hidden',
          params: [],
          result: { name: 'r', clauses: ['r > 0'] },
          receiver: object('Clock', { '@hidden': integer(-5) }),
          args: {},
          breaks: 'r > 0',
        }),
      );
      assert.equal(found.cause, 'unreached-state', found.reason ?? undefined);
      assert.match(found.counterexample.call, /^Clock\.allocate/);
    });

    it('confirms nil where the method says that there is none', async () => {
      const found = await run(
        scenario({
          text: 'def pick(a)\n  a[0] + 1\nend\n',
          name: 'pick',
          params: [{ name: 'a', clauses: [] }],
          result: null,
          args: { a: { kind: 'array', id: 'a1', elements: [{ kind: 'nil' }] } },
          kind: 'non-nil',
          line: 1,
        }),
      );
      assert.equal(found.cause, 'confirmed', found.reason ?? undefined);
      assert.equal(found.counterexample.call, 'pick([nil])');
    });

    it('keeps two names of one object one object', async () => {
      const found = await run(
        scenario({
          text: 'def swap(a, b)\n  a << 1\n  b\nend\n',
          name: 'swap',
          params: [
            { name: 'a', clauses: [] },
            { name: 'b', clauses: [] },
          ],
          result: { name: 'r', clauses: ['r.size == old(b.size)'] },
          args: { a: { kind: 'array', id: 'a1', elements: [] }, b: { kind: 'again', id: 'a1' } },
          breaks: 'r.size == old(b.size)',
        }),
      );
      assert.equal(found.cause, 'confirmed', found.reason ?? undefined);
      assert.equal(found.counterexample.call, 'array1 = []; swap(array1, array1)');
    });

    it('says why a file could not be run', async () => {
      const found = await run(
        scenario({
          text: "require 'nowhere_to_be_found'\nclass Foo < Nowhere::Base\n  def bar = 1\nend\n",
          owner: 'Foo',
          name: 'bar',
          params: [],
          result: { name: 'r', clauses: ['r > 1'] },
          receiver: object('Foo', {}),
          args: {},
          breaks: 'r > 1',
        }),
      );
      assert.equal(found.cause, 'unconfirmed', found.reason ?? undefined);
      assert.match(found.reason ?? '', /uninitialized constant Nowhere/);
      assert.match(found.reason ?? '', /nowhere_to_be_found is not available/);
    });

    it('runs a method of a script that ends itself at the top level', async () => {
      const found = await run(
        scenario({
          text: "require 'nowhere_to_be_found'\ndef one = 1\nputs gets.to_s\nexit 3\n",
          name: 'one',
          params: [],
          result: { name: 'r', clauses: ['r > 1'] },
          args: {},
          breaks: 'r > 1',
        }),
      );
      assert.equal(found.cause, 'confirmed', found.reason ?? undefined);
    });
  });
}
