/** Verify a method, a file, the workspace: exactly that, to the end, with the result. */
import assert from 'node:assert';
import type { TestClient } from './client';
import { messages, useFolder } from './folder';

const text = (name: string): string => `class ${name}
  ##% (Integer x { x > 0 }) -> Integer r { r > 1 }
  def next(x) = x + 1

  ##% (Integer x { x > 0 }) -> Integer r { r > 1 }
  def same(x) = x

  def plain(x) = x
end
`;

describe('verify commands', () => {
  const { uri, write, startHere } = useFolder({ inProcess: true });
  let client: TestClient;
  const run = (command: string, ...args: readonly unknown[]): Promise<string | null> =>
    client.request('workspace/executeCommand', { command: `loupe.${command}`, arguments: args });

  beforeEach(async () => {
    for (const name of ['One', 'Two', 'Three']) write(`${name.toLowerCase()}.rb`, text(name));
    client = await startHere({ capabilities: { window: { workDoneProgress: true } } });
  });

  it('verifies only the requested method of its file, and reports it', async () => {
    await client.open(uri('loose.rb'), '');
    assert.match(String(await run('verifyMethod', uri('one.rb'), 2)), /^One#next: ✓ proved/);
    assert.match(String(messages(client).at(-1)), /^One#next: ✓ proved/);
    assert.strictEqual(await run('showDetails', uri('one.rb'), 'One#same'), 'One#same: … checking');
    assert.strictEqual(await run('verifyMethod', uri('one.rb'), 'One#same'), 'One#same: ✗ fails for One.new.same(1)');
    assert.match(String(await run('verifyMethod', uri('one.rb'), 7)), /One#plain has no annotation/);
    assert.strictEqual(await run('verifyMethod', uri('one.rb'), 8), 'put the cursor into a method first');
  });

  it('verifies all of several files that are requested at once', async () => {
    await client.open(uri('one.rb'), text('One'));
    const answers = await Promise.all(['one.rb', 'two.rb', 'three.rb'].map(name => run('verifyFile', uri(name))));
    assert.deepStrictEqual(
      answers,
      ['one.rb', 'two.rb', 'three.rb'].map(name => `${name}: 1 proved, 1 failing`),
    );
  });

  it('continues with the workspace after an edit in between', async () => {
    await client.open(uri('one.rb'), text('One'));
    const done = run('verifyWorkspace');
    for (let version = 2; version < 12; version++) {
      const at = { line: 7, character: 3 + version - 2 };
      await client.change(uri('one.rb'), version, [{ range: { start: at, end: at }, text: '#' }]);
      await client.request('textDocument/documentSymbol', { textDocument: { uri: uri('one.rb') } });
    }
    assert.match(String(await done), /: 3 proved, 3 failing$/);
  });

  for (const pulls of [false, true]) {
    it(`shows problems of closed files, and that they are stale (${pulls ? 'pull' : 'push'})`, async () => {
      const capabilities = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };
      const other = await startHere(pulls ? { capabilities } : {});
      const base = 'class Base\n  ##% () -> Integer\n  def size = 1\nend\n';
      const user = 'class User\n  ##% (Base b) -> Integer r { r > 1 }\n  def f(b) = b.size\nend\n';
      write('base.rb', base);
      write('user.rb', user);
      await other.open(uri('base.rb'), base);
      await other.request('workspace/executeCommand', { command: 'loupe.verifyWorkspace', arguments: [] });
      await other.published(uri('user.rb'), found => found[0]?.code === 'LP4001' && found[0].severity === 1);
      await other.change(uri('base.rb'), 2, [{ text: base.replace('= 1', '= 2') }]);
      await other.published(uri('user.rb'), found => found[0]?.tags?.[0] === 1 && found[0].severity === 4);
      await other.request('workspace/executeCommand', { command: 'loupe.verifyWorkspace', arguments: [] });
      await other.published(uri('user.rb'), found => found.length === 0);
    });
  }
});
