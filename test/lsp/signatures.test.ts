/** RBS files over the wire: what `sig/` says is checked in Ruby files, and follows edits of it, in the editor and on disk. */
import assert from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startClient, type TestClient } from './client';

const RUBY = 'class Clock\n  def tick(x) = x + 1\nend\n';
const RIGHT = 'class Clock\n  def tick: (Integer x) -> Integer\nend\n';
const WRONG = RIGHT.replace('-> Integer', '-> String');

describe('language server beside RBS files', () => {
  let folder: string;
  let client: TestClient;
  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const changed = (name: string, type: 1 | 2 | 3): Promise<void> =>
    client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: uri(name), type }] });
  const isWrong = (found: readonly { code?: string | number }[]): boolean => found.some(one => one.code === 'LP3001');
  const isFine = (found: readonly unknown[]): boolean => found.length === 0;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-rbs-'));
    write('clock.rb', RUBY);
    write('sig/clock.rbs', WRONG);
    client = await startClient({ folders: [pathToFileURL(folder).href] });
    await client.open(uri('clock.rb'), RUBY);
    await client.published(uri('clock.rb'), isWrong);
  });
  afterEach(async () => {
    const code = await client.stop();
    rmSync(folder, { recursive: true, force: true });
    assert.strictEqual(code, 0);
  });

  it('follows a signature on disk', async () => {
    write('sig/clock.rbs', RIGHT);
    await changed('sig/clock.rbs', 2);
    await client.published(uri('clock.rb'), isFine);
    write('sig/clock.rbs', WRONG);
    await changed('sig/clock.rbs', 2);
    await client.published(uri('clock.rb'), isWrong);
    unlinkSync(join(folder, 'sig/clock.rbs'));
    await changed('sig/clock.rbs', 3);
    await client.published(uri('clock.rb'), isFine);
  });

  it('follows a signature that is being written in the editor, and tells what is wrong in it', async () => {
    await client.open(uri('sig/clock.rbs'), WRONG);
    await client.change(uri('sig/clock.rbs'), 2, [{ text: RIGHT }]);
    await client.published(uri('clock.rb'), isFine);
    await client.change(uri('sig/clock.rbs'), 3, [{ text: RIGHT.replace('tick:', 'tick') }]);
    await client.published(uri('sig/clock.rbs'), found => found.some(one => one.code === 'LP2511'));
    await client.change(uri('sig/clock.rbs'), 4, [{ text: WRONG }]);
    await client.published(uri('clock.rb'), isWrong);
  });
});
