/** Folders: files on disk, settings, trust, progress, several roots. */
import assert from 'node:assert';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BASE, has, UNSAFE, USER, useFolder } from './folder';

describe('language server in folders', () => {
  const { uri, write, remove, start, startHere } = useFolder({ inProcess: true });

  it('knows closed files, and follows them on disk', async () => {
    write('base.rb', BASE);
    write('user.rb', USER);
    const client = await startHere();
    await client.open(uri('user.rb'), USER.replace('size', 'length'));
    await client.published(uri('user.rb'), has('LP3004'));
    write('base.rb', BASE.replace('size', 'length'));
    await client.touched([uri('base.rb'), 2]);
    await client.published(uri('user.rb'), found => found.length === 0);
    remove('base.rb');
    await client.touched([uri('base.rb'), 3]);
    await client.published(uri('user.rb'), found => found.length > 0);
  });

  it('reads settings from the editor and from .loupe.yml, and follows both', async () => {
    const capabilities = { workspace: { configuration: true } };
    write('watch.rb', UNSAFE);
    write('.loupe.yml', 'replay: false\nseverity:\n  LP4001: hint\n');
    const configuration = { severity: { LP4001: 'information' } };
    const client = await startHere({ capabilities, configuration });
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 4);
    write('.loupe.yml', 'replay: false\n');
    await client.touched([uri('.loupe.yml'), 2]);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 3);
    write('.loupe.yml', 'replai: false\n');
    await client.touched([uri('.loupe.yml'), 2]);
    const [problem] = await client.published(uri('.loupe.yml'), found => found.length > 0);
    assert.match(String(problem!.message), /replai/);
  });

  it('runs no code of an untrusted workspace', async () => {
    const client = await startHere({ initializationOptions: { trusted: false } });
    await client.open(uri('watch.rb'), UNSAFE);
    const [unsafe] = await client.published(uri('watch.rb'), has('LP4001'));
    assert.strictEqual(unsafe!.severity, 2);
  });

  it('shows progress while it reads and verifies a folder', async () => {
    for (let i = 0; i < 30; i++) write(`base${i}.rb`, BASE.replace('Base', `Base${i}`));
    const capabilities = { window: { workDoneProgress: true } };
    const client = await startHere({ capabilities });
    await client.open(uri('base0.rb'), BASE.replace('Base', 'Base0'));
    await client.request('workspace/executeCommand', { command: 'loupe.verifyWorkspace', arguments: [] });
    const progress = client.notifications.filter(each => each.method === '$/progress');
    const values = progress.map(each => (each.params as { value: { kind: string; title?: string } }).value);
    assert.deepStrictEqual(
      values.filter(value => value.kind === 'begin').map(value => value.title),
      ['Loupe: reading Ruby files', 'Loupe: verifying'],
    );
    assert.strictEqual(values.filter(value => value.kind === 'end').length, 2);
  });

  it('separates the programs of two folders', async () => {
    const other = mkdtempSync(join(tmpdir(), 'loupe-lsp-other-'));
    try {
      write('base.rb', BASE);
      const client = await start({ folders: [uri(), pathToFileURL(other).href] });
      const elsewhere = pathToFileURL(join(other, 'user.rb')).href;
      await client.open(elsewhere, USER);
      await client.open(uri('user.rb'), USER.replace('size', 'nothing'));
      await client.published(elsewhere, found => found.length > 0);
      await client.published(uri('user.rb'), has('LP3004'));
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('stays small and correct over hundreds of edits of a long file', async () => {
    const many = Array.from({ length: 250 }, (_, i) => USER.replace('User', `User${i}`)).join('');
    const client = await start({ inProcess: false });
    const loose = 'untitled:long.rb';
    await client.open(loose, BASE + many);
    const settle = (): Promise<{ children: { name: string }[] }[]> =>
      client.request('textDocument/documentSymbol', { textDocument: { uri: loose } });
    let early = 0;
    for (let version = 2; version <= 301; version++) {
      if (version === 100) {
        await settle();
        early = residentMegabytes(client.process?.pid);
      }
      const text = version % 2 === 0 ? '2' : '';
      const end = { line: 2, character: version % 2 === 0 ? 14 : 15 };
      await client.change(loose, version, [{ range: { start: { line: 2, character: 14 }, end }, text }]);
    }
    const symbols = await settle();
    assert.strictEqual(symbols.length, 251);
    assert.strictEqual(symbols[0]!.children[0]!.name, 'size');
    const growth = residentMegabytes(client.process?.pid) - early;
    assert.ok(growth < 200, `the server grew by ${growth} MB over 200 edits`);
  }).timeout(300_000);
});

/** Resident memory of a process on Linux; elsewhere 0, so that the test passes. */
function residentMegabytes(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  } catch {
    return 0;
  }
}
