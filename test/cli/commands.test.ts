/** The other commands, help and version. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAFE, type Scratch, scratch, UNSAFE } from './loupe';

describe('loupe', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('clock.rb', SAFE);
  });
  afterEach(() => here.remove());

  it('--help lists every command; the help of a command lists its options', async () => {
    const { status, out } = await here.loupe('--help');
    assert.strictEqual(status, 0);
    for (const name of [
      'check',
      'run',
      'print',
      'type-of',
      'infer',
      'suggest',
      'convert',
      'coverage',
      'explain',
      'init',
      'learn',
      'audit',
      'cache',
      'lsp',
      'mcp',
    ]) {
      assert.match(out, new RegExp(`^loupe ${name}\\b`, 'm'));
    }
    assert.match((await here.loupe('check', '--help')).out, /--format text\|json\|sarif\|github/);
    assert.strictEqual((await here.loupe('help', 'check')).out, (await here.loupe('check', '--help')).out);
  });

  it('without arguments says how to begin and lists the commands, on one screen', async () => {
    const { status, out } = await here.loupe();
    assert.strictEqual(status, 0);
    assert.match(out, /Start with `loupe check`/);
    const listed = [...out.matchAll(/^ {2}loupe (\S+) +\S/gm)].map(([, name]) => name);
    const helped = [...(await here.loupe('--help')).out.matchAll(/^loupe ([a-z-]+)/gm)].map(([, name]) => name);
    assert.deepStrictEqual(listed, helped.slice(0, -1), 'the last line of the help is about help itself');
    assert.ok(out.split('\n').length <= 24 && out.split('\n').every(line => line.length <= 92), out);
  });

  it('init --agents adds its paragraph to AGENTS.md once', async () => {
    here.write('AGENTS.md', '# Agents\nBe kind.');
    assert.strictEqual((await here.loupe('init', '--agents')).out, 'added a paragraph to AGENTS.md.\n');
    const text = readFileSync(join(here.folder, 'AGENTS.md'), 'utf8');
    assert.match(text, /^# Agents\nBe kind\.\n\n## Types: Loupe\n/);
    assert.match((await here.loupe('init', '--agents')).out, /was not changed/);
    assert.strictEqual(readFileSync(join(here.folder, 'AGENTS.md'), 'utf8'), text);
  });

  it('--version is the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
    assert.strictEqual(here.loupeProcess('--version').out, `loupe ${version}\n`);
  });

  it('print shows each intermediate form', async () => {
    const forms = {
      ril: /\(def incr_sec \(x\)/,
      typed: /3:27 .*x == 59.*: %bool|3:21 x == 59: %bool/,
      summary: /result \(nominal Integer\)/,
      lambda: /\S/,
      obligations: /postcondition:/,
      smt: /\(assert [\s\S]*\(check-sat\)/,
    };
    for (const [form, expected] of Object.entries(forms)) {
      const { status, out, err } = await here.loupe('print', form, 'clock.rb', 'Clock#incr_sec');
      assert.strictEqual(err, '', form);
      assert.strictEqual(status, 0, form);
      assert.match(out, expected, form);
    }
    const { status, err } = await here.loupe('print', 'smt', 'clock.rb', 'Clock#nothing');
    assert.strictEqual(err, 'loupe: no method "Clock#nothing" here; there are: Clock#incr_sec\n');
    assert.strictEqual(status, 2);
  });

  it('type-of shows the type at a position', async () => {
    assert.strictEqual((await here.loupe('type-of', 'clock.rb:3:37')).out, 'x + 1: Integer\n');
    assert.strictEqual((await here.loupe('type-of', 'clock.rb:1:1')).status, 1);
    assert.strictEqual((await here.loupe('type-of', 'gone.rb:1:1')).status, 2);
  });

  it('explain accepts codes and names', async () => {
    const byCode = await here.loupe('explain', 'LP0103');
    assert.match(byCode.out, /^# LP0103: file-not-utf8/);
    assert.strictEqual((await here.loupe('explain', 'file-not-utf8')).out, byCode.out);
  });

  it('init writes a configuration that check accepts, once', async () => {
    here.write('lib/clock.rb', SAFE);
    assert.match((await here.loupe('init')).out, /^wrote .loupe.yml for lib\.\n/);
    assert.match((await here.loupe('init')).out, /already exists/);
    const { status, out } = await here.loupe('check');
    assert.match(out, /^lib\/clock\.rb\n/);
    assert.doesNotMatch(out, /^clock\.rb$/m);
    assert.strictEqual(status, 0);
  });

  it('cache counts and clears', async () => {
    await here.loupe('check', '--no-run');
    const count = async (): Promise<number> =>
      Number(/(\d+) answers/.exec((await here.loupe('cache', '--stats')).out)![1]);
    assert.ok((await count()) > 0);
    assert.strictEqual((await here.loupe('cache', '--clear')).status, 0);
    assert.strictEqual(await count(), 0);
    assert.strictEqual((await here.loupe('cache')).status, 2);
  });

  it('check --emit-tests writes a failing test', async () => {
    here.write('watch.rb', UNSAFE);
    const { err } = await here.loupe('check', 'watch.rb', '--emit-tests', 'test');
    assert.strictEqual(err, 'loupe: 1 test written to test\n');
    const [name] = readdirSync(join(here.folder, 'test'));
    assert.strictEqual(name, 'watch_incr_sec_test.rb');
    const text = readFileSync(join(here.folder, 'test', name!), 'utf8');
    assert.match(text, /require_relative '\.\.\/watch'/);
    assert.match(text, /x = 59\n/);
    assert.match(text, /assert\(\(r < 60\)/);
  });

  it('check --emit-tests reports where it cannot write', async () => {
    here.write('watch.rb', UNSAFE);
    const { status, err } = await here.loupe('check', 'watch.rb', '--emit-tests', 'watch.rb/tests');
    assert.match(err, /^loupe: cannot write tests to .*watch\.rb.tests: ENOTDIR\n$/);
    assert.strictEqual(status, 2);
    if (process.platform !== 'linux') return;
    assert.strictEqual((await here.loupe('check', 'watch.rb', '--emit-tests', '/proc/nope')).status, 2);
  });

  it('audit runs proved methods', async () => {
    const { status, out } = await here.loupe('audit', '--inputs', '40');
    assert.match(out, /✓ Clock#incr_sec {2}holds on 40 inputs\n1 proof audited: 1 held, 0 found to be wrong\.\n$/);
    assert.strictEqual(status, 0);
  });

  it('audit --inferred compares runs with inferred types', async () => {
    here.write('box.rb', 'class Box\n  def initialize(v) = @v = v\n  def next = @v + 1\nend\nBox.new(3).next\n');
    const { status, out } = await here.loupe('audit', 'box.rb', '--inferred', '--inputs', '10');
    assert.match(out, /✓ Box#next {2}holds on 10 inputs\n2 inferred signatures audited: 2 held, 0 contradicted\.\n$/);
    assert.strictEqual(status, 0);
  });
});
