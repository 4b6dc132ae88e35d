/**
 * `loupe learn -- COMMAND` when something is wrong with the machine, the traces or the profile: a message says what, the command
 * has its own output and status, and what was learned before is kept.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scratch, scratch } from '../cli/loupe';
import { describeNeeds, RUBY } from '../harness/requirements';

const TWICE = 'module Twice\n  def self.of(number) = number * 2\nend\n';
const RUN = "require './lib/twice'\nputs Twice.of(2)\n$stdout.flush\n";
const FOLDER = "folder = ENV.fetch('LOUPE_LEARN')\n";

describeNeeds(RUBY, 'loupe learn with bad input', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('lib/twice.rb', TWICE);
  });
  afterEach(() => here.remove());

  const profile = (): string => join(here.folder, '.loupe', 'profile.json');

  /** The command prints 4 and ends with status 5, whatever happens. */
  const learn = (more = '', before = ''): string => {
    here.write('run.rb', `${before}${RUN}${more}\nexit 5\n`);
    const { status, out, err } = here.loupeProcess('learn', '--', 'ruby', 'run.rb');
    assert.deepEqual([status, out], [5, '4\n'], err);
    assert.doesNotMatch(err, /internal error/);
    return err;
  };

  const calls = (): number => {
    const { methods } = JSON.parse(here.loupeProcess('learn', '--show', '--format', 'json').out);
    return methods[0]?.calls ?? 0;
  };

  it('a temporary folder that cannot be written', () => {
    const other = here;
    here = scratch({ TMPDIR: join(other.folder, 'nowhere') });
    other.remove();
    here.write('lib/twice.rb', TWICE);
    assert.match(learn(), /nothing is recorded: the temporary folder cannot be written: ENOENT/);
  });

  it('a command that deletes what was recorded, before or after', () => {
    const remove = "require 'fileutils'\nFileUtils.rm_rf(ENV.fetch('LOUPE_LEARN'))\n";
    assert.match(learn(remove), /what was recorded is lost: the temporary folder cannot be read: ENOENT/);
    assert.match(learn('', remove), /what was recorded is lost/);
  });

  it('traces that are forged, truncated, huge or no files', () => {
    const err = learn(`${FOLDER}
      run = File.readlines("#{folder}/index").first.chomp
      File.write("#{folder}/trace-1-1", "garbage\\n")
      File.write("#{folder}/trace-1-2", "loupe-trace 1\\nrun\\tother\\nend\\n")
      File.write("#{folder}/trace-1-3", "loupe-trace 1\\nrun\\t#{run}\\nruby\\truby\\t3.1.2\\ncall\\t99\\t\\t0\\t0\\t1\\t\\n")
      File.symlink('/etc/passwd', "#{folder}/trace-1-4")
      File.symlink("#{folder}/trace-1-5", "#{folder}/trace-1-5")
      File.mkfifo("#{folder}/trace-1-6")
      Dir.mkdir("#{folder}/trace-1-7")
      File.open("#{folder}/trace-1-8", 'w') { |file| file.truncate(70_000_000) }
    `);
    assert.match(err, /it is not a trace of Loupe/);
    assert.match(err, /it belongs to another run/);
    assert.match(err, /its end is missing/);
    assert.match(err, /it is larger than 64 MB/);
    assert.equal(calls(), 1);
  });

  it('a profile that is a folder, in a folder that is a file, or of a later version', () => {
    mkdirSync(profile(), { recursive: true });
    assert.match(learn(), /profile\.json: it is not a regular file\nloupe: the profile that could not be used is now /);
    assert.equal(calls(), 1);
    writeFileSync(profile(), '{"schema":2,"methods":[]}');
    assert.match(learn(), /it has schema 2; this Loupe reads schema 1/);
    assert.equal(readFileSync(`${profile()}.unused2`, 'utf8'), '{"schema":2,"methods":[]}');
    assert.equal(calls(), 1);
  });

  it('a folder that is a file', () => {
    here.write('.loupe', 'x');
    assert.match(learn(), /cannot write \.loupe\/profile\.json: \w+; nothing was learned/);
    assert.equal(here.loupeProcess('learn', '--forget').status, 0);
    assert.equal(readFileSync(join(here.folder, '.loupe'), 'utf8'), 'x');
  });

  it('a profile that cannot be deleted', () => {
    mkdirSync(join(profile(), 'x'), { recursive: true });
    const { status, err } = here.loupeProcess('learn', '--forget');
    assert.equal(status, 2);
    assert.match(err, /cannot delete \.loupe\/profile\.json: \w+/);
  });

  it('a process that is killed, one that closes its streams, and one that prints much', () => {
    learn();
    here.write('run.rb', `${RUN}Process.kill(:KILL, $$)\nsleep\n`);
    assert.equal(here.loupeProcess('learn', '--', 'ruby', 'run.rb').status, 137);
    assert.equal(calls(), 1);
    learn('$stdout.close\n$stderr.close');
    here.write('run.rb', `${RUN}40.times { print 'x' * 1_000_000 }\n`);
    const { out } = here.loupeProcess('learn', '--', 'sh', '-c', 'ruby run.rb | wc -c');
    assert.equal(Number(out), 40_000_002);
  });

  it('a command that hangs: what it did before it is stopped is kept', async () => {
    here.write('run.rb', `${RUN}sleep\n`);
    const child = here.start('learn', '--', 'ruby', 'run.rb');
    let err = '';
    child.stderr?.on('data', chunk => {
      err += chunk;
    });
    child.stdout?.once('data', () => child.kill('SIGTERM'));
    const [status] = await once(child, 'close');
    assert.equal(status, 143);
    assert.match(err, /stopped; what was recorded until then is kept/);
    assert.equal(calls(), 1);
  });

  it('many forks', () => {
    const err = learn('40.times { Process.wait(fork { Twice.of(1) }) }');
    assert.match(err, /1 of 1 method ran, 41 calls in 41 processes/);
  });

  it('profiles of two Rubies are merged, and one of another version of the source says nothing about this one', () => {
    learn();
    const text = readFileSync(profile(), 'utf8');
    here.write('other.json', text.replace(/"ruby": \[[^\]]*\]/, '"ruby": ["2.7.0"]'));
    assert.equal(here.loupeProcess('learn', '--merge', 'other.json').status, 0);
    assert.match(readFileSync(profile(), 'utf8'), /"ruby": \["2\.7\.0","\d/);
    assert.equal(calls(), 2);
    here.write('lib/twice.rb', TWICE.replace('* 2', '* 2.0'));
    assert.match(here.loupeProcess('learn', '--show').out, /learned before this edit/);
    assert.ok(existsSync(profile()));
  });
});
