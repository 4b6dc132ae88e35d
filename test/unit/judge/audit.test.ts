/** The audit passes for methods that satisfy their contracts, and fails for wrong "proofs". */
import assert from 'node:assert/strict';
import { type AuditReport, auditScript, readAudit } from '../../../server/src/judge/audit';
import { methodByKey } from '../../../server/src/program/lookup';
import { NO_EFFORT } from '../../../server/src/proof/effort';
import type { Caveat } from '../../../server/src/proof/obligation';
import type { Verdict } from '../../../server/src/proof/verdict';
import { resolve } from '../../../server/src/resolve/resolve';
import { readRuby } from '../../harness/program';
import { hostForTests, NEVER } from '../../harness/rubyForTests';

const PROGRAM = `require 'loupe'
type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
def incr_sec(x) = x == 59 ? 0 : x + 1

type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
def off_by_one(x) = x == 58 ? 0 : x + 1

type '(Integer a, Integer b { b != 0 }) -> Integer r { r * b <= a }'
def divide(a, b) = a / b

type '(Integer a, Integer b) -> Integer'
def careless(a, b) = 100 / (a - b)

type '(Array<Integer> a) -> Integer or nil r { a.empty? ==> r.nil? }'
def last(a) = a[a.size - 1]

type '(Array<Integer> a { a.size > 0 }) -> Integer r { a.all? { |e| e <= r } }'
def largest(a) = a.max

type '(Float x) -> Float r { r - x == 0.1 }'
def tenth(x) = x + 0.1

type '(Integer x { x > 0 }) -> Integer r { r > 0 }'
def checked(x)
  raise ArgumentError if x > 40
  x
end

type :elsewhere, '() -> Integer'
type '() -> Integer'
def asks_elsewhere = elsewhere
type '(Integer x) -> Integer r { r > 0 }'
def liar(x) = x
type '(Integer x) -> Integer r { r > 0 }'
def believes(x) = liar(x)

type '(Integer x) -> Integer r { r == x }'
type '(String x) -> Integer r { r == x.size }'
def either(x) = x.is_a?(Integer) ? x : x.size

module Priced
  type :price, '() -> Integer p { p > 0 }'
end
class Right
  include Priced
  def price = 5
end
class Wrong
  include Priced
  def price = 0
end
type '(Wrong w) -> Integer'
def asks_wrong(w) = 100 / w.price

class Account
  var_type :@balance, 'Integer b { b >= 0 }'
  type '(Integer b { b >= 0 }) -> self'
  def initialize(b) = @balance = b
  type '(Integer n { n > 0 }) -> Integer r { r == old(@balance) + n }'
  def deposit(n) = @balance += n
  type '(Integer n { n > 0 }) -> Integer'
  def withdraw(n) = @balance -= n
  type '(Account other) -> %bool'
  def same?(other) = other.balance == @balance
  attr_reader :balance
  type '(a: Integer, b: ?Integer) -> Integer r { r >= a }'
  def keys(a:, b: 0) = a + b.abs
  type '(*Integer) -> Integer'
  def sum(*all) = all.sum
end
`;

describe('the audit of proved methods', () => {
  const host = hostForTests();
  after(() => host.close());

  const audit = async (
    key: string,
    caveats: readonly Caveat[] = [],
    mayRaise: readonly string[] = [],
  ): Promise<AuditReport> => {
    const path = '/project/audited.rb';
    const { value: program } = resolve([await readRuby(PROGRAM, path)], null);
    const verdict = safeVerdict(key, caveats, mayRaise);
    const files = [{ path, text: PROGRAM }];
    const script = auditScript({
      program,
      method: methodByKey(program, key)!,
      verdict,
      files,
      line: null,
      wanted: 200,
      inputs: { count: 2400, part: 0 },
    });
    assert.ok(script);
    const reply = await host.evaluate(script.source, script.files, NEVER);
    assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : '');
    return readAudit(reply.text, verdict);
  };

  for (const key of [
    '#incr_sec',
    '#last',
    '#largest',
    '#checked',
    'Account#deposit',
    'Account#same?',
    'Account#keys',
    'Account#sum',
    'Account#initialize',
  ])
    it(`passes: ${key}`, async () => {
      const report = await audit(key, [], ['ArgumentError']);
      assert.equal(report.couldNotRun, null);
      assert.deepEqual(report.findings, []);
      assert.equal(report.ran, 200);
    });

  for (const [key, what] of [
    ['#off_by_one', /r < 60/],
    ['#careless', /ZeroDivisionError/],
    ['#divide', /r \* b <= a/],
    ['Account#withdraw', /b >= 0/],
  ] as const)
    it(`fails: ${key}`, async () => {
      const report = await audit(key);
      assert.ok(report.findings.length > 0);
      assert.match(report.findings[0]!.what, what);
      assert.equal(report.findings[0]!.kind, 'unsound');
    });

  it('does not blame a proof for its assumptions', async () => {
    const caveats: readonly Caveat[] = [{ type: 'assuming', what: '#liar', because: 'is unsafe' }];
    const believing = await audit('#believes', caveats);
    assert.deepEqual(believing.findings, []);
    assert.deepEqual(believing.assumptionsBroken, ['#liar']);
    assert.ok(believing.ran > 0);
    const report = await audit('#asks_elsewhere');
    assert.deepEqual(report.findings, []);
    assert.equal(report.ran, 0);
  });

  it('blames a proof for what its verdict does not name', async () => {
    for (const caveats of [[], [{ type: 'assuming', what: '#elsewhere', because: 'has no visible body' }]] as const)
      assert.match((await audit('#believes', caveats)).findings[0]?.what ?? '', /r > 0/);
  });

  it('checks each signature separately', async () => {
    const report = await audit('#either');
    assert.deepEqual(report.findings, []);
    assert.equal(report.ran, 200);
  });

  it('checks a method against the contract of a module', async () => {
    assert.deepEqual((await audit('Right#price')).findings, []);
    assert.match((await audit('Wrong#price')).findings[0]?.what ?? '', /p > 0/);
  });

  it('excuses a run by the host that the verdict names, and by no other', async () => {
    const assuming = (what: string): readonly Caveat[] => [{ type: 'assuming', what, because: 'is not checked' }];
    const report = await audit('#asks_wrong', assuming('Wrong#price'));
    assert.deepEqual([report.findings, report.assumptionsBroken], [[], ['Wrong#price']]);
    assert.match((await audit('#asks_wrong', assuming('Right#price'))).findings[0]?.what ?? '', /ZeroDivisionError/);
  });

  it('lists violations by floats only separately', async () => {
    const report = await audit('#tenth', [{ type: 'reals' }]);
    assert.equal(report.findings[0]?.kind, 'float-gap');
  });

  it('reports what could not be run', async () => {
    const verdict = safeVerdict('#last', [], []);
    assert.deepEqual(readAudit('{"couldNotRun":"no such method"}', verdict).couldNotRun, 'no such method');
    assert.match(readAudit('nonsense', verdict).couldNotRun ?? '', /damaged/);
  });
});

function safeVerdict(key: string, caveats: readonly Caveat[], mayRaise: readonly string[]): Verdict {
  return {
    key,
    status: 'safe',
    caveats,
    obligations: [],
    notModelled: [],
    message: null,
    mayRaise,
    assumptions: [],
    invariants: [],
    effort: NO_EFFORT,
  };
}
