/** LOUPE=observe: a sample of calls is compared with its contracts, nothing is raised, and `loupe learn --merge` reads the file. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scratch, scratch } from '../cli/loupe';
import { describeNeeds, RUBY } from '../harness/requirements';

const LIBRARY = join(__dirname, '..', '..', 'server', 'ruby', 'lib');

const PRICE = `require 'loupe'
class Price
  type '(Integer) -> Integer'
  def double(cents) = cents * 2
  type '(String) -> Integer'
  def size(text) = text
  type '(Integer) { (Integer) -> Integer } -> %any'
  def each(n) = n.times.map { |i| yield i }
end
`;

describeNeeds(RUBY, 'LOUPE=observe', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('lib/price.rb', PRICE);
  });
  afterEach(() => here.remove());

  const run = (script: string, environment: Readonly<Record<string, string>> = {}) => {
    here.write('run.rb', `require_relative 'lib/price'\n${script}`);
    const env = { ...process.env, LOUPE: 'observe', LOUPE_SAMPLE: '1', ...environment };
    return spawnSync('ruby', ['-I', LIBRARY, 'run.rb'], { cwd: here.folder, encoding: 'utf8', env });
  };
  const files = (): readonly string[] => {
    const folder = join(here.folder, '.loupe', 'observed');
    return readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
  };
  const merge = () => {
    const names = readdirSync(join(here.folder, '.loupe', 'observed')).map(name => `.loupe/observed/${name}`);
    return here.loupeProcess('learn', '--merge', ...names);
  };

  it('never raises and changes nothing', () => {
    const { stdout, stderr, status } = run(
      "p Price.new.double(1.5), Price.new.size('secret'), Price.new.each(2) { |x| x.to_s }\nbegin; Price.new.double(nil); rescue => e; p e.class; end",
    );
    assert.deepEqual([stdout, stderr, status], ['3.0\n"secret"\n["0", "1"]\nNoMethodError\n', '', 0]);
  });

  it('writes classes and broken contracts, and no values', () => {
    run("Price.new.double(1.5)\nPrice.new.size('secret')");
    const text = files().join('');
    assert.match(text, /^call\tPrice#double\tcents=Float\tFloat\t1$/m);
    assert.match(text, /^broken\tPrice#double\tcaller\trun\.rb:2\t\(Integer\) -> Integer\t1$/m);
    assert.match(text, /^broken\tPrice#size\tcallee\tlib\/price\.rb:6\t/m);
    assert.doesNotMatch(text, /secret/);
  });

  it('learn --merge reads it: contracts that were broken, and annotations that runs contradict', () => {
    run('3.times { Price.new.double(1.5) }');
    const { err, status } = merge();
    assert.equal(status, 0, err);
    assert.match(err, /3 calls of Price#double broke \(Integer\) -> Integer; the caller is to blame \(run\.rb:2\)/);
    const shown = here.loupeProcess('learn', '--show').out;
    assert.match(shown, /Price#double is declared as \(Integer\) -> Integer, but \(Float\) -> Float was seen/);
  });

  it('counts with threads, and a fork has a file of its own', () => {
    run(
      '4.times.map { Thread.new { 50.times { Price.new.double(1) } } }.each(&:join)\nProcess.wait(fork { 3.times { Price.new.double(2) } })',
    );
    const counts = files().map(text => /^call\tPrice#double\tcents=Integer\tInteger\t(\d+)$/m.exec(text)?.[1]);
    assert.deepEqual([...counts].sort(), ['200', '3']);
  });

  it('checks one call in LOUPE_SAMPLE calls', () => {
    run('100.times { Price.new.double(1) }', { LOUPE_SAMPLE: '10' });
    assert.match(files().join(''), /^call\tPrice#double\tcents=Integer\tInteger\t10$/m);
  });

  it('has a limit of lines', () => {
    run(
      'Loupe::Observe.send(:remove_const, :MOST_LINES)\nLoupe::Observe::MOST_LINES = 1\n[1, 1.5, 2r].each { |x| Price.new.double(x) }',
    );
    const [text = ''] = files();
    assert.equal(text.split('\n').filter(line => /^(call|broken)/.test(line)).length, 1);
    assert.match(text, /^more\t4$/m);
  });

  it('has a limit of bytes, and ends on the lines that fit', () => {
    run(
      'Loupe::Observe.send(:remove_const, :MOST_BYTES)\nLoupe::Observe::MOST_BYTES = 60\n[1, 1.5].each { |x| Price.new.double(x) }',
    );
    const [text = ''] = files();
    assert.match(text, /^call\tPrice#double\tcents=Integer\tInteger\t1$/m);
    assert.match(text, /^more\t2$/m);
    assert.match(text, /\nend\n$/);
  });

  it('names no folder outside of its own, and no name that evaluated code was given', () => {
    const outside = scratch();
    outside.write('gem.rb', 'def call_from_outside = Price.new.double(0.5)\n');
    run(
      `require ${JSON.stringify(join(outside.folder, 'gem.rb'))}\ncall_from_outside\neval('Price.new.double(0.5)', nil, 'a secret name', 1)\n` +
        "class Price\n  type \"(Integer,\n    Integer) -> Integer\"\n  def add(a, b) = a + b\nend\nPrice.new.add(1.5, 1)",
    );
    outside.remove();
    const text = files().join('');
    assert.match(text, /^broken\tPrice#double\tcaller\telsewhere\t\(Integer\) -> Integer\t2$/m);
    assert.match(text, /^broken\tPrice#add\tcaller\trun\.rb:10\t\(Integer, Integer\) -> Integer\t1$/m);
    assert.doesNotMatch(text, /gem\.rb|secret/);
    assert.ok(!text.includes(here.folder));
    assert.doesNotMatch(merge().err, /not understood/);
  });

  it('a second process with the same id does not replace the file of the first', () => {
    const again = 'Loupe.sink.send(:restart)\nPrice.new.double(2)';
    run(`Price.new.double(1)\nLoupe.sink.write\n${again}`);
    assert.equal(files().length, 2);
  });

  it('is silent in a trap handler, and in a thread that is killed', () => {
    const { stdout, stderr } = run(
      "trap('USR1') { p Price.new.double(4) }\nProcess.kill('USR1', $$)\nsleep 0.1\nt = Thread.new { loop { Price.new.double(1) } }\nsleep 0.05\nt.kill\nt.join\np Price.new.double(3)",
    );
    assert.deepEqual([stdout, stderr], ['8\n6\n', '']);
    assert.match(files().join(''), /^call\tPrice#double\tcents=Integer\tInteger\t\d+$/m);
  });

  it('an error of the observer turns it off, once, and is logged without values', () => {
    const { stdout, stderr, status } = run(
      "class Loupe::Observe\n  def fitting(*) = raise(ArgumentError, 'secret')\nend\np Price.new.double(1), Price.new.double(2)",
    );
    assert.deepEqual([stdout, status], ['2\n4\n', 0]);
    assert.equal(stderr, 'loupe: nothing more is observed in this process (ArgumentError)\n');
  });

  it('a file that was forged is read line by line', () => {
    here.write('forged.observed', 'loupe-observed 1\ncall\tPrice#double\tcents=`x`\tFloat\t1\nnonsense\nend\n');
    const { err } = here.loupeProcess('learn', '--merge', 'forged.observed');
    assert.match(err, /forged\.observed: 2 lines not understood/);
  });
});
