/** What a client gets only when it asks: diagnostics of closed files, the words of lenses, the edits of fixes. */
import assert from 'node:assert';
import type {
  CodeAction,
  CodeLens,
  CreateFile,
  Diagnostic,
  SemanticTokens,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver/node';
import type { TestClient } from './client';
import { useFolder } from './folder';

const CLOSED = 'class Part\n  ##% () -> Integer\n  def one = nothing_here\nend\n';
const OPEN = 'class Share\n  ##% (Integer a, Integer b) -> Integer\n  def of(a, b) = a / b\nend\n';

const PULLS = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };

describe('what a client requests', () => {
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

  it('the failing test that an action writes is shown, and there is one such action', async () => {
    write('test/share_test.rb', "require 'minitest/autorun'\n");
    const client = await startHere({
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
        window: { showDocument: { support: true } },
      },
      initializationOptions: { trusted: true },
    });
    await client.open(uri('share.rb'), OPEN);
    await client.published(uri('share.rb'), found => found.some(each => each.code === 'LP4004' && each.severity === 1));
    const at = { line: 2, character: 19 };
    const params = {
      textDocument: { uri: uri('share.rb') },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    };
    const actions = await client.request<CodeAction[]>('textDocument/codeAction', params);
    const [action, ...others] = actions.filter(({ title }) => title.startsWith('Write a failing test'));
    assert.deepStrictEqual(others, []);
    assert.ok(!actions.some(({ isPreferred, title }) => isPreferred && /^(Ignore|Write)/.test(title)));
    const [create] = action!.edit!.documentChanges as readonly CreateFile[];
    assert.strictEqual(create!.kind, 'create');
    await client.request('workspace/executeCommand', action!.command!);
    assert.deepStrictEqual(client.requestParams.get('window/showDocument'), { uri: create!.uri, takeFocus: true });
  });

  it('the tokens of a range are those of the file that touch it', async () => {
    const client = await startHere();
    await client.open(uri('share.rb'), OPEN + OPEN.replace('Share', 'Other'));
    const textDocument = { uri: uri('share.rb') };
    const lines = ({ data }: SemanticTokens): readonly string[] => {
      const found: string[] = [];
      let [line, character] = [0, 0];
      for (let i = 0; i < data.length; i += 5) {
        character = data[i] === 0 ? character + data[i + 1]! : data[i + 1]!;
        line += data[i]!;
        found.push([line, character, ...data.slice(i + 2, i + 5)].join(' '));
      }
      return found;
    };
    const all = lines(await client.request('textDocument/semanticTokens/full', { textDocument }));
    const range = { start: { line: 5, character: 0 }, end: { line: 6, character: 0 } };
    const some = lines(await client.request('textDocument/semanticTokens/range', { textDocument, range }));
    assert.ok(some.length > 0 && some.length < all.length);
    assert.deepStrictEqual(
      some,
      all.filter(token => token.startsWith('5 ')),
    );
  });
});
