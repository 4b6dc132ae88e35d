/** `loupe check`: verdicts, exit status, formats. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { SAFE, type Scratch, scratch, UNSAFE } from './loupe';

describe('loupe check', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('lib/safe.rb', SAFE);
  });
  afterEach(() => here.remove());

  it('succeeds if everything is proved', async () => {
    const { status, out, err } = await here.loupe('check', 'lib');
    assert.strictEqual(err, '');
    assert.match(out, /✓ Clock#incr_sec {2}safe\n/);
    assert.match(out, /1 file, 1 method: 1 safe\. 0 errors, 0 warnings\.\n$/);
    assert.strictEqual(status, 0);
  });

  it('says how to begin if nothing is annotated', async () => {
    here.write('plain/one.rb', 'class One\n  def next(x) = x + 1\nend\n');
    const { status, out } = await here.loupe('check', 'plain');
    assert.match(out, /1 without annotation\. 0 errors, 0 warnings\.\nNothing is annotated yet\. .*\n {2}##% \(/);
    assert.strictEqual(status, 0);
    assert.doesNotMatch((await here.loupe('check', 'plain', 'lib')).out, /Nothing is annotated/);
  });

  it('LP2216: warns once a file of `type` calls that no file and no Gemfile loads', async () => {
    const calls = "class Clock\n  type '(Integer) -> Integer'\n  def a(h) = h\n  var_type :@b, 'Integer'\nend\n";
    here.write('clock.rb', calls);
    here.write('other.rb', calls.replace('Clock', 'Other'));
    const warnings = async (...words: string[]): Promise<readonly string[]> =>
      (await here.loupe('check', ...words)).out.split('\n').filter(line => line.includes('LP2216'));
    assert.deepStrictEqual(await warnings(), [
      "clock.rb:2:3: warning LP2216: no file requires loupe, so `type` raises NoMethodError. Add: require 'loupe'",
      "other.rb:2:3: warning LP2216: no file requires loupe, so `type` raises NoMethodError. Add: require 'loupe'",
    ]);
    assert.deepStrictEqual(await warnings('clock.rb'), [], 'a file that is not read may require it');
    here.write('Gemfile', "source 'https://gems.example'\ngem 'loupe', '~> 0.1'\n");
    assert.deepStrictEqual(await warnings(), []);
    here.write('Gemfile', "gem 'rake'\n");
    here.write('Gemfile.lock', 'GEM\n  remote: https://gems.example/\n  specs:\n    rdl (2.2.0)\n');
    assert.deepStrictEqual(await warnings(), []);
    here.write('Gemfile.lock', '');
    here.write('boot.rb', "begin\n  require 'loupe'\nrescue LoadError\n  nil\nend\n");
    assert.deepStrictEqual(await warnings(), []);
    here.write('boot.rb', '');
    here.write('clock.rb', calls.replace(/^ {2}type '(.*)'$/m, '  ##% $1').replace(/^ {2}var_type.*\n/m, ''));
    assert.strictEqual((await warnings()).length, 1, 'comments need nothing');
  });

  it('says what a field becomes when it breaks its refinement', async () => {
    const text = `class Item
  ##% @quantity : Integer q { q > 0, "an item has a quantity" }
  ##% @name : String n { n.size > 0 }
  ##% (Integer q { q > 0 }) -> %any
  def initialize(q)
    @quantity = q
    @name = 'x'
  end
  ##% (Integer n) -> Integer
  def take(n) = @quantity -= n
  ##% (String s) -> String
  def rename(s)
    set(s)
    @name = 'y'
  end
  private
  def set(s) = @name = s
end
`;
    here.write('item.rb', text);
    const { out } = await here.loupe('check');
    assert.match(out, /Item#take is unsafe: an item has a quantity \(@quantity becomes (0|-\d+)\)/);
    assert.match(out, /Item#rename is unsafe: `@name` becomes "", but must satisfy `n\.size > 0`/);
  });

  it('shows the counterexample with its code frame, and fails', () => {
    here.write('lib/unsafe.rb', UNSAFE);
    const { status, out } = here.loupeProcess('check');
    assert.strictEqual(status, 1);
    const shown = out.split('\n\n')[0]!.split('\n');
    assert.match(shown[0]!, /^lib\/unsafe\.rb:3:7: error LP4001: .*60 breaks `r < 60`$/);
    assert.deepStrictEqual(shown.slice(1, 3), [
      '  3 |   def incr_sec(x) = x == 58 ? 0 : x + 1',
      '    |       ^^^^^^^^',
    ]);
    assert.ok(shown.includes('  Fails in Ruby 3.4.1:'));
    assert.ok(shown.some(line => line.endsWith('incr_sec(59)  # => 60')));
    assert.ok(!out.includes('\u001b['), 'no colours where the output is no terminal');
  });

  it('runs nothing with --no-run, and does not report an error then', async () => {
    here.write('lib/unsafe.rb', UNSAFE);
    const { status, out } = await here.loupe('check', '--no-run');
    assert.match(out, /warning LP4001/);
    assert.match(out, /not confirmed/);
    assert.strictEqual(status, 0);
    assert.strictEqual((await here.loupe('check', '--no-run', '--fail-on', 'warning')).status, 1);
  });

  it('reports the same verdicts with a cold and a warm cache', async () => {
    here.write('lib/unsafe.rb', UNSAFE);
    const cold = JSON.parse((await here.loupe('check', '--no-run', '--format', 'json')).out);
    const warm = JSON.parse((await here.loupe('check', '--no-run', '--format', 'json')).out);
    assert.deepStrictEqual(warm.files.map(verdicts), cold.files.map(verdicts));
    assert.strictEqual(warm.files[0].methods[0].cached, true);
    assert.strictEqual(warm.files[0].methods[0].queries, 0);
    assert.strictEqual(
      JSON.parse((await here.loupe('check', '--no-run', '--no-cache', '--format', 'json')).out).files[0].methods[0]
        .cached,
      false,
    );
  });

  it('checks each file as a separate program with --isolated', async () => {
    here.write('a.rb', 'class Same\n  ##% () -> Integer\n  def one = 1\nend\n');
    here.write('b.rb', 'class Same\n  ##% () -> String\n  def one = "1"\nend\n');
    const { status, out } = await here.loupe('check', '--isolated', 'a.rb', 'b.rb');
    assert.match(out, /2 methods: 2 safe/);
    assert.strictEqual(status, 0);
  });

  it('hides exactly the problems of a baseline', async () => {
    here.write('lib/unsafe.rb', UNSAFE);
    assert.strictEqual(
      (await here.loupe('check', '--no-run', '--baseline', 'known.json', '--update-baseline')).status,
      0,
    );
    assert.strictEqual((await here.loupe('check', '--no-run', '--baseline', 'known.json')).status, 0);
    here.write('lib/other.rb', UNSAFE.replace('Watch', 'Other'));
    const { status, out } = await here.loupe('check', '--no-run', '--baseline', 'known.json');
    assert.strictEqual(status, 0);
    assert.match(out, /0 errors, 1 warning\./);
    assert.match(out, /other\.rb:3:7: warning/);
  });

  it('prints JSON as documented', async () => {
    here.write('lib/unsafe.rb', UNSAFE);
    here.write('lib/typo.rb', "class Typo\n  type '(Interger x) -> Integer'\n  def m(x) = 1\n  def n = 2\nend\n");
    const document: Report = JSON.parse((await here.loupe('check', '--format', 'json')).out);
    const schema = JSON.parse(readFileSync(join(__dirname, 'report.schema.json'), 'utf8'));
    const ajv = new Ajv({ allErrors: true });
    assert.ok(ajv.compile(schema)(document), ajv.errorsText());
    const [safe, typo, unsafe] = document.files as [ReportFile, ReportFile, ReportFile];
    assert.deepStrictEqual([safe.path, typo.path, unsafe.path], ['lib/safe.rb', 'lib/typo.rb', 'lib/unsafe.rb']);
    assert.strictEqual(safe.methods[0]?.verdict, 'safe');
    assert.strictEqual(typo.methods.find(each => each.name === 'Typo#n')?.verdict, 'unchecked');
    assert.ok(typo.diagnostics.length > 0);
    const watch = unsafe.methods[0]!;
    assert.strictEqual(watch.cause, 'confirmed');
    assert.deepStrictEqual(watch.range, { start: { line: 2, character: 6 }, end: { line: 2, character: 14 } });
    assert.strictEqual(watch.counterexample.bindings.x, '59');
    assert.strictEqual(watch.counterexample.result, '60');
  });
});

describe('options of verdicts and output', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
  });
  afterEach(() => here.remove());

  it('reports that an empty folder has no Ruby files, and succeeds', async () => {
    for (const format of ['text', 'json', 'sarif', 'github']) {
      const { status, err } = await here.loupe('check', '--format', format);
      assert.strictEqual(err, 'loupe: no Ruby files in this folder (looked for **/*.rb)\n', format);
      assert.strictEqual(status, 0);
    }
  });

  it('fails according to --fail-on', async () => {
    here.write('eval.rb', "class Odd\n  ##% () -> Integer r { r > 0 }\n  def m = eval('1')\nend\n");
    const statusOf = async (level: string): Promise<number | null> =>
      (await here.loupe('check', '--fail-on', level)).status;
    const levels = ['error', 'warning', 'undecided', 'not-modelled'];
    assert.deepStrictEqual(await Promise.all(levels.map(statusOf)), [0, 0, 0, 1]);
  });

  it('explains every obligation', async () => {
    here.write('clock.rb', SAFE);
    const { out } = await here.loupe('check', '--explain');
    assert.match(out, /✓ postcondition `0 <= r`: the result of incr_sec\n/);
    assert.match(out, /✓ postcondition `r < 60`: the result of incr_sec\n/);
  });

  it('watches: runs again when a file or the configuration changes; reports errors and continues', async () => {
    here.write('clock.rb', SAFE);
    here.write('.loupe.yml', 'replay: false\n');
    const run = here.start('check', '--watch', '--no-run');
    try {
      const said = followOutput(run);
      await said.until(/1 safe\. 0 errors, 0 warnings[\s\S]*watching/);
      here.write('clock.rb', UNSAFE);
      await said.until(/1 unsafe\. 0 errors, 1 warning[\s\S]*watching/);
      here.write('.loupe.yml', 'severity:\n  LP4001: error\n');
      await said.until(/1 unsafe\. 1 error, [\s\S]*watching/);
      here.write('.loupe.yml', 'severty: 1\n');
      await said.until(/no setting `severty`[\s\S]*watching/);
      here.write('.loupe.yml', 'replay: false\n');
      here.write('more.rb', SAFE);
      await said.until(/2 files, 2 methods[\s\S]*watching/);
      run.kill('SIGINT');
      assert.strictEqual(await new Promise(done => run.on('exit', done)), 130);
    } finally {
      run.kill('SIGKILL');
    }
  }).timeout(120_000);
});

/** The output of a run in parts: each wait begins where the previous one ended. */
function followOutput(run: ReturnType<Scratch['start']>): { readonly until: (wanted: RegExp) => Promise<void> } {
  let text = '';
  let look = (): void => {};
  for (const stream of [run.stdout, run.stderr])
    stream?.on('data', chunk => {
      text += String(chunk);
      look();
    });
  return {
    until: wanted =>
      new Promise(done => {
        look = () => {
          const found = wanted.exec(text);
          if (found === null) return;
          text = text.slice(found.index + found[0].length);
          look = () => {};
          done();
        };
        look();
      }),
  };
}

interface ReportFile {
  readonly path: string;
  readonly diagnostics: readonly object[];
  readonly methods: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly cause: string | null;
    readonly range: object;
    readonly counterexample: { readonly bindings: Record<string, string>; readonly result: string };
  }[];
}

interface Report {
  readonly files: readonly ReportFile[];
}

function verdicts(file: ReportFile): object {
  return file.methods.map(({ name, verdict, cause, counterexample }) => ({ name, verdict, cause, counterexample }));
}
