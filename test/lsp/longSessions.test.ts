/**
 * Realistic sessions: edits during verification, folders that are added and removed, changed settings, two windows,
 * many files.
 */
import assert from 'node:assert';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver/node';
import type { TestClient } from './client';
import { BASE, type FileChange, has, isEmpty, messages, notifyConfigured, UNSAFE, USER, useFolder } from './folder';

describe('robust session', () => {
  const { path, uri, write, remove, start, startHere } = useFolder();
  const changed = (client: TestClient, ...names: readonly (readonly [string, FileChange])[]): Promise<void> =>
    client.touched(...names.map(([name, type]) => [uri(name), type] as const));

  it('reports the version of its diagnostics, and marks those of an earlier one as stale', async () => {
    const client = await start();
    const loose = 'untitled:watch.rb';
    await client.open(loose, UNSAFE);
    await client.published(loose, has('LP4001'));
    const everything = (): readonly { version?: number; diagnostics: Diagnostic[] }[] =>
      client.notifications
        .filter(each => each.method === 'textDocument/publishDiagnostics')
        .map(each => each.params as { version?: number; diagnostics: Diagnostic[] });
    assert.strictEqual(everything().at(-1)?.version, 1);
    const before = everything().length;
    const at = { line: 2, character: 25 };
    await client.change(loose, 7, [{ range: { start: at, end: { ...at, character: 26 } }, text: '7' }]);
    await client.published(
      loose,
      found => found.length === 1 && found[0]?.tags === undefined && everything().length > before + 1,
    );
    const after = everything().slice(before);
    assert.ok(after.every(each => each.version === 7));
    const [stale] = after[0]!.diagnostics;
    assert.deepStrictEqual(stale?.tags, [1]);
    assert.strictEqual(stale.severity, 4);
    assert.match(String(stale.message), /^before the last change: /);
    assert.strictEqual(after.at(-1)!.diagnostics[0]?.severity, 1);
  });

  it('moves open files to an added folder, and back when it is removed', async () => {
    write('base.rb', BASE);
    const client = await start();
    const folders = (added: boolean): Promise<void> => {
      const event = { added: [] as object[], removed: [] as object[] };
      event[added ? 'added' : 'removed'].push({ uri: uri(), name: 'it' });
      return client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    };
    await client.open(uri('user.rb'), USER);
    await client.published(uri('user.rb'), found => found.length > 0);
    await folders(true);
    await client.published(uri('user.rb'), isEmpty);
    await folders(false);
    await client.published(uri('user.rb'), found => found.length > 0);
  });

  it('follows renames and deletions, and ignores excluded files', async () => {
    write('base.rb', BASE);
    const client = await startHere();
    await client.open(uri('user.rb'), USER.replace('size', 'length'));
    await client.published(uri('user.rb'), has('LP3004'));
    write('vendor/base.rb', BASE.replace('size', 'length'));
    renameSync(join(path(), 'base.rb'), join(path(), 'other.rb'));
    write('other.rb', BASE.replace('size', 'length'));
    await changed(client, ['vendor/base.rb', 1], ['base.rb', 3], ['other.rb', 1]);
    await client.published(uri('user.rb'), isEmpty);
    remove('other.rb');
    await changed(client, ['other.rb', 3]);
    await client.published(uri('user.rb'), found => found.length > 0);
  });

  it('applies every changed setting without a restart: files, whether code is run, severities', async () => {
    const configuration: Record<string, unknown> = { replay: false, include: ['app/**/*.rb'] };
    write('lib/base.rb', BASE);
    write('watch.rb', UNSAFE);
    const capabilities = { workspace: { configuration: true } };
    const client = await startHere({ capabilities, configuration });
    await client.open(uri('user.rb'), USER);
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('user.rb'), found => found.length > 0);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 2);
    configuration.include = ['**/*.rb'];
    configuration.replay = true;
    await notifyConfigured(client);
    await client.published(uri('user.rb'), isEmpty);
    await client.published(uri('watch.rb'), found => found[0]?.severity === 1);
    configuration.severity = { LP4001: 'off' };
    await notifyConfigured(client);
    await client.published(uri('watch.rb'), isEmpty);
  });

  it('removes the problems of a deleted configuration', async () => {
    write('.loupe.yml', 'replai: false\n');
    write('watch.rb', UNSAFE);
    const client = await startHere();
    await client.open(uri('watch.rb'), UNSAFE);
    await client.published(uri('.loupe.yml'), found => found.length === 1);
    remove('.loupe.yml');
    await changed(client, ['.loupe.yml', 3]);
    await client.published(uri('.loupe.yml'), isEmpty);
  });

  it('hides the problems of the baseline, like the command line, and follows it on disk', async () => {
    const known = { 'watch.rb LP3004 Base has no method `length`': 1 };
    write('known.json', JSON.stringify({ schema: 1, known }));
    write('.loupe.yml', 'baseline: known.json\n');
    write('base.rb', BASE);
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    const client = await startHere({ capabilities });
    const text = USER.replace('size', 'length');
    await client.open(uri('watch.rb'), text);
    await client.open(uri('other.rb'), text.replace('User', 'Other'));
    await client.published(uri('other.rb'), has('LP3004'));
    const found = client.diagnostics.get(uri('other.rb'))!.find(each => each.code === 'LP3004');
    assert.ok(Object.keys(known)[0]!.endsWith(String(found?.message)), String(found?.message));
    await client.request('textDocument/documentSymbol', { textDocument: { uri: uri('watch.rb') } });
    assert.ok(!has('LP3004')(client.diagnostics.get(uri('watch.rb')) ?? []));
    const { registrations } = client.requestParams.get('client/registerCapability') as { registrations: object[] };
    assert.match(JSON.stringify(registrations), /\*\*\/known\.json/, 'the server registers a watcher for it');
    write(
      'known.json',
      JSON.stringify({ schema: 1, known: { [Object.keys(known)[0]!.replace('watch', 'other')]: 1 } }),
    );
    await changed(client, ['known.json', 2]);
    await client.published(uri('watch.rb'), has('LP3004'));
    await client.published(uri('other.rb'), isEmpty);
    write('known.json', '{ "known": { "other.rb": "some" } }');
    await changed(client, ['known.json', 2]);
    await client.published(uri('other.rb'), has('LP3004'));
    assert.match(messages(client).join('\n'), /the baseline \S+known\.json cannot be read/);
  });

  it('works in two windows on one folder, and after a restart', async () => {
    write('watch.rb', UNSAFE);
    const windows = await Promise.all([0, 1].map(() => startHere()));
    const found = await Promise.all(
      windows.map(async window => {
        await window.open(uri('watch.rb'), UNSAFE);
        return window.published(uri('watch.rb'), has('LP4001'));
      }),
    );
    assert.deepStrictEqual(found[0], found[1]);
    assert.strictEqual(await windows[0]!.stop(), 0);
    const again = await startHere();
    await again.open(uri('watch.rb'), UNSAFE);
    assert.deepStrictEqual(await again.published(uri('watch.rb'), has('LP4001')), found[0]);
  });

  it('reads 500 files with progress; when cancelled, reports only problems that need no other file', async () => {
    for (let i = 0; i < 500; i++) write(`lib/base${i}.rb`, BASE.replace('Base', `Base${i}`));
    const capabilities = { window: { workDoneProgress: true } };
    const client = await startHere({ capabilities });
    const seen = (): { kind: string; message?: string }[] =>
      client.notifications
        .filter(each => each.method === '$/progress')
        .map(each => (each.params as { value: { kind: string; message?: string } }).value);
    const begun = client.noticed(() => seen().some(value => value.kind === 'report'));
    await client.open(uri('user.rb'), USER.replace('Base', 'Base499'));
    await begun;
    const { token } = client.notifications.find(each => each.method === '$/progress')!.params as { token: string };
    await client.connection.sendNotification('window/workDoneProgress/cancel', { token });
    await client.noticed(() => seen().some(value => value.kind === 'end'));
    assert.ok(!seen().some(value => value.message === '500/500'), 'cancelled before the end');
    await client.change(uri('user.rb'), 2, [
      { text: `${USER.replace('Base', 'Base499')}class Open\n  type '('\nend\n` },
    ]);
    const found = await client.published(uri('user.rb'), each => each.length > 0);
    assert.deepStrictEqual(
      found.filter(each => !/^LP(1|20)/.test(String(each.code))),
      [],
      'unknown classes may be in files that were not read',
    );
    const command = { command: 'loupe.verifyFile', arguments: [uri('user.rb')] };
    assert.match(String(await client.request('workspace/executeCommand', command)), /not all files were read/);
    const lenses = await client.request('textDocument/codeLens', { textDocument: { uri: uri('user.rb') } });
    assert.deepStrictEqual(lenses, []);
    const again = await client.request('workspace/executeCommand', { command: 'loupe.verifyWorkspace', arguments: [] });
    assert.match(String(again), /: 50[01] proved/, 'read again, to the end');
  });

  it('runs no code of an untrusted workspace: no counterexample, no hook', async () => {
    const marker = join(path(), 'was-run');
    const text = `File.write(${JSON.stringify(marker)}, 'x')
class Model
  pre(:owns) { |name| File.write(${JSON.stringify(marker)}, 'x'); type name, '() -> Integer'; true }
  def self.owns(name) = nil
  owns :thing
end
${UNSAFE}`;
    const client = await startHere({ initializationOptions: { trusted: false } });
    await client.open(uri('watch.rb'), text);
    const found = await client.published(uri('watch.rb'), has('LP4001'));
    assert.strictEqual(found.find(each => each.code === 'LP4001')?.severity, 2, 'not confirmed, so no error');
    assert.ok(!existsSync(marker));
  });

  it('runs counterexamples, but no hook and no installed program, for a client that says nothing about trust', async () => {
    const text = `require 'loupe'
class Model
  KINDS = { integer: 'Integer' }.freeze
  def self.field(name, kind) = attr_accessor(name)
  pre('self.field') { |name, kind| type name, "() -> #{KINDS.fetch(kind)}" }
  field :age, :integer
end
${UNSAFE}`;
    const client = await startHere({
      configuration: { solver: 'native' },
      capabilities: { workspace: { configuration: true } },
    });
    await client.open(uri('watch.rb'), text);
    const found = await client.published(uri('watch.rb'), has('LP4001'));
    assert.strictEqual(found.find(each => each.code === 'LP4001')?.severity, 1, 'confirmed');
    const said = client.notifications.map(each => JSON.stringify(each.params)).join('\n');
    assert.match(said, /loupe\.solver needs a trusted workspace/);
    const hook = found.find(each => each.code === 'LP2521');
    assert.match(String(hook?.message), /hooks run only in a workspace that the editor trusts/);
  });

  it('sends partial results if the client requests them', async () => {
    const client = await start();
    const loose = 'untitled:base.rb';
    await client.open(loose, BASE + USER);
    await client.request('textDocument/documentSymbol', { textDocument: { uri: loose } });
    const partial = async (method: string, params: object): Promise<{ name?: string }[]> => {
      const answer = await client.request<unknown[]>(method, { ...params, partialResultToken: method });
      assert.deepStrictEqual(answer, []);
      return client.notifications
        .filter(each => each.method === '$/progress' && (each.params as { token: string }).token === method)
        .flatMap(each => (each.params as { value: { name?: string }[] }).value);
    };
    const symbols = await partial('workspace/symbol', { query: 'twice' });
    assert.deepStrictEqual(
      symbols.map(each => each.name),
      ['twice'],
    );
    const position = { line: 2, character: 7 };
    const context = { includeDeclaration: true };
    const references = await partial('textDocument/references', { textDocument: { uri: loose }, position, context });
    assert.strictEqual(references.length, 2);
  });

  it('infers the type of a method from checked calls, at a click on its lens', async () => {
    const client = await start();
    const loose = 'untitled:sum.rb';
    await client.open(loose, 'class Sum\n  def plus(a) = a + 1\n\n  ##% () -> Integer\n  def two = plus(1)\nend\n');
    const lenses = await client.request<{ command: { title: string; command: string; arguments: unknown[] } }[]>(
      'textDocument/codeLens',
      { textDocument: { uri: loose } },
    );
    const infer = lenses.find(each => each.command.title === 'Add inferred signature')!.command;
    await client.request('workspace/executeCommand', { command: infer.command, arguments: infer.arguments });
    const { edit } = client.requestParams.get('workspace/applyEdit') as { edit: { changes: Record<string, unknown> } };
    assert.deepStrictEqual(edit.changes[loose], [
      {
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } },
        newText: '  ##% (Integer a) -> Integer\n',
      },
    ]);
  });

  it('does not send unchanged pulled diagnostics again', async () => {
    const capabilities = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };
    const client = await start({ capabilities });
    const loose = 'untitled:base.rb';
    await client.open(loose, BASE);
    const pull = (previousResultId?: string): Promise<{ kind: string; resultId: string }> =>
      client.request('textDocument/diagnostic', { textDocument: { uri: loose }, previousResultId });
    const first = await pull();
    assert.strictEqual(first.kind, 'full');
    assert.strictEqual((await pull(first.resultId)).kind, 'unchanged');
  });
});
