/** Every advertised capability responds with a result. */
import assert from 'node:assert';
import { startClient, type TestClient } from './client';

const URI = 'untitled:counter.rb';
const TEXT = `class Counter
  var_type :@total, 'Integer'; attr_writer :missing
  ##% (Integer step { step > 0 }) -> Integer r { r > old(@total) }
  def add(step)
    doubled = step + step
    @total = @total + doubled
    @total
  end

  ##% () -> Integer
  def twice
    add(1)
    @missing = 1
    add(2)
  end

  ##% (Counter c) -> Integer
  def of(c) = c.add(1)
end
`;

const textDocument = { uri: URI };
const at = (line: number, character: number) => ({ textDocument, position: { line, character } });
const everything = { start: { line: 0, character: 0 }, end: { line: 19, character: 0 } };
const position = { line: 4, character: 6 };

/** For each capability a request, and what its result contains. */
const REQUESTS: Readonly<Record<string, { method: string; params: object; good: (answer: never) => boolean }>> = {
  hoverProvider: {
    method: 'textDocument/hover',
    params: at(4, 15),
    good: (answer: { contents: { value: string } }) => answer.contents.value.includes('Integer'),
  },
  codeLensProvider: {
    method: 'textDocument/codeLens',
    params: { textDocument },
    good: (answer: { command: { title: string } }[]) =>
      answer.length === 3 && answer.every(lens => lens.command.title !== ''),
  },
  codeActionProvider: {
    method: 'textDocument/codeAction',
    params: { textDocument, range: everything, context: { diagnostics: [] } },
    good: (answer: { title: string }[]) =>
      answer.some(action => action.title.includes("var_type :@missing, 'Integer'")),
  },
  inlayHintProvider: {
    method: 'textDocument/inlayHint',
    params: { textDocument, range: everything },
    good: (answer: { label: string }[]) => answer.some(hint => hint.label === ': Integer'),
  },
  completionProvider: {
    method: 'textDocument/completion',
    params: at(2, 30),
    good: (answer: { label: string }[]) => ['step', '@total'].every(name => answer.some(item => item.label === name)),
  },
  signatureHelpProvider: {
    method: 'textDocument/signatureHelp',
    params: at(11, 8),
    good: (answer: { signatures: { label: string }[] }) => answer.signatures[0]!.label.startsWith('add('),
  },
  definitionProvider: {
    method: 'textDocument/definition',
    params: at(11, 5),
    good: (answer: { range: { start: { line: number } } }[]) => answer[0]?.range.start.line === 3,
  },
  declarationProvider: {
    method: 'textDocument/declaration',
    params: at(11, 5),
    good: (answer: { range: { start: { line: number } } }[]) => answer[0]?.range.start.line === 2,
  },
  documentLinkProvider: {
    method: 'textDocument/documentLink',
    params: { textDocument },
    good: (answer: unknown[]) => answer.length === 0,
  },
  typeDefinitionProvider: {
    method: 'textDocument/typeDefinition',
    params: at(17, 14),
    good: (answer: { range: { start: { line: number } } }[]) => answer[0]?.range.start.line === 0,
  },
  implementationProvider: {
    method: 'textDocument/implementation',
    params: at(3, 7),
    good: (answer: { range: { start: { line: number } } }[]) => answer[0]?.range.start.line === 3,
  },
  callHierarchyProvider: {
    method: 'textDocument/prepareCallHierarchy',
    params: at(3, 7),
    good: (answer: { name: string }[]) => answer[0]?.name === 'Counter#add',
  },
  typeHierarchyProvider: {
    method: 'textDocument/prepareTypeHierarchy',
    params: at(0, 8),
    good: (answer: { name: string }[]) => answer[0]?.name === 'Counter',
  },
  referencesProvider: {
    method: 'textDocument/references',
    params: { ...at(3, 7), context: { includeDeclaration: true } },
    good: (answer: unknown[]) => answer.length === 4,
  },
  documentHighlightProvider: {
    method: 'textDocument/documentHighlight',
    params: at(3, 11),
    good: (answer: unknown[]) => answer.length === 3,
  },
  renameProvider: {
    method: 'textDocument/rename',
    params: { ...at(5, 6), newName: '@sum' },
    good: (answer: { changes: Record<string, unknown[]> }) => answer.changes[URI]?.length === 5,
  },
  linkedEditingRangeProvider: {
    method: 'textDocument/linkedEditingRange',
    params: at(3, 11),
    good: (answer: { ranges: unknown[] }) => answer.ranges.length === 5,
  },
  documentSymbolProvider: {
    method: 'textDocument/documentSymbol',
    params: { textDocument },
    good: (answer: { name: string; children: { name: string }[] }[]) =>
      answer[0]?.name === 'Counter' && answer[0].children.map(child => child.name).join() === 'add,twice,of',
  },
  workspaceSymbolProvider: {
    method: 'workspace/symbol',
    params: { query: 'twc' },
    good: (answer: { name: string }[]) => answer.map(symbol => symbol.name).join() === 'twice',
  },
  foldingRangeProvider: {
    method: 'textDocument/foldingRange',
    params: { textDocument },
    good: (answer: { startLine: number; endLine: number }[]) => answer[0]?.startLine === 1 && answer[0].endLine === 2,
  },
  selectionRangeProvider: {
    method: 'textDocument/selectionRange',
    params: { textDocument, positions: [position] },
    good: (answer: { parent?: { parent?: object } }[]) => answer[0]?.parent?.parent !== undefined,
  },
  semanticTokensProvider: {
    method: 'textDocument/semanticTokens/full',
    params: { textDocument },
    good: (answer: { data: number[] }) => answer.data.length > 0 && answer.data.length % 5 === 0,
  },
  diagnosticProvider: {
    method: 'textDocument/diagnostic',
    params: { textDocument },
    good: (answer: { kind: string; items: { code: string }[] }) =>
      answer.kind === 'full' && answer.items.some(item => item.code === 'LP3006'),
  },
  executeCommandProvider: {
    method: 'workspace/executeCommand',
    params: { command: 'loupe.showDetails', arguments: [URI, 'Counter#add'] },
    good: (answer: string) => answer.startsWith('Counter#add: '),
  },
};

/** Capabilities without a request. */
const NOT_REQUESTS = ['textDocumentSync', 'workspace', 'positionEncoding'];

describe('capabilities', () => {
  let client: TestClient;
  before(async () => {
    const capabilities = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };
    client = await startClient({ capabilities, initializationOptions: { presence: true } });
    await client.open(URI, TEXT);
  });
  after(async () => {
    assert.strictEqual(await client.stop(), 0);
  });

  it('advertises exactly what is tested here', () => {
    const advertised = Object.keys(client.initialized.capabilities).filter(name => !NOT_REQUESTS.includes(name));
    assert.deepStrictEqual(advertised.sort(), Object.keys(REQUESTS).sort());
  });

  for (const [name, { method, params, good }] of Object.entries(REQUESTS)) {
    it(`${name}: ${method}`, async () => {
      const answer = await client.request(method, params);
      assert.ok(good(answer as never), JSON.stringify(answer, null, 1));
    });
  }

  it('handles every command that it advertises', async () => {
    const commands = client.initialized.capabilities.executeCommandProvider?.commands ?? [];
    const answers = new Map<string, unknown>();
    for (const command of commands) {
      const form = command === 'loupe.showForm' ? ['smt'] : [];
      answers.set(command, await client.request('workspace/executeCommand', { command, arguments: [URI, 4, ...form] }));
    }
    assert.match(String(answers.get('loupe.showForm')), /\(check-sat\)/);
    assert.match(String(answers.get('loupe.showDetails')), /^Counter#add: /);
    assert.equal(answers.get('loupe.showLearned'), 'no recorded run called Counter#add');
    assert.strictEqual((answers.get('loupe.methodDetails') as { name: string }).name, 'Counter#add');
    assert.strictEqual(answers.get('loupe.applyFix'), false, 'no purpose was named');
    assert.match(String(answers.get('loupe.verifyMethod')), /^Counter#add: ✓ proved/);
    assert.match(String(answers.get('loupe.verifyFile')), /^\S+counter\.rb: 3 proved$/);
    assert.match(String(answers.get('loupe.verifyWorkspace')), /: 3 proved$/);
    assert.deepStrictEqual(
      [...answers.keys()].filter(each => answers.get(each) === null),
      ['loupe.counterexampleTest'], // nothing was confirmed here
    );
  });

  it('pushes diagnostics only if they are not pulled', async () => {
    assert.strictEqual(client.diagnostics.size, 0);
    const other = await startClient();
    assert.strictEqual(other.initialized.capabilities.diagnosticProvider, undefined);
    await other.open(URI, TEXT);
    await other.published(URI, found => found.some(problem => problem.code === 'LP3006'));
    assert.strictEqual(await other.stop(), 0);
  });

  it('shows callers, callees and related classes of an item', async () => {
    const [method] = await client.request<object[]>('textDocument/prepareCallHierarchy', at(3, 7));
    const callers = await client.request<{ from: { name: string }; fromRanges: object[] }[]>(
      'callHierarchy/incomingCalls',
      { item: method },
    );
    assert.deepStrictEqual(
      callers.map(({ from, fromRanges }) => [from.name, fromRanges.length]),
      [
        ['Counter#twice', 2],
        ['Counter#of', 1],
      ],
    );
    const [caller] = await client.request<object[]>('textDocument/prepareCallHierarchy', at(10, 7));
    const callees = await client.request<{ to: { name: string } }[]>('callHierarchy/outgoingCalls', { item: caller });
    assert.deepStrictEqual(
      callees.map(({ to }) => to.name),
      ['Counter#add'],
    );
    const [type] = await client.request<object[]>('textDocument/prepareTypeHierarchy', at(0, 8));
    assert.deepStrictEqual(await client.request('typeHierarchy/supertypes', { item: type }), []);
    assert.deepStrictEqual(await client.request('typeHierarchy/subtypes', { item: type }), []);
  });

  it('refuses to rename to an invalid name', async () => {
    await assert.rejects(client.request('textDocument/rename', { ...at(5, 6), newName: 'no name' }), /not the name/);
  });
});
