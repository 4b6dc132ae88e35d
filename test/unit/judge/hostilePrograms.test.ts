/**
 * Replays of programs that try to break out: the method of a counterexample does each of these things. The run ends
 * with a message, nothing leaves the sandbox, and the next replay works as usual.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { classify } from '../../../server/src/judge/replayClassify';
import { replayScript } from '../../../server/src/judge/replayScript';
import type { ReplayResult } from '../../../server/src/proof/replay';
import { hostForTests, NEVER } from '../../harness/rubyForTests';
import { integer, scenario } from '../../harness/scenario';

const ENDLESS = /^it takes too much work$/;

/** What the method does, and the message: why it could not be run, or how it ended. */
const HOSTILE: readonly (readonly [name: string, body: string, said: RegExp])[] = [
  ['an endless loop without a step', '1 while true', ENDLESS],
  ['an empty loop', 'while true\n  end', ENDLESS],
  ['a regexp that tries all ways', '("a" * 40 + "c!") =~ /\\A(x?)(?:a|aa|\\1a)*c\\z/', ENDLESS],
  ['a range without an end', '(1..).sum(&:itself)', ENDLESS],
  ['memory bomb', 'a = []; loop { a << "x" * 1_000_000 }', /memory/i],
  ['exit', 'exit 1', /SystemExit/],
  ['exit!', 'exit!(3)', /ended itself/],
  ['abort', 'abort "no"', /SystemExit/],
  ['raise SystemExit', 'raise SystemExit', /SystemExit/],
  ['deep recursion', 'work(x)', /SystemStackError|stack/],
  ['a write to disk', 'File.write("/etc/loupe", "x"); raise "written"', /Errno::E/],
  ['a write into the workspace', 'File.write(__FILE__, "changed"); raise "only here"', /RuntimeError: only here/],
  ['a read outside of the workspace', 'raise File.read("/etc/passwd")', /Errno::ENOENT/],
  ['a socket', 'require "socket"; TCPSocket.new("127.0.0.1", 80)', /LoadError/],
  ['net/http', 'require "net/http"', /LoadError/],
  ['fork', 'fork { 1 }', /NotImplementedError/],
  ['a command', 'raise `id`', /Errno::ENOENT/],
  [
    'the JavaScript outside',
    'require "js"; raise JS.eval("return process.pid").to_s',
    /LoadError: cannot load such file -- js/,
  ],
  ['a thread', 'Thread.new { loop {} }.join', /NotImplementedError: no threads/],
  [
    'ObjectSpace tricks',
    'ObjectSpace.each_object(Class) { |c| c.class_eval { def ==(o) = true } rescue nil }; raise "done"',
    /done|could|damaged|Error/,
  ],
  ['a method that rescues everything', 'begin; 1 while true; rescue Exception; retry; end', ENDLESS],
];

function words(result: ReplayResult): string {
  if (result.kind === 'could-not-run') return result.why;
  return result.outcome.type === 'raised'
    ? `${result.outcome.className}: ${result.outcome.message}`
    : `returned ${result.outcome.shown}`;
}

/** Programs without end that take steps: a limit of work stops them, not a clock. */
const STEPPING: Readonly<Record<string, string>> = {
  'a loop': 'loop { y = 1 }',
  'a loop with an empty block': 'loop {}',
  'a while': 'while true\n    y = 1\n  end',
  'a loop that rescues everything': 'loop { begin; loop { y = 1 }; rescue Exception; y = 2; end }',
  'a loop in an ensure': 'begin; 1.fdiv(nil); ensure; loop { y = 1 }; end',
};

describe('a hostile program, replayed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-hostile-'));
  const patient = hostForTests({ timeoutMs: 8000, root: folder });
  /** For programs that use the processor until their time is over. */
  const impatient = hostForTests({ timeoutMs: 2500, mostWork: Number.MAX_SAFE_INTEGER, root: folder });
  /** For programs that never end and take no steps. */
  const thrifty = hostForTests({ timeoutMs: 600_000, mostWork: 20_000_000, root: folder });
  const unhurried = hostForTests({ timeoutMs: 600_000, mostSteps: 10_000, root: folder });
  let host = patient;
  const replay = async (text: string): Promise<ReplayResult> => {
    const request = await scenario({ text, key: '#work', args: { x: integer(1) }, breaks: 'r > x' });
    const result = await host.replay(replayScript(request)!, NEVER);
    assert.notEqual(classify(request, result).cause, 'confirmed');
    return result;
  };
  const program = (body: string): string =>
    `require 'loupe'\ntype '(Integer x) -> Integer r { r > x }'\ndef work(x)\n  ${body}\n  x + 1\nend\n`;

  before(() => writeFileSync(join(folder, 'kept.rb'), '1\n'));
  after(async () => {
    await Promise.all([patient, impatient, thrifty, unhurried].map(each => each.close()));
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    assert.equal(words(await replay(program('y = 1'))), 'returned 2');
    assert.deepEqual(readdirSync(folder), ['kept.rb']);
    assert.equal(existsSync('/etc/loupe'), false);
    host = patient;
  });

  for (const [name, body, said] of HOSTILE)
    it(name, async () => {
      if (said === ENDLESS) host = thrifty;
      assert.match(words(await replay(program(body))), said);
    });

  for (const [name, body] of Object.entries(STEPPING))
    it(`ends after a number of steps: ${name}`, async () => {
      host = unhurried;
      const result = await replay(program(body));
      assert.equal(words(result), 'it takes more than 10000 steps');
      assert.equal(result.timedOut, undefined);
    });

  it('a file that takes too many steps to load keeps what it has defined', async () => {
    host = unhurried;
    const result = await replay(`${program('y = 1')}loop { y = 1 }\ndef work(x) = x\n`);
    assert.equal(words(result), 'returned 2');
  });

  it('a file that takes too many steps before it defines the method is named', async () => {
    host = unhurried;
    const result = await replay(`loop { y = 1 }\n${program('y = 1')}`);
    assert.match(words(result), /is not there after loading .* it takes more than 10000 steps/);
    assert.equal(result.timedOut, undefined);
  });

  it('a file that does too much work is skipped at once', async () => {
    host = thrifty;
    const result = await replay(`${program('y = 1')}1 while true\n`);
    assert.match(words(result), /given up: it takes too much work/);
    assert.equal(result.timedOut, undefined);
  });

  it('a file that never finishes loading is tried twice, and then skipped', async () => {
    host = impatient;
    const endless = `${program('y = 1')}1 while true\n`;
    assert.match(words(await replay(endless)), /^loading .*: it did not end within/);
    assert.match(words(await replay(endless)), /given up: it did not end within/);
    // A changed file is tried again.
    assert.equal(words(await replay(`${endless}`.replace('1 while true', '1'))), 'returned 2');
  });

  it('a patched Integer: the program runs unchanged, and the report is complete', async () => {
    const patched = `class Integer\n  def +(other) = 42\n  def to_s(*) = 'no number'\nend\n${program('y = 1')}`;
    assert.equal(words(await replay(patched)), 'returned 42');
  });
});
