/** What a client gets only when it asks: diagnostics of closed files, the words of lenses, the edits of fixes. */
import assert from 'node:assert';
import type { CodeAction, CodeLens, Diagnostic, WorkspaceDiagnosticReport } from 'vscode-languageserver/node';
import type { TestClient } from './client';
import { useFolder } from './folder';

const CLOSED = 'class Part\n  ##% () -> Integer\n  def one = nothing_here\nend\n';
const OPEN = 'class Share\n  ##% (Integer a, Integer b) -> Integer\n  def of(a, b) = a / b\nend\n';

const PULLS = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };

describe('what a client asks for', () => {
  const { uri, write, startHere } = useFolder({ inProcess: true });

  const pullClosed = (client: TestClient, previousResultIds: readonly object[]): Promise<WorkspaceDiagnosticReport> =>
    client.request('workspace/diagnostic', { previousResultIds });

  it('diagnostics of closed files are pushed until they are pulled; then a request waits for a change', async () => {
    write('part.rb', CLOSED);
    const client = await startHere({ capabilities: PULLS });
    await client.open(uri('share.rb'), OPEN);
    await client.request('workspace/executeCommand', { command: 'loupe.verifyWorkspace', arguments: [] });
    const pushed = await client.published(uri('part.rb'), found => found.length > 0);
    const { items } = await pullClosed(client, []);
    assert.deepStrictEqual(
      items.map(item => [item.uri, item.kind === 'full' && item.items.map(({ code }) => code)]),
      [[uri('part.rb'), pushed.map(({ code }) => code)]],
    );
    assert.deepStrictEqual(client.diagnostics.get(uri('part.rb')), [], 'it is not shown twice');

    const { resultId } = items[0]!;
    const next = pullClosed(client, [{ uri: uri('part.rb'), value: resultId }]);
    write('part.rb', CLOSED.replace('nothing_here', '1'));
    await client.touched([uri('part.rb'), 2]);
    const changed = (await next).items;
    assert.deepStrictEqual(
      changed.map(item => [item.uri, item.kind === 'full' && item.items]),
      [[uri('part.rb'), []]],
    );
  });

  it('a lens gets its words and an action its edit when they are resolved', async () => {
    const client = await startHere({
      capabilities: {
        textDocument: {
          codeLens: { resolveSupport: { properties: ['command'] } },
          codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } },
        },
      },
    });
    await client.open(uri('share.rb'), OPEN);
    const unsafe = (found: readonly Diagnostic[]): boolean => found.some(({ code }) => code === 'LP4004');
    await client.published(uri('share.rb'), unsafe);
    const textDocument = { uri: uri('share.rb') };
    const [lens] = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument });
    assert.strictEqual(lens!.command, undefined);
    assert.match((await client.request<CodeLens>('codeLens/resolve', lens!)).command!.title, /^✗ fails for /);

    const at = { line: 2, character: 19 };
    const params = { textDocument, range: { start: at, end: at }, context: { diagnostics: [] } };
    const actions = await client.request<CodeAction[]>('textDocument/codeAction', params);
    const fix = actions.find(({ title }) => title.startsWith('Add precondition'))!;
    assert.strictEqual(fix.edit, undefined);
    await client.request('textDocument/codeAction', { ...params, range: { start: at, end: { ...at, line: 3 } } });
    const { edit } = await client.request<CodeAction>('codeAction/resolve', fix);
    assert.deepStrictEqual(
      edit!.changes![uri('share.rb')]!.map(({ newText }) => newText),
      [' { b != 0 }'],
    );
    await client.change(uri('share.rb'), 2, [{ text: `\n${OPEN}` }]);
    await assert.rejects(client.request('codeAction/resolve', fix), /changed/);
  });
});
