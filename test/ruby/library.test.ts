/** The Ruby library: annotated programs run unchanged; with LOUPE=check a violation names the side to blame. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itNeeds, RUBY } from '../harness/requirements';
import { hostForTests, NEVER } from '../harness/rubyForTests';

const PROGRAM = `require 'rdl'
type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }', :pure, modifies: {}
def incr_sec(x) = x == 58 ? 0 : x + 1
class Clock
  extend RDL::Annotate
  var_type :@sec, 'Integer s { 0 <= s < 60 }'
  invariant { @sec != 13 }
  type '(Integer s) -> self'
  def initialize(s) = @sec = s
  type '(Integer by { by >= 0 }) -> Integer r { r == old(@sec) + by }'
  def tick(by) = @sec += by
  def reset = @sec = 70
  rdl_type '(Integer) -> Clock'
  def self.at(s) = new(s)
  type :each_up_to, '(Integer n) { (Integer i { i > 0 }) -> %bool } -> Integer'
  def each_up_to(n)
    n.times { |i| invariant { i >= 0 }; yield i }
    n
  end
  type '(Integer) -> Integer'
  type '(String) -> String'
  def same(x) = x == 7 ? '7' : x
  attr_accessor_type :name, 'String'
  type '(a: Integer, b: ?Integer v { v > a }) -> Integer'
  def kw(a:, b: 1) = a + b
  type '(*Integer) -> Integer'
  def sum(*a) = a.sum
  type '({ (Integer) -> Integer }) -> Integer'
  def apply(f) = f.call('x')
  pre(:positive) { |x| x > 0 }
  def positive(x) = x
  post { |r, x| r > x }
  def up(x) = x
  type '(Integer a, Integer b { a > 0 ==> b > 0 }) -> Array<Integer> r { (0...r.size).all? { |i| r[i] >= a } }'
  def both(a, b) = [a, b]
  type '(Integer) -> Integer'
  private def secret(x) = x
end
class Own
  def self.type = 42
  def type(x) = x
end
RDL.type Clock, :reset, '() -> Integer'
Loupe.type 'Clock', 'self.later', '(Integer) -> Clock'
type_alias '%num', 'Integer'
rdl_do_verify :later
`;

/** Expression, value without checks, message (or value) with them. */
const CASES: readonly (readonly [string, string, RegExp])[] = [
  ['incr_sec(5)', '6', /^6$/],
  ['incr_sec(59)', '60', /incr_sec: 0 <= r < 60 is false for the result 60; the method itself is to blame \(.*:3\)/],
  ['incr_sec(60)', '61', /incr_sec: 0 <= x < 60 is false for x = 60; its caller is to blame/],
  ['incr_sec(1.5)', '2.5', /x is 1.5, not Integer; its caller/],
  ['Clock.new(5).tick(3)', '8', /^8$/],
  ['Clock.new(5).tick(-1)', '4', /by >= 0 is false for by = -1; its caller/],
  ['Clock.new(5).tick(8)', '13', /the invariant of Clock is false; the method itself/],
  ['Clock.new(5).tick(80)', '85', /@sec is 85, not Integer s { 0 <= s < 60 }; the method itself is to blame \(.*:11\)/],
  ['Clock.new(5).reset', '70', /Clock#reset: @sec is 70/],
  ['Clock.at("x").class', 'Clock', /Clock.at: an argument is "x", not Integer/],
  ['Clock.at(3).class', 'Clock', /^Clock$/],
  ['Clock.new(1).each_up_to(2) { |i| true }', '2', /in its block, i > 0 is false for i = 0; the method itself/],
  ['Clock.new(1).each_up_to(0) { |i| true }', '0', /^0$/],
  ['Clock.new(1).same("a")', '"a"', /^"a"$/],
  ['Clock.new(1).same(7)', '"7"', /the result is "7", not Integer; the method itself/],
  ['Clock.new(1).same(:a)', ':a', /no signature takes these arguments/],
  ['Clock.new(1).name = 5', '5', /an argument is 5, not String/],
  ['Clock.new(1).kw(a: 1)', '2', /^2$/],
  ['Clock.new(1).kw(a: 1, b: 0)', '1', /v > a is false for b = 0; its caller/],
  ['Clock.new(1).sum(1, 2)', '3', /^3$/],
  ['Clock.new(1).sum(1, 2.5)', '3.5', /an argument is 2.5, not Integer/],
  ['Clock.new(1).apply(->(x) { x })', '"x"', /in its block, an argument is "x", not Integer; the method itself/],
  ['Clock.new(1).positive(0)', '0', /its precondition is false; its caller/],
  ['Clock.new(1).up(1)', '1', /its postcondition is false; the method itself/],
  ['Clock.new(1).both(1, 2)', '[1, 2]', /^\[1, 2\]$/],
  ['Clock.new(1).both(1, 0)', '[1, 0]', /a > 0 ==> b > 0 is false/],
  ['Clock.new(1).both(-1, -2)', '[-1, -2]', /is false for the result \[-1, -2\]/],
  ['Clock.new(1).secret(1)', 'private', /private method/],
  ['[Own.type, Own.new.type(1)]', '[42, 1]', /^\[42, 1\]$/],
  ['3.type_cast("Integer") + RDL.type_cast(4, "Integer")', '7', /^7$/],
];

/** All cases in one run: the value or the message of each, as JSON. */
function script(path: string): string {
  const thunks = CASES.map(([source]) => `-> { ${source} }`).join(', ');
  return `load '${path}'; JSON.generate([${thunks}].map { |t| begin; t.call.inspect; rescue StandardError => e; e.message; end })`;
}

function compare(replies: readonly string[], checked: boolean): void {
  assert.equal(replies.length, CASES.length);
  for (const [i, [source, plain, message]] of CASES.entries()) {
    if (checked) assert.match(replies[i]!, message, source);
    else if (plain === 'private') assert.match(replies[i]!, message, source);
    else assert.equal(replies[i], plain, source);
  }
}

describe('the loupe library', () => {
  const host = hostForTests();
  after(() => host.close());
  const files = [{ path: '/app.rb', text: PROGRAM }];

  for (const checked of [false, true])
    it(`${checked ? 'names the side that broke a contract' : 'does nothing by default'} (embedded Ruby)`, async () => {
      const listen = checked ? "require 'loupe/check'; " : '';
      const reply = await host.evaluate(listen + script('/workspace/app.rb'), files, NEVER);
      assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : '');
      compare(JSON.parse(reply.text) as string[], checked);
    });

  it('does not affect the methods of a program by default', async () => {
    const source =
      "load '/workspace/app.rb'; [Clock.ancestors.first, Clock.instance_method(:tick).owner, Clock.instance_method(:tick).arity].inspect";
    const reply = await host.evaluate(source, files, NEVER);
    assert.equal(reply.kind === 'value' && reply.text, '[Clock, Clock, 1]');
  });

  it('reports an invalid type and continues', async () => {
    const text = "require 'loupe/check'\nclass Odd\n  type '(Integer -> Integer'\n  def m(x) = x\nend\n";
    const reply = await host.evaluate(
      "load '/workspace/odd.rb'; Odd.new.m(1).to_s",
      [{ path: '/odd.rb', text }],
      NEVER,
    );
    assert.equal(reply.kind === 'value' && reply.text, '1');
    assert.match(reply.kind === 'value' ? reply.output : '', /odd.rb:3: cannot read the type/);
  });

  for (const checked of [false, true])
    itNeeds(RUBY, `behaves the same in an installed Ruby, LOUPE=${checked ? 'check' : ''}`, async () => {
      const library = join(__dirname, '..', '..', 'server', 'ruby', 'lib');
      const folder = mkdtempSync(join(tmpdir(), 'loupe-library-'));
      const path = join(folder, 'app.rb');
      writeFileSync(path, PROGRAM);
      const env = { ...process.env, LOUPE: checked ? 'check' : '' };
      const program = `require 'json'; print(begin; ${script(path)}; end)`;
      const text = execFileSync('ruby', ['-I', library, '-e', program], { encoding: 'utf8', env });
      rmSync(folder, { recursive: true });
      compare(JSON.parse(text) as string[], checked);
    });
});
