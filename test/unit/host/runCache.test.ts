/**
 * Kept outcomes of runs in the embedded Ruby: an outcome counts as long as everything that the run saw is the same. Each
 * program really runs.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rubyAssets } from '../../../server/src/host/assets';
import { EmbeddedRuby } from '../../../server/src/host/rubyEmbedded';
import { guestPath } from '../../../server/src/host/rubyPaths';
import { type CachedRun, RunCache } from '../../../server/src/host/runCache';
import { NEVER } from '../../harness/rubyForTests';

type Texts = Readonly<Record<string, string>>;

const FILES: Texts = { 'a.rb': 'A = 1\n', 'b.rb': 'B = 2\n' };
const LOAD_A = (folder: string): string => `load ${JSON.stringify(guestPath(join(folder, 'a.rb')))}; A.to_s`;
const OPTIONAL = 'begin; require_relative "c"; rescue LoadError; C = 0; end; A = C\n';

/** Programs whose value may be another the next time. */
const NOT_REPEATABLE: Texts = {
  'a clock': 'Time.now.to_f.to_s',
  'another clock': 'Process.clock_gettime(Process::CLOCK_MONOTONIC).to_s',
  'chance from outside': 'Random.new.rand.to_s',
  'secure chance': 'require "securerandom"; SecureRandom.hex',
  'a pause': 'sleep 0.001; "1"',
  'a file that was not given': 'File.read("data.txt")',
  'the list of a folder': 'Dir.children(".").size.to_s',
  'a pattern': 'Dir.glob("*.txt").size.to_s',
  'what it wrote': 'File.write("out.txt", "1"); File.read("out.txt")',
  'an error': 'raise "no"',
  'an end': 'exit!',
};

describe('cache of runs', function () {
  this.timeout(0);
  const ruby: EmbeddedRuby[] = [];
  const store = new Map<string, CachedRun>();
  let folder = '';
  let runs = 0;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-kept-'));
    writeFileSync(join(folder, 'data.txt'), 'data');
    ruby.push(new EmbeddedRuby({ ...rubyAssets(), root: folder, timeoutMs: 60_000, memoryMb: 256, mostWork: null }));
  });
  after(async () => {
    await ruby[0]!.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    store.clear();
    runs = 0;
  });

  function evaluate(source: string, texts: Texts = FILES, basis: readonly string[] = ['build']): Promise<string> {
    const kept = new RunCache(
      {
        watch: (...args) => {
          runs++;
          return ruby[0]!.watch(...args);
        },
        close: async () => {},
      },
      {
        store: {
          get: key => JSON.parse(JSON.stringify(store.get(key) ?? null)) as CachedRun | null,
          set: (key, run) => store.set(key, run),
          flush: async () => {},
        },
        basis,
        root: folder,
      },
    );
    const files = Object.entries(texts).map(([name, text]) => ({ path: join(folder, name), text }));
    return kept.evaluate(source, files, NEVER).then(reply => (reply.kind === 'value' ? reply.text : reply.why));
  }

  it('are used again while the loaded files are the same', async () => {
    assert.equal(await evaluate(LOAD_A(folder)), '1');
    assert.equal(await evaluate(LOAD_A(folder)), '1');
    assert.equal(await evaluate(LOAD_A(folder), { ...FILES, 'b.rb': 'B = 3\n', 'new.rb': '' }), '1');
    assert.equal(runs, 1);
  });

  it('are not used for another text, another script or another build', async () => {
    assert.equal(await evaluate(LOAD_A(folder)), '1');
    assert.equal(await evaluate(LOAD_A(folder), { ...FILES, 'a.rb': 'A = 5\n' }), '5');
    assert.equal(await evaluate(`${LOAD_A(folder)} + '0'`), '10');
    assert.equal(await evaluate(LOAD_A(folder), FILES, ['another build']), '1');
    assert.equal(runs, 4);
  });

  it('are not used without a file that was loaded', async () => {
    await evaluate(LOAD_A(folder));
    await evaluate(LOAD_A(folder), { 'b.rb': FILES['b.rb']! });
    assert.equal(runs, 2);
  });

  it('depend on what was not there: given, or on disk', async () => {
    const files = { ...FILES, 'a.rb': OPTIONAL };
    assert.equal(await evaluate(LOAD_A(folder), files), '0');
    assert.equal(await evaluate(LOAD_A(folder), files), '0');
    assert.equal(runs, 1);
    assert.equal(await evaluate(LOAD_A(folder), { ...files, 'c.rb': 'C = 7\n' }), '7');
    assert.equal(await evaluate(LOAD_A(folder), files), '0');
    writeFileSync(join(folder, 'c.rb'), 'C = 9\n');
    assert.equal(await evaluate(LOAD_A(folder), files), '9');
    rmSync(join(folder, 'c.rb'));
  });

  it('include random numbers of the program, which are the same in every run', async () => {
    const number = await evaluate('rand.to_s');
    assert.equal(store.size, 1);
    store.clear();
    assert.equal(await evaluate('rand.to_s'), number);
  });

  for (const [name, source] of Object.entries(NOT_REPEATABLE)) {
    it(`do not exist for a program that depends on ${name}`, async () => {
      await evaluate(source);
      assert.equal(store.size, 0);
    });
  }
});
