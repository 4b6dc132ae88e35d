/**
 * Typing, key by key: incomplete code causes no errors, and nothing flickers; a save or a pause shows current problems.
 */
import assert from 'node:assert';
import type { Diagnostic } from 'vscode-languageserver/node';
import type { Diagnostic as Found } from '../../server/src/ide/diagnostics';
import type { Project } from '../../server/src/lsp/project';
import { QuietPeriod } from '../../server/src/lsp/quietPeriod';
import { startClient, type TestClient } from './client';

const URI = 'untitled:clock.rb';
const BROKEN = `class Clock
  ##% () -> String
  def wrong = 1
end

class Other
end
`;

const told = (code: string, message: string, stale = false): Found => ({ code, message, stale }) as Found;
const words = (found: readonly Found[]): string => found.map(({ message }) => message).join();

describe('quiet period', () => {
  it('holds back new problems, keeps those that still hold, removes solved ones, and marks stale ones at once', () => {
    const paused: unknown[] = [];
    const calm = new QuietPeriod(project => paused.push(project), 3_600_000);
    const project = {} as Project;
    const show = (...found: readonly Found[]): string => words(calm.visibleDiagnostics(project, 'a.rb', found));
    assert.strictEqual(show(told('A', 'old'), told('A', 'old'), told('B', 'mended')), 'old,old,mended');
    calm.noteTyping(project);
    assert.strictEqual(show(told('A', 'old'), told('A', 'new'), told('B', 'was', true)), 'old,was');
    assert.strictEqual(show(told('A', 'old'), told('A', 'old')), 'old', 'one of them went: it does not come back yet');
    assert.strictEqual(words(calm.visibleDiagnostics(project, 'b.rb', [told('A', 'elsewhere')])), '');
    calm.endQuietPeriod(project);
    assert.deepStrictEqual(paused, [project]);
    assert.strictEqual(show(told('A', 'old'), told('A', 'new')), 'old,new');
    calm.stop();
  });

  describe('in a session', () => {
    let client: TestClient;
    let text = BROKEN;
    let version = 1;
    beforeEach(async () => {
      client = await startClient();
      text = BROKEN;
      version = 1;
    });
    afterEach(async () => {
      assert.strictEqual(await client.stop(), 0);
    });

    const published = (): readonly { version?: number; diagnostics: Diagnostic[] }[] =>
      client.notifications
        .filter(each => each.method === 'textDocument/publishDiagnostics')
        .map(each => each.params as { version?: number; diagnostics: Diagnostic[] });
    const type = async (before: string, keys: string): Promise<void> => {
      let at = text.indexOf(before);
      for (const key of keys) {
        const lines = text.slice(0, at).split('\n');
        const position = { line: lines.length - 1, character: lines.at(-1)!.length };
        text = text.slice(0, at) + key + text.slice(at);
        at++;
        await client.change(URI, ++version, [{ range: { start: position, end: position }, text: key }]);
      }
    };
    const save = (): Promise<void> =>
      client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: URI } });

    it('shows no errors of incomplete annotations and bodies; others move with their lines', async () => {
      await client.open(URI, BROKEN);
      const [wrong] = await client.published(URI, found => found.length > 0);
      const before = published().length;
      await type('class Clock', 'class Early\n  ##% (Integer x { x > 0 }) -> Integer r { r > x }\n');
      await type('class Clock', '  def grow(x)\n    y = x + 1\n    y\n  end\n\n');
      await type('class Clock', '  type "(Array<Integer> a) -> Integer"\n  def few(a) = a.size\nend\n');
      await save();
      const line = text.split('\n').findIndex(each => each.includes('def wrong'));
      await client.noticed(() => published().at(-1)?.diagnostics[0]?.range.start.line === line);
      const said = published()
        .slice(before)
        .flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message));
      assert.deepStrictEqual([...new Set(said)], [wrong!.message]);
    });

    it('shows current problems on save', async () => {
      await client.open(URI, BROKEN);
      await client.published(URI, found => found.length === 1);
      await type('end\n\nclass Other', '  ##% (Intege) -> Integer\n  def f(x) = 1\n');
      await save();
      const found = await client.published(URI, each => each.length > 1);
      assert.ok(found.some(each => String(each.message).includes('unknown class Intege')));
    });
  });
});
