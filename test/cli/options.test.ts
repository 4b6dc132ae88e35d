/** Options that change how `loupe check` works, and its process: each has the documented effect. */
import assert from 'node:assert';
import { join } from 'node:path';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { run } from '../../server/src/cli/run';
import { fakeSolver } from '../harness/fakeSolver';
import { createIo, SAFE, type Scratch, scratch, UNSAFE } from './loupe';

describe('options of loupe check', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('clock.rb', SAFE);
  });
  afterEach(() => here.remove());

  it('--rlimit limits the effort', async () => {
    assert.match((await here.loupe('check', '--explain')).out, /1 safe/);
    assert.match((await here.loupe('check', '--explain', '--rlimit', '1')).out, /limit reached[\s\S]*1 undecided/);
    const { status, err } = await here.loupe('check', '--rlimit', '0');
    assert.deepStrictEqual([status, err], [2, 'loupe: --rlimit is at least 1\n']);
  });

  it('--config reads settings from another file; options take precedence', async () => {
    here.write('.loupe.yml', 'rlimit: 1\n');
    here.write('other.yml', 'rlimit: 3000000\n');
    assert.match((await here.loupe('check')).out, /1 undecided/);
    assert.match((await here.loupe('check', '--config', 'other.yml')).out, /1 safe/);
    assert.match((await here.loupe('check', '--config', 'other.yml', '--rlimit', '1')).out, /1 undecided/);
    assert.strictEqual((await here.loupe('check', '--config', 'gone.yml')).status, 2);
  });

  it('--timeout ends a solver that hangs; --jobs runs several', async function () {
    if (process.platform === 'win32') this.skip();
    const solver = fakeSolver(join(here.folder, 'solver'));
    const other = scratch(solver.environment);
    try {
      other.write('clock.rb', SAFE);
      solver.set('hang', true);
      assert.match(
        (await other.loupe('check', '--solver', 'native', '--timeout', '1', '--explain')).out,
        /the time guard stopped it/,
      );
      solver.set('hang', false);
      other.write('watch.rb', UNSAFE.replaceAll('60', '50'));
      assert.match((await other.loupe('check', '--solver', 'native', '--jobs', '1', '--no-run')).out, /2 undecided/);
      assert.ok(!solver.isSet('met-another'));
      solver.set('wait-for-another', true);
      other.write('watch.rb', UNSAFE.replaceAll('60', '40'));
      other.write('more.rb', UNSAFE.replaceAll('60', '30').replace('Watch', 'More'));
      assert.match((await other.loupe('check', '--solver', 'native', '--jobs', '2', '--no-run')).out, /3 undecided/);
      assert.ok(solver.isSet('met-another'));
    } finally {
      other.remove();
    }
  });

  it('--ruby chooses the Ruby: if it is not installed, nothing is confirmed or audited, and that is reported', async () => {
    const other = scratch({ PATH: here.folder });
    try {
      other.write('watch.rb', UNSAFE);
      other.write('clock.rb', SAFE);
      assert.strictEqual((await other.loupe('check', '--ruby', 'embedded')).status, 1);
      const { status, out, err } = await other.loupe('check', '--ruby', 'system');
      assert.match(out, /1 unsafe\. 0 errors, 1 warning\./);
      assert.match(
        err,
        /^loupe: the setting `ruby: system` needs a ruby on the PATH, and there is none; no code of the workspace runs\n$/,
      );
      assert.strictEqual(status, 0);
      const audit = await other.loupe('audit', 'clock.rb', '--ruby', 'system');
      assert.match(
        audit.out,
        /\? Clock#incr_sec {2}not run: .*\n1 proof audited: 0 held, 0 found to be wrong, 1 not run\.\n$/,
      );
      other.write('other.yml', 'ruby: system\n');
      assert.strictEqual((await other.loupe('audit', 'clock.rb', '--config', 'other.yml')).out, audit.out);
    } finally {
      other.remove();
    }
  });

  it('lsp --stdio is the server', async () => {
    const child = here.start('lsp', '--stdio');
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout!),
      new StreamMessageWriter(child.stdin!),
    );
    connection.listen();
    const params = { processId: null, rootUri: null, capabilities: {} };
    const { serverInfo } = await connection.sendRequest<{ serverInfo: object }>('initialize', params);
    assert.deepStrictEqual(Object.keys(serverInfo), ['name', 'version']);
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    assert.strictEqual(await new Promise(done => child.on('exit', done)), 0);
    assert.strictEqual((await here.loupe('lsp')).err, 'loupe: loupe lsp --stdio\n');
  });

  it('shows progress on a terminal and clears it afterwards', async () => {
    const { io, err } = createIo(here.folder, { errIsTerminal: true });
    assert.strictEqual(await run(['check', '--no-run', '--no-cache'], io), 0);
    assert.match(err(), /verifying █+ 1\/1/);
    assert.ok(err().endsWith('\r\u001b[K'), 'the line is removed');
    const silent = createIo(here.folder, {});
    await run(['check', '--no-run', '--no-cache'], silent.io);
    assert.strictEqual(silent.err(), '');
  });

  it('an internal error is status 70, in two lines', async () => {
    const broken = (): never => {
      throw new Error('the floor is gone');
    };
    const { io, err } = createIo(here.folder, { out: broken });
    assert.strictEqual(await run(['explain', 'LP4001'], io), 70);
    assert.match(err(), /^loupe: internal error: the floor is gone\nloupe: LOUPE_DEBUG=1 shows .*\n$/);
  });
});
