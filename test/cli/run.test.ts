/** `loupe run`: checks a script, then runs it with its annotations enforced, and returns its exit status. */
import assert from 'node:assert';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scratch, scratch } from './loupe';

const SCRIPT = `require 'loupe'
class Money
  def initialize(cents) = @cents = cents
  def share(parts) = @cents / parts
  type '(Integer x { x > 0 }) -> Integer'
  def half(x) = x / 2
  type '() -> Integer'
  def wrong = 'not a number'
end
puts Money.new(10).share(2)
puts ARGV.inspect
begin
  Money.new(1).half(0)
rescue TypeError => e
  puts e.message.sub(/ \\(.*/, '')
end
eval('Money.new(10).share(2.5)')
exit 3
`;

describe('loupe run', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('money.rb', SCRIPT);
  });
  afterEach(() => here.remove());

  it('checks a script, runs it in the embedded Ruby in spite of errors, and returns its status', async () => {
    const { status, out, err } = await here.loupe('run', 'money.rb', '--ruby', 'embedded', '--', 'a');
    assert.match(err, /LP3001[\s\S]*1 error/);
    assert.strictEqual(out, '5\n["a"]\nMoney#half: x > 0 is false for x = 0; its caller is to blame\n');
    assert.strictEqual(status, 3);
  });

  it('--infer logs what contradicts inferred signatures, once, and raises nothing; --no-check checks nothing', async () => {
    const { status, err } = await here.loupe('run', '--infer', '--no-check', '--ruby', 'embedded', 'money.rb');
    assert.match(err, /loupe: Money#share: parts is 2\.5, not Integer; inferred: \(Integer parts\) -> Integer/);
    assert.doesNotMatch(err, /LP3001/);
    assert.strictEqual(status, 3);
  });

  it('an error of the script is status 1, with its message', async () => {
    here.write('bad.rb', 'raise ArgumentError, "no"\n');
    const { status, err } = await here.loupe('run', '--no-check', '--ruby', 'embedded', 'bad.rb');
    assert.match(err, /no \(ArgumentError\)/);
    assert.strictEqual(status, 1);
  });

  const embedded = (name: string, source: string): ReturnType<Scratch['loupe']> => {
    here.write(name, source);
    return here.loupe('run', '--no-check', '--ruby', 'embedded', name, '--', 'x');
  };

  it('a script is the main program of the embedded Ruby: name, folder, DATA, private methods', async () => {
    here.write('lib/part.rb', 'PART = 1\n');
    const { status, out } = await embedded(
      'main.rb',
      "require_relative 'lib/part'\ndef own = 2\nputs $0, __FILE__ == $0, PART, File.exist?('lib/part.rb'), Object.new.respond_to?(:own)\nputs DATA.read\n__END__\nthe end\n",
    );
    assert.deepStrictEqual([status, out], [0, 'main.rb\ntrue\n1\ntrue\nfalse\nthe end\n']);
  });

  it('blocks of at_exit run last to first, know the error, and may change the status', async () => {
    const { status, out, err } = await embedded(
      'ends.rb',
      'at_exit { exit 7 }\nat_exit { puts $!.message }\nabort "stop"\n',
    );
    assert.deepStrictEqual([status, out], [7, 'stop\n']);
    assert.match(err, /^stop$/m);
  });

  it('errors of the embedded Ruby have the places of the user, without frames of Loupe', async () => {
    const { status, err } = await embedded('fails.rb', "def f = raise('no')\nf\n");
    assert.match(err, /^fails\.rb:1:in 'Object#f': no \(RuntimeError\)[\s\S]*\tfrom fails\.rb:2:in '<main>'\n$/m);
    assert.doesNotMatch(err, /\/loupe\/|\/workspace\//);
    assert.strictEqual(status, 1);
    const wrong = await embedded('syntax.rb', 'def f(\nputs 1\n');
    assert.strictEqual(wrong.status, 1);
    assert.match(wrong.err, /syntax\.rb:2: syntax error/);
  });

  it('an installed Ruby, or a command, runs with LOUPE=check and its own streams', function () {
    if (process.platform === 'win32') this.skip();
    here.write('bin/ruby', '#!/bin/sh\necho "$LOUPE $RUBYOPT $*"\nexit 5\n');
    chmodSync(join(here.folder, 'bin/ruby'), 0o755);
    const other = scratch({ PATH: `${join(here.folder, 'bin')}:/bin:/usr/bin` });
    try {
      other.write('money.rb', SCRIPT);
      const script = other.loupeProcess('run', '--no-check', 'money.rb', '--', 'x');
      assert.deepStrictEqual([script.status, script.out], [5, 'check -rloupe money.rb x\n']);
      const command = other.loupeProcess('run', '--no-check', '--infer', '--', 'ruby', 'all');
      assert.deepStrictEqual([command.status, command.out], [5, 'check,infer -rloupe all\n']);
      assert.strictEqual(other.loupeProcess('run', '--no-check', '--', 'no-such-program').status, 127);
    } finally {
      other.remove();
    }
  });

  it('needs a script that exists, or a command; --config names the settings of the check', async () => {
    assert.match((await here.loupe('run')).err, /name a script or a command/);
    assert.deepStrictEqual((await here.loupe('run', 'gone.rb')).err, 'loupe: there is no file gone.rb\n');
    assert.match((await here.loupe('run', '.')).err, /is a folder/);
    assert.strictEqual((await here.loupe('run', 'money.rb', '--config', 'gone.yml')).status, 2);
  });

  it('infer --write runtime writes what LOUPE=check,infer reads, and --check compares it', async () => {
    assert.strictEqual((await here.loupe('infer', '--write', 'runtime')).out, 'wrote .loupe/inferred\n');
    const written = readFileSync(join(here.folder, '.loupe/inferred'), 'utf8');
    assert.match(written, /^Money#share\t\(Integer parts\) -> Integer$/m);
    assert.strictEqual((await here.loupe('infer', '--write', 'runtime', '--check')).status, 0);
  });
});
