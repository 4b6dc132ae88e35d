/** The disk cache, as used by the command line. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAFE, type Scratch, scratch, UNSAFE } from './loupe';

function queriesIn(report: unknown): number {
  if (typeof report !== 'object' || report === null) return 0;
  return Object.entries(report).reduce(
    (sum, [key, value]) => sum + (key === 'queries' && typeof value === 'number' ? value : queriesIn(value)),
    0,
  );
}

/** Of methods and obligations, in the order of the report. */
function verdictsIn(report: unknown): readonly string[] {
  if (typeof report !== 'object' || report === null) return [];
  return Object.entries(report).flatMap(([key, value]) =>
    key === 'verdict' && typeof value === 'string' ? [value] : verdictsIn(value),
  );
}

async function outputOf(run: ReturnType<Scratch['start']>): Promise<string> {
  let out = '';
  run.stdout?.on('data', chunk => {
    out += String(chunk);
  });
  await new Promise(resolve => run.on('close', resolve));
  return out;
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

describe('loupe check, second run', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('safe.rb', SAFE);
    here.write('unsafe.rb', UNSAFE);
  });
  afterEach(() => here.remove());

  const check = async (): Promise<unknown> =>
    JSON.parse((await here.loupe('check', '--format', 'json', '--no-run')).out);

  it('sends no query and prints the same', async () => {
    const first = await check();
    assert.ok(queriesIn(first) > 0);
    const second = await check();
    assert.equal(queriesIn(second), 0);
  });

  it('does not start the solver', async () => {
    const log = join(here.folder, 'workers.log');
    here.write(
      'watch.cjs',
      `const threads = require('node:worker_threads');
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, options) {
    require('node:fs').appendFileSync(${JSON.stringify(log)}, String(file) + '\\n');
    super(file, options);
  }
};
`,
    );
    const watched = (): string => {
      process.env.NODE_OPTIONS = `--require ${join(here.folder, 'watch.cjs')}`;
      here.loupeProcess('check', '--no-run');
      delete process.env.NODE_OPTIONS;
      const started = existsSync(log) ? readFileSync(log, 'utf8') : '';
      writeFileSync(log, '');
      return started;
    };
    assert.match(watched(), /z3Worker/);
    assert.equal(watched(), '');
  });

  it('prints the same in two concurrent processes, and writes complete answers', async () => {
    const words = ['check', '--format', 'json', '--no-run'];
    const [one, other] = await Promise.all([outputOf(here.start(...words)), outputOf(here.start(...words))]);
    const third = (await here.loupe(...words)).out;
    assert.equal(queriesIn(JSON.parse(third)), 0);
    assert.deepEqual(verdictsIn(JSON.parse(one)), verdictsIn(JSON.parse(third)));
    assert.deepEqual(verdictsIn(JSON.parse(other)), verdictsIn(JSON.parse(third)));
    assert.deepEqual([...new Set(verdictsIn(JSON.parse(third)))].sort(), ['safe', 'unsafe']);
  });

  it('repeats queries whose entries were damaged on disk, with the same verdicts', async () => {
    const first = (await here.loupe('check', '--no-run')).out;
    const entries = filesBelow(join(here.folder, '.cache', 'answers'));
    assert.ok(entries.length > 0);
    for (const entry of entries) writeFileSync(entry, '{"status":"unsat","rlimit":1}');
    assert.ok(queriesIn(await check()) > 0);
    assert.equal((await here.loupe('check', '--no-run')).out.split('\n')[0], first.split('\n')[0]);
  });
});

describe('loupe with an unusable cache folder', () => {
  async function tried(extra: Readonly<Record<string, string>>, prepare: (here: Scratch) => void): Promise<void> {
    const here = scratch(extra);
    here.write('safe.rb', SAFE);
    prepare(here);
    const { status, out, err } = await here.loupe('check', '--no-run', 'safe.rb');
    assert.match(out, /1 safe/);
    assert.match(err, /^loupe: cannot write answers to .*; continuing without a cache\n$/);
    assert.equal(status, 0);
    here.remove();
  }

  it('still checks if a file is in its place, and warns once', () =>
    tried({}, here => here.write('.cache', 'not a folder')));

  it('does not hang if the folder cannot be created', async function () {
    if (!existsSync('/proc/self')) this.skip();
    await tried({ LOUPE_CACHE_DIR: '/proc/no/such/folder' }, () => {});
  });

  it('says why it cannot be cleared', async () => {
    const here = scratch();
    here.write('.cache', 'not a folder');
    const { status, err } = await here.loupe('cache', '--clear');
    assert.match(err, /^loupe: cannot clear .*: ENOTDIR/);
    assert.equal(status, 2);
    here.remove();
  });
});

describe('cache information in reports', () => {
  it('counts known answers as cached, but not obligations without a query', async () => {
    const here = scratch();
    here.write('both.rb', `${SAFE}${SAFE.replace('Clock', 'Plain').replace(/##%.*/, '##% (Integer) -> Integer')}`);
    const cached = async (): Promise<unknown> =>
      JSON.parse((await here.loupe('check', '--no-run', '--format', 'json')).out).files[0].methods.map(
        (method: { cached: boolean }) => method.cached,
      );
    assert.deepEqual(await cached(), [false, false]);
    assert.deepEqual(await cached(), [true, false]);
    here.remove();
  });

  it('reports that a missing solver is not used', async () => {
    const here = scratch({ PATH: '' });
    here.write('safe.rb', SAFE);
    const { out, err, status } = await here.loupe('check', '--solver', 'native', '--no-run', 'safe.rb');
    assert.match(out, /1 safe/);
    assert.match(err, /needs a z3 on the PATH, and there is none; the built-in solver is used/);
    assert.equal(status, 0);
    here.remove();
  });
});
