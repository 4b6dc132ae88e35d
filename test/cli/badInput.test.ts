/** Invalid input of the command line: each kind has one clear line, its exit status, and no stack trace. */
import assert from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itNeeds, NOT_ROOT, ordinaryUser } from '../harness/requirements';
import { CLI, type Outcome, SAFE, type Scratch, scratch } from './loupe';

function oneLine({ err, out }: Outcome): string {
  assert.strictEqual(out, '');
  const lines = err.trimEnd().split('\n');
  assert.strictEqual(lines.length, 1, err);
  return lines[0]!;
}

describe('bad input', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('good.rb', SAFE);
  });
  afterEach(() => here.remove());

  it('a path that does not exist', async () => {
    const outcome = await here.loupe('check', 'nowhere/at_all.rb');
    assert.strictEqual(oneLine(outcome), 'loupe: no such file or folder: nowhere/at_all.rb');
    assert.strictEqual(outcome.status, 2);
  });

  it('an unknown option, command, value', async () => {
    assert.strictEqual(
      oneLine(await here.loupe('check', '--fromat', 'json')),
      'loupe: unknown option --fromat; did you mean --format?',
    );
    assert.match(oneLine(await here.loupe('chekc')), /^loupe: unknown command "chekc"; did you mean "check"\?/);
    assert.match(
      oneLine(await here.loupe('check', '--format', 'xml')),
      /--format is one of text, json, sarif, [a-z, ]*, not "xml"/,
    );
    assert.match(oneLine(await here.loupe('check', '--jobs', 'many')), /--jobs is a whole number, not "many"/);
    assert.match(oneLine(await here.loupe('check', '--jobs')), /--jobs needs a value/);
    assert.match(oneLine(await here.loupe('explain', 'LP4999')), /no problem is called "LP4999"/);
    assert.match(oneLine(await here.loupe('print', 'ast', 'good.rb')), /print one of ril, typed/);
    assert.match(oneLine(await here.loupe('type-of', 'good.rb')), /a place is FILE:LINE:COL/);
    assert.strictEqual((await here.loupe('check', '--fromat')).status, 2);
  });

  it('a broken configuration', async () => {
    here.write('.loupe.yml', 'inclde:\n  - "**/*.rb"\n');
    const outcome = await here.loupe('check');
    assert.match(oneLine(outcome), /^loupe: \.loupe\.yml:1:1: .*inclde.*include/);
    assert.strictEqual(outcome.status, 2);
    assert.match(oneLine(await here.loupe('check', '--config', 'other.yml')), /cannot read other\.yml: no such file$/);
  });

  it('a configuration that is a folder, or never ends', async function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(join(here.folder, '.loupe.yml'));
    assert.strictEqual(oneLine(await here.loupe('check')), 'loupe: cannot read .loupe.yml: it is a folder');
    rmdirSync(join(here.folder, '.loupe.yml'));
    symlinkSync('/dev/zero', join(here.folder, '.loupe.yml'));
    const outcome = await here.loupe('check');
    assert.strictEqual(oneLine(outcome), 'loupe: cannot read .loupe.yml: it is not a regular file');
    assert.strictEqual(outcome.status, 2);
  });

  it('a pipe, and links out of the folder', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [join(here.folder, 'pipe.rb')]);
    assert.match((await here.loupe('check', 'pipe.rb')).out, /^pipe\.rb: error LP0102: .*it is not a regular file/);
    symlinkSync(tmpdir(), join(here.folder, 'elsewhere'));
    const { out, err } = await here.loupe('check');
    assert.match(out, /^1 file, 1 method: 1 safe/m);
    assert.match(err, /^loupe: .*elsewhere was skipped: it links to a place outside of \.\n$/);
  });

  it('a configuration that chooses programs to start', async function () {
    if (process.platform === 'win32') this.skip();
    const started = join(here.folder, 'started');
    here.write('bin/z3', `#!/bin/sh\n: > ${started}\n`);
    chmodSync(join(here.folder, 'bin/z3'), 0o755);
    const other = scratch({ PATH: join(here.folder, 'bin') });
    try {
      other.write('good.rb', SAFE);
      other.write('.loupe.yml', 'solver: native\n');
      const { out, err } = await other.loupe('check', '--no-run');
      assert.match(out, /1 safe/);
      assert.strictEqual(err, 'loupe: .loupe.yml sets `solver`, which only the user may set: use --solver\n');
      assert.ok(!existsSync(started));
      await other.loupe('check', '--no-run', '--solver', 'native');
      assert.ok(existsSync(started), 'the program is found if the user wants it');
    } finally {
      other.remove();
    }
  });

  it('output that cannot be written', function () {
    if (process.platform !== 'linux') this.skip();
    const full = openSync('/dev/full', 'w');
    try {
      const run = spawnSync(process.execPath, [CLI, '--help'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
      assert.strictEqual(run.stderr, 'loupe: the output could not be written: ENOSPC\n');
      assert.strictEqual(run.status, 74);
    } finally {
      closeSync(full);
    }
  });

  it('escape sequences in sources and file names', () => {
    here.write('evil\u001b[2J.rb', 'type "() -> \u001b[8mInteger"\ndef f = 1\n');
    const { out, err } = here.loupeProcess('check', '--no-run');
    assert.match(out, /evil␛\[2J\.rb/);
    assert.ok(!`${out}${err}`.includes('\u001b'));
  });

  it('a file that is not UTF-8', async () => {
    here.write('latin.rb', Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    const { status, out, err } = await here.loupe('check');
    assert.match(out, /^latin\.rb: error LP0103: the file is not UTF-8: byte 3 /);
    assert.match(out, /✓ Clock#incr_sec/);
    assert.strictEqual(err, '');
    assert.strictEqual(status, 1);
  });

  itNeeds(NOT_ROOT, 'an unreadable file', async () => {
    here.write('secret.rb', SAFE);
    chmodSync(join(here.folder, 'secret.rb'), 0);
    chmodSync(here.folder, 0o777);
    const { status, out } = here.loupeAs(ordinaryUser(), 'check');
    assert.match(out, /^secret\.rb: error LP0102: the file cannot be read: EACCES/);
    assert.strictEqual(status, 1);
  });

  it('an empty file', async () => {
    here.write('empty.rb', '');
    const { status, out } = await here.loupe('check');
    assert.match(out, /2 files, 1 method: 1 safe\./);
    assert.strictEqual(status, 0);
  });

  it('a file of 10 MB', async () => {
    const method = 'def name; :value; end\n';
    here.write('large.rb', `class Large\n${method.repeat(Math.ceil((10 * 1024 * 1024) / method.length))}end\n`);
    const { status, err, out } = await here.loupe('check', 'large.rb', '--no-run');
    assert.strictEqual(err, '');
    assert.match(out, /1 file, /);
    assert.ok(status === 0 || status === 1);
  });

  it('a file beyond the size limit', async () => {
    here.write('huge.rb', Buffer.alloc(21 * 1024 * 1024, 0x20));
    const { status, out } = await here.loupe('check', 'huge.rb');
    assert.match(out, /^huge\.rb: error LP0104: the file is too large: 21 MB; the limit is 20 MB/);
    assert.strictEqual(status, 1);
  });

  it('a broken type string', async () => {
    here.write('typo.rb', "class Typo\n  type '(Integer x -> Integer'\n  def m(x) = x\nend\n");
    const { status, out, err } = await here.loupe('check', 'typo.rb');
    assert.match(out, /^typo\.rb:2:\d+: error LP2\d\d\d: /);
    assert.strictEqual(err, '');
    assert.strictEqual(status, 1);
  });

  it('2,000 levels of nesting', async () => {
    const depth = 2000;
    here.write(
      'deep.rb',
      `class Deep\n  ##% () -> Integer\n  def m\n    ${'('.repeat(depth)}1${')'.repeat(depth)}\n  end\nend\n`,
    );
    here.write('deeper.rb', `def n\n${'if true\n'.repeat(depth)}1\n${'end\n'.repeat(depth)}end\n`);
    const { status, err } = await here.loupe('check');
    assert.strictEqual(err, '');
    assert.ok(status === 0 || status === 1);
  });

  it('a file that disappears before it is read', async () => {
    for (let i = 0; i < 400; i++)
      here.write(`many/a${String(i).padStart(3, '0')}.rb`, SAFE.replace('Clock', `Clock${i}`));
    here.write('many/zz_last.rb', SAFE.replace('Clock', 'Last'));
    // The list of files is built first and read one by one: the last one is gone by then, or was never listed.
    const run = here.start('check', '--no-run', 'many');
    let out = '';
    run.stdout?.on('data', chunk => {
      out += String(chunk);
    });
    await new Promise(done => setTimeout(done, 300));
    unlinkSync(join(here.folder, 'many/zz_last.rb'));
    const status = await new Promise<number | null>(done => run.on('exit', done));
    const gone = /zz_last\.rb: error LP0101: the file disappeared before it could be read/.test(out);
    assert.strictEqual(status, gone ? 1 : 0);
  });
});
