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

  it('--help lists every command; the help of a command lists its options', () => {
    const { status, out } = here.loupe('--help');
    assert.strictEqual(status, 0);
    for (const name of [
      'check',
      'print',
      'type-of',
      'infer',
      'coverage',
      'explain',
      'init',
      'learn',
      'audit',
      'cache',
      'lsp',
    ]) {
      assert.match(out, new RegExp(`^loupe ${name}\\b`, 'm'));
    }
    assert.match(here.loupe('check', '--help').out, /--format text\|json\|sarif\|github/);
    assert.strictEqual(here.loupe('help', 'check').out, here.loupe('check', '--help').out);
  });

  it('--version is the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
    assert.strictEqual(here.loupe('--version').out, `loupe ${version}\n`);
  });

  it('print shows each intermediate form', () => {
    const forms = {
      ril: /\(def incr_sec \(x\)/,
      typed: /3:27 .*x == 59.*: %bool|3:21 x == 59: %bool/,
      summary: /result \(nominal Integer\)/,
      lambda: /\S/,
      obligations: /postcondition:/,
      smt: /\(assert [\s\S]*\(check-sat\)/,
    };
    for (const [form, expected] of Object.entries(forms)) {
      const { status, out, err } = here.loupe('print', form, 'clock.rb', 'Clock#incr_sec');
      assert.strictEqual(err, '', form);
      assert.strictEqual(status, 0, form);
      assert.match(out, expected, form);
    }
    const { status, err } = here.loupe('print', 'smt', 'clock.rb', 'Clock#nothing');
    assert.strictEqual(err, 'loupe: no method "Clock#nothing" here; there are: Clock#incr_sec\n');
    assert.strictEqual(status, 2);
  });

  it('type-of shows the type at a position', () => {
    assert.strictEqual(here.loupe('type-of', 'clock.rb:3:37').out, 'x + 1: Integer\n');
    assert.strictEqual(here.loupe('type-of', 'clock.rb:1:1').status, 1);
    assert.strictEqual(here.loupe('type-of', 'gone.rb:1:1').status, 2);
  });

  it('explain accepts codes and names', () => {
    const byCode = here.loupe('explain', 'LP0103');
    assert.match(byCode.out, /^# LP0103: file-not-utf8/);
    assert.strictEqual(here.loupe('explain', 'file-not-utf8').out, byCode.out);
  });

  it('init writes a configuration that check accepts, once', () => {
    here.write('lib/clock.rb', SAFE);
    assert.match(here.loupe('init').out, /^wrote .loupe.yml for lib\.\n/);
    assert.match(here.loupe('init').out, /already exists/);
    const { status, out } = here.loupe('check');
    assert.match(out, /^lib\/clock\.rb\n/);
    assert.doesNotMatch(out, /^clock\.rb$/m);
    assert.strictEqual(status, 0);
  });

  it('cache counts and clears', () => {
    here.loupe('check', '--no-run');
    const count = (): number => Number(/(\d+) answers/.exec(here.loupe('cache', '--stats').out)![1]);
    assert.ok(count() > 0);
    assert.strictEqual(here.loupe('cache', '--clear').status, 0);
    assert.strictEqual(count(), 0);
    assert.strictEqual(here.loupe('cache').status, 2);
  });

  it('check --emit-tests writes a failing test', () => {
    here.write('watch.rb', UNSAFE);
    const { err } = here.loupe('check', 'watch.rb', '--emit-tests', 'test');
    assert.strictEqual(err, 'loupe: 1 test written to test\n');
    const [name] = readdirSync(join(here.folder, 'test'));
    assert.strictEqual(name, 'watch_incr_sec_test.rb');
    const text = readFileSync(join(here.folder, 'test', name!), 'utf8');
    assert.match(text, /require_relative '\.\.\/watch'/);
    assert.match(text, /x = 59\n/);
    assert.match(text, /assert\(\(r < 60\)/);
  });

  it('check --emit-tests reports where it cannot write', () => {
    here.write('watch.rb', UNSAFE);
    const { status, err } = here.loupe('check', 'watch.rb', '--emit-tests', 'watch.rb/tests');
    assert.match(err, /^loupe: cannot write tests to .*watch\.rb.tests: ENOTDIR\n$/);
    assert.strictEqual(status, 2);
    if (process.platform !== 'linux') return;
    assert.strictEqual(here.loupe('check', 'watch.rb', '--emit-tests', '/proc/nope').status, 2);
  });

  it('audit runs proved methods', () => {
    const { status, out } = here.loupe('audit', '--inputs', '40');
    assert.match(out, /✓ Clock#incr_sec {2}holds on 40 inputs\n1 proof audited: 1 held, 0 found to be wrong\.\n$/);
    assert.strictEqual(status, 0);
  });
});
