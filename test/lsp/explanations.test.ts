/**
 * What a session shows besides the diagnostic: origins of obligations, contracts of calls, counts, the test of a
 * counterexample.
 */
import assert from 'node:assert';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  CompletionItem,
  CompletionList,
  Diagnostic,
  DiagnosticRelatedInformation,
} from 'vscode-languageserver/node';
import { STATUS_NOTIFICATION, type StatusParams } from '../../shared/src/protocol';
import type { TestClient } from './client';
import { useFolder } from './folder';

const TEXT = `module Priced
  type :price, '() -> Integer p { p > 0 }', :pure

  type '(Integer x) -> Integer r { r == x / price }'
  def share(x) = x / price
end

class Gift
  include Priced

  var_type :@count, 'Integer'

  def price = 0

  type '(Integer n { n > 0 }) -> Integer r { r > 0 }', modifies: { self: :@count }
  def take(n)
    @count = n
    n
  end

  type '() -> Integer'
  def both
    sum = take(1) + 1
    sum
  end
end
`;

describe('what a session shows', () => {
  const { uri, write, startHere } = useFolder({ inProcess: true });
  let client: TestClient;
  let found: readonly Diagnostic[];
  beforeEach(async () => {
    write('gift.rb', TEXT);
    client = await startHere({ initializationOptions: { presence: true } });
    await client.open(uri('gift.rb'), TEXT);
    found = await client.published(uri('gift.rb'), each => each.some(({ severity }) => severity === 1));
  });

  const lineOf = (words: string): number => TEXT.split('\n').findIndex(line => line.includes(words));
  const at = (line: string, word: string) => ({
    textDocument: { uri: uri('gift.rb') },
    position: { line: lineOf(line), character: TEXT.split('\n')[lineOf(line)]!.indexOf(word) },
  });
  const hover = async (line: string, word: string): Promise<string> =>
    (await client.request<{ contents: { value: string } }>('textDocument/hover', at(line, word))).contents.value;

  it('the hover of a method of the library says what Ruby documents, and completion does so on request', async () => {
    assert.match(await hover('def share', '/'), /Performs division/);
    const { textDocument, position } = at('sum = take', 'um');
    const params = { textDocument, position, context: { triggerKind: 1 } };
    const answer = await client.request<CompletionItem[] | CompletionList>('textDocument/completion', params);
    const items = Array.isArray(answer) ? answer : answer.items;
    const sleep = items.find(({ label }) => label === 'sleep')!;
    assert.strictEqual(sleep.documentation, undefined);
    const resolved = await client.request<CompletionItem>('completionItem/resolve', sleep);
    assert.match((resolved.documentation as { value: string }).value, /Suspends execution/);
  });

  it('a diagnostic links to its page, to the clause and to the include site', () => {
    const wrong = found.find(({ severity }) => severity === 1)!;
    assert.strictEqual(wrong.range.start.line, lineOf('def price'));
    assert.ok(existsSync(fileURLToPath(wrong.codeDescription!.href)), wrong.codeDescription!.href);
    const lines = (wrong.relatedInformation ?? []).map(
      (each: DiagnosticRelatedInformation) => each.location.range.start.line,
    );
    assert.ok(lines.includes(lineOf("'() -> Integer p")), `the clause: ${lines.join()}`);
    assert.ok(lines.includes(lineOf('include Priced')), `the include: ${lines.join()}`);
  });

  it('the hover of a diagnostic shows the call, its clause, whether it was run, and how to fix it', async () => {
    const words = await hover('def price', 'price');
    for (const part of [/Gift\.new\.price/, /=> 0/, /p > 0/, /Fails in Ruby/]) assert.match(words, part);
  });

  it('the hover of an expression shows its type; of a call, its precondition, postcondition and frame', async () => {
    assert.match(await hover('    sum = take', 'sum'), /Integer/);
    const call = await hover('    sum = take', 'take');
    for (const part of ['n > 0', 'r > 0', 'modifies', '@count']) assert.ok(call.includes(part), call);
    assert.match(await hover('def share(x)', 'price'), /pure/);
  });

  it('the status counts safe methods, those that rely on one which fails, unsafe and undecided ones', async () => {
    const last = (): StatusParams | undefined =>
      client.notifications.filter(each => each.method === STATUS_NOTIFICATION).at(-1)?.params as
        | StatusParams
        | undefined;
    await client.noticed(() => last()?.verifying === 0 && last()!.safe + last()!.unsafe + last()!.undecided === 4);
    assert.deepStrictEqual(last(), { safe: 3, unfounded: 1, unsafe: 1, undecided: 0, verifying: 0, notReproduced: 0 });
  });

  it('a counterexample is available as a test', async () => {
    const command = 'loupe.counterexampleTest';
    const text = await client.request('workspace/executeCommand', {
      command,
      arguments: [uri('gift.rb'), 'Gift#price'],
    });
    assert.match(
      String(text),
      /require_relative[\s\S]*receiver = Gift\.new\n\s*p = receiver\.price\n\s*assert\(\(p > 0\)/,
    );
  });
});
