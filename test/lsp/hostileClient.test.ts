/** Unusual sequences: clients that reject requests, invalid settings, folders that move, branch switches. */
import assert from 'node:assert';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientOptions, TestClient } from './client';
import { BASE, type FileChange, has, isEmpty, messages, notifyConfigured, UNSAFE, USER, useFolder } from './folder';

describe('hostile session', () => {
  const { path, uri, write, remove, startHere } = useFolder();
  let client: TestClient;
  const start = async (options: ClientOptions = {}): Promise<void> => {
    client = await startHere(options);
  };
  const changed = (...names: readonly (readonly [string, FileChange])[]): Promise<void> =>
    client.touched(...names.map(([name, type]) => [uri(name), type] as const));
  const close = (name: string): Promise<void> =>
    client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri(name) } });

  it('works with a client that rejects every request that it announced to support', async () => {
    const refreshed = { refreshSupport: true };
    const registered = { dynamicRegistration: true };
    await start({
      refuses: true,
      capabilities: {
        window: { workDoneProgress: true },
        workspace: {
          configuration: true,
          codeLens: refreshed,
          inlayHint: refreshed,
          semanticTokens: refreshed,
          didChangeWatchedFiles: registered,
          didChangeConfiguration: registered,
        },
      },
    });
    write('base.rb', BASE);
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('watch.rb'), has('LP4001'));
    const asked = ['client/registerCapability', 'window/workDoneProgress/create', 'workspace/configuration'];
    assert.ok(asked.every(method => client.requests.includes(method)));
    const details = { command: 'loupe.showDetails', arguments: [uri('watch.rb'), 2] };
    assert.match(String(await client.request('workspace/executeCommand', details)), /^Watch#incr_sec: ✗/);
  });

  it('uses the valid part of invalid settings, and reports the rest once', async () => {
    const configuration: Record<string, unknown> = {
      rlimit: -3,
      nil: 'banana',
      include: [1, null],
      jobs: 'many',
      severity: { LP4001: 'hint', LP9999: 'error' },
      arrayBound: null,
      codeLense: false,
    };
    await start({ capabilities: { workspace: { configuration: true } }, configuration });
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 4);
    await notifyConfigured(client);
    configuration.severity = 'loud';
    await notifyConfigured(client);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 1);
    assert.strictEqual(messages(client).length, 2, messages(client).join('\n'));
    for (const words of ['rlimit takes a whole number', 'nil takes', 'include takes', 'jobs takes', '`LP9999`'])
      assert.ok(messages(client)[0]!.includes(words), messages(client)[0]);
    assert.match(messages(client)[0]!, /no setting `codeLense`; did you mean `codeLens`/);
    assert.match(messages(client)[1]!, /severity takes/);
    assert.ok(!messages(client)[0]!.includes('arrayBound'), 'null means: not set');
  });

  it('uses settings sent by a client without workspace/configuration', async () => {
    await start();
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 1);
    const settings = { loupe: { severity: { LP4001: 'hint' } } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await client.published(uri('watch.rb'), found => found[0]?.severity === 4);
  });

  it('refreshes lenses, hints and tokens when they are switched off', async () => {
    const refreshed = { refreshSupport: true };
    const configuration: Record<string, unknown> = {};
    const workspace = { configuration: true, codeLens: refreshed, inlayHint: refreshed, semanticTokens: refreshed };
    await start({ capabilities: { workspace }, configuration });
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('watch.rb'), has('LP4001'));
    for (const [setting, view, request] of [
      ['codeLens', 'codeLens', 'codeLens'],
      ['inlayHints', 'inlayHint', 'inlayHint'],
      ['semanticTokens', 'semanticTokens', 'semanticTokens/full'],
    ] as const) {
      const range = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } };
      const look = async (): Promise<number> => {
        const answer = await client.request<unknown[] | { data: unknown[] }>(`textDocument/${request}`, {
          textDocument: { uri: uri('watch.rb') },
          range,
        });
        return (Array.isArray(answer) ? answer : answer.data).length;
      };
      assert.ok((await look()) > 0, setting);
      const count = (): number => client.requests.filter(each => each === `workspace/${view}/refresh`).length;
      await client.noticed(() => count() > 0);
      const before = count();
      configuration[setting] = false;
      await notifyConfigured(client);
      await client.noticed(() => count() > before);
      assert.strictEqual(await look(), 0, setting);
    }
  });

  it('follows the rename of a folder with an open file', async () => {
    write('app/models/base.rb', BASE);
    write('app/models/user.rb', USER);
    await start();
    await client.open(uri('app/models/user.rb'), USER);
    await client.open(uri('other.rb'), USER.replace('User', 'Other').replace('size', 'length'));
    await client.published(uri('other.rb'), has('LP3004'));
    renameSync(join(path(), 'app/models'), join(path(), 'app/things'));
    write('app/things/base.rb', BASE.replace('size', 'length'));
    await close('app/models/user.rb');
    await client.open(uri('app/things/user.rb'), USER);
    // Editors report the folder, not the files in it.
    await changed(['app/models', 3], ['app/things', 1]);
    await client.published(uri('other.rb'), isEmpty);
    await client.published(uri('app/things/user.rb'), has('LP3004'));
    const symbols = await client.request<{ location: { uri: string } }[]>('workspace/symbol', { query: 'twice' });
    assert.deepStrictEqual(symbols.map(each => each.location.uri).sort(), [uri('app/things/user.rb'), uri('other.rb')]);
  });

  it('keeps the contents of an open file that is deleted on disk, and drops it when it is closed', async () => {
    write('base.rb', BASE);
    await start();
    await client.open(uri('base.rb'), BASE);
    await client.open(uri('user.rb'), USER.replace('size', 'sise'));
    await client.published(uri('user.rb'), has('LP3004'));
    remove('base.rb');
    await changed(['base.rb', 3]);
    await client.change(uri('user.rb'), 2, [{ text: USER }]);
    await client.published(uri('user.rb'), isEmpty);
    await close('base.rb');
    await client.published(uri('user.rb'), found => found.length > 0);
  });

  it('treats a branch switch as one change', async () => {
    const name = (i: number): string => `lib/base${i}.rb`;
    const text = (i: number, method: string): string => BASE.replace('Base', `Thing${i}`).replace('size', method);
    for (let i = 0; i < 100; i++) write(name(i), text(i, 'size'));
    await start({ initializationOptions: { presence: true } });
    const user = (method: string): string =>
      Array.from({ length: 100 }, (_, i) => USER.replace('User', `User${i}`).replace('Base', `Thing${i}`))
        .join('')
        .replaceAll('size', method);
    await client.open(uri('user.rb'), user('count'));
    await client.published(uri('user.rb'), found => found.filter(each => each.code === 'LP3004').length === 100);
    for (let i = 0; i < 100; i++) write(name(i), text(i, 'count'));
    const before = client.notifications.length;
    await changed(...Array.from({ length: 100 }, (_, i) => [name(i), 2] as const));
    await client.published(uri('user.rb'), isEmpty);
    const published = client.notifications
      .slice(before)
      .filter(each => each.method === 'textDocument/publishDiagnostics');
    assert.strictEqual(published.length, 1, 'no half-switched branch was shown');
  });

  it('counts tabs, emoji and CRLF as the protocol does', async () => {
    const text =
      'class Watch\r\n\t##% (Integer x) -> Integer\r\n\tdef f(x)\r\n\t\ty = "🕰é"; x.nothing(1)\r\n\tend\r\nend\r\n';
    await start();
    await client.open(uri('watch.rb'), text);
    const [found] = await client.published(uri('watch.rb'), has('LP3004'));
    const start4 = '\t\ty = "🕰é"; x.'.length;
    assert.deepStrictEqual(found!.range, {
      start: { line: 3, character: start4 },
      end: { line: 3, character: start4 + 'nothing'.length },
    });
    const at = { line: 3, character: start4 };
    const edit = { range: { start: at, end: { ...at, character: start4 + 7 } }, text: 'pow' };
    await client.change(uri('watch.rb'), 2, [edit]);
    await client.published(uri('watch.rb'), isEmpty);
  });

  it('reads a byte order mark, on disk and in a document', async () => {
    write('base.rb', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(BASE)]));
    await start();
    await client.open(uri('user.rb'), `\uFEFF${USER.replace('size', 'length')}`);
    const [found] = await client.published(uri('user.rb'), has('LP3004'));
    assert.match(String(found!.message), /Base has no method `length`/);
    await client.change(uri('user.rb'), 2, [{ text: `\uFEFF${USER}` }]);
    await client.published(uri('user.rb'), isEmpty);
  });

  it('updates both programs if one folder contains the other', async () => {
    write('inner/base.rb', BASE);
    await start({ folders: [uri(), uri('inner')] });
    await client.open(uri('user.rb'), USER);
    await client.open(uri('inner/user.rb'), USER.replace('User', 'Inner'));
    await client.change(uri('user.rb'), 2, [{ text: USER.replace('size', 'length') }]);
    await client.change(uri('inner/user.rb'), 2, [{ text: USER.replace('User', 'Inner').replace('size', 'length') }]);
    await client.published(uri('user.rb'), has('LP3004'));
    await client.published(uri('inner/user.rb'), has('LP3004'));
    write('inner/base.rb', BASE.replace('size', 'length'));
    await changed(['inner/base.rb', 2]);
    await client.published(uri('user.rb'), isEmpty);
    await client.published(uri('inner/user.rb'), isEmpty);
  });
});
