/**
 * The installed Ruby as a host: no sandbox, but its processes end with it, within its limits, and see only the part of
 * the environment that Ruby needs. A folder's own settings cannot choose it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../../server/src/cli/session';
import type { Io } from '../../../server/src/cli/usage';
import { describeNeeds, RUBY } from '../../harness/requirements';
import { hostForTests, NEVER } from '../../harness/rubyForTests';

describeNeeds(RUBY, 'the installed Ruby', () => {
  const host = hostForTests({ ruby: 'system', timeoutMs: 15_000, memoryMb: 128 });
  after(() => host.close());

  const said = async (source: string): Promise<string> => {
    const reply = await host.evaluate(source, [], NEVER);
    return reply.kind === 'value' ? reply.text : `failed: ${reply.why}`;
  };

  it('returns the value of the last expression', async () => {
    assert.equal(await said('[1, 2].sum'), '3');
  });

  it('has a memory limit', async function () {
    if (process.platform !== 'linux') this.skip();
    assert.match(await said('("x" * 3_000_000_000).size'), /memory/i);
    assert.equal(await said('("x" * 1_000_000).size'), '1000000');
  });

  it('does not wait for at_exit blocks', async () => {
    assert.equal(await said('at_exit { loop {} }; 4'), '4');
  });

  it('reports that a program ends itself', async () => {
    assert.match(await said('exit!(3)'), /ended itself/);
    assert.match(await said('exit 1'), /SystemExit/);
  });

  it('ends with all forked processes', async function () {
    if (process.platform === 'win32') this.skip();
    const child = Number(await said('fork { sleep 300 }'));
    assert.ok(child > 0);
    for (let i = 0; i < 100 && isAlive(child); i++) await new Promise(next => setTimeout(next, 50));
    assert.equal(isAlive(child), false);
  });

  it('passes only what Ruby needs of the environment', async () => {
    process.env.LOUPE_TEST_SECRET = 'secret';
    assert.equal(await said('ENV["LOUPE_TEST_SECRET"].inspect'), 'nil');
    delete process.env.LOUPE_TEST_SECRET;
  });
});

describe('the choice of the installed Ruby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-ruby-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is the user’s, not the folder’s', () => {
    writeFileSync(join(folder, '.loupe.yml'), 'ruby: system\n');
    const notices: string[] = [];
    const io = { cwd: folder, err: (text: string) => notices.push(text) } as unknown as Io;
    assert.equal(loadSettings(io, null).ruby, 'embedded');
    assert.match(notices.join(''), /sets `ruby`, which only the user may set: use --ruby/);
    assert.equal(loadSettings(io, null, { ruby: 'system' }).ruby, 'system');
    assert.equal(loadSettings(io, join(folder, '.loupe.yml')).ruby, 'system');
    assert.equal(loadSettings(io, join(folder, '.loupe.yml'), { ruby: 'embedded' }).ruby, 'embedded');
  });
});

/** A zombie does not count. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
