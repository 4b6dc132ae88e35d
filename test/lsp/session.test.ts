/** A whole session: open, edit, hover, close, shut down. With the built server, over stdio. */
import assert from 'node:assert';
import type { Hover, TextEdit } from 'vscode-languageserver/node';
import { METHODS_NOTIFICATION, type MethodsParams } from '../../shared/src/protocol';
import { startClient, type TestClient } from './client';
import { has } from './folder';

const URI = 'untitled:clock.rb';
const BROKEN = `class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def incr_sec(x)
    x == 58 ? 0 : x + 1
  end
end
`;

describe('language server', () => {
  let client: TestClient;
  beforeEach(async () => {
    client = await startClient();
  });
  afterEach(() => {
    client.process?.kill();
  });

  it('publishes a confirmed counterexample, shows it in the hover, and withdraws it after the fix', async () => {
    await client.open(URI, BROKEN);
    const [unsafe] = await client.published(URI, has('LP4001'));
    assert.strictEqual(unsafe?.code, 'LP4001');
    assert.strictEqual(unsafe.severity, 1);
    assert.deepStrictEqual(unsafe.range.start, { line: 2, character: 6 });
    const hover = await client.request<Hover>('textDocument/hover', {
      textDocument: { uri: URI },
      position: { line: 2, character: 8 },
    });
    const words = (hover.contents as { value: string }).value;
    assert.match(words, /incr_sec\(59\) {2}# => 60/);
    assert.match(words, /Fails in Ruby/);
    await client.change(URI, 2, [
      { range: { start: { line: 3, character: 9 }, end: { line: 3, character: 11 } }, text: '59' },
    ]);
    await client.published(URI, found => found.length === 0);
    assert.strictEqual(await client.stop(), 0);
  });

  it('applies several changes of one notification in order, with multi-byte characters and CRLF', async () => {
    const text = BROKEN.replace('class Clock', '# 🕰 café\r\nclass Clock').replace('58', '59');
    await client.open(URI, text);
    // Two edits: 59 -> 5 -> 58, each in terms of the previous result.
    await client.change(URI, 2, [
      { range: { start: { line: 4, character: 10 }, end: { line: 4, character: 11 } }, text: '' },
      { range: { start: { line: 4, character: 10 }, end: { line: 4, character: 10 } }, text: '8' },
    ]);
    const [unsafe] = await client.published(URI, found => found.length > 0);
    assert.deepStrictEqual(unsafe?.range, { start: { line: 3, character: 6 }, end: { line: 3, character: 14 } });
    assert.strictEqual(await client.stop(), 0);
  });

  it('completes types after a space only where a type begins', async () => {
    const text = "class Clock\n  type '(Integer x) -> '\n  def f(x) = x or nil\nend\n";
    await client.open(URI, text);
    const offered = async (words: string, triggerCharacter?: string): Promise<number> => {
      const lines = text.slice(0, text.indexOf(words) + words.length).split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1)!.length };
      const context = triggerCharacter ? { triggerKind: 2, triggerCharacter } : { triggerKind: 1 };
      const params = { textDocument: { uri: URI }, position, context };
      const answer = await client.request<unknown[] | { items: unknown[] }>('textDocument/completion', params);
      return (Array.isArray(answer) ? answer : answer.items).length;
    };
    assert.ok((await offered('-> ', ' ')) > 0);
    assert.strictEqual(await offered('(Integer ', ' '), 0, 'a name is here');
    assert.ok((await offered('(Integer ')) > 0, 'requested by the user');
    assert.strictEqual(await offered('x or ', ' '), 0, 'Ruby, not a type');
    assert.strictEqual(await client.stop(), 0);
  });

  it('publishes nothing more about a closed file', async () => {
    await client.open(URI, BROKEN);
    await client.published(URI, found => found.length > 0);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: URI } });
    await client.published(URI, found => found.length === 0);
    assert.strictEqual(await client.stop(), 0);
  });

  it('lists no method of a closed file', async () => {
    const follower = await startClient({ initializationOptions: { presence: true }, inProcess: true });
    const last = (): MethodsParams | undefined =>
      follower.notifications.findLast(each => each.method === METHODS_NOTIFICATION)?.params as
        | MethodsParams
        | undefined;
    await follower.open(URI, BROKEN);
    await follower.noticed(() => last()?.methods.length === 1);
    await follower.connection.sendNotification('textDocument/didClose', { textDocument: { uri: URI } });
    await follower.noticed(() => last()?.methods.length === 0);
    await follower.stop();
  });

  it('ends with the last version after many edits in a row', async () => {
    await client.open(URI, BROKEN);
    for (let version = 2; version < 40; version++) {
      const digit = version % 2 === 0 ? '9' : '8';
      const edit: TextEdit = {
        range: { start: { line: 3, character: 10 }, end: { line: 3, character: 11 } },
        newText: digit,
      };
      await client.change(URI, version, [{ range: edit.range, text: edit.newText }]);
    }
    const found = await client.published(URI, has('LP4001'));
    assert.strictEqual(found.length, 1);
    assert.strictEqual(await client.stop(), 0);
  });

  it('leaves no process behind when it is stopped in the middle of its work', async () => {
    await client.open(URI, BROKEN);
    assert.strictEqual(await client.stop(), 0);
  });

  it('rejects unknown requests and continues', async () => {
    await assert.rejects(client.request('textDocument/nonsense', {}));
    await assert.rejects(client.request('textDocument/hover', {}));
    await client.open(URI, BROKEN);
    await client.published(URI, found => found.length > 0);
    assert.strictEqual(await client.stop(), 0);
  });
});
