/** Bursts of edits and requests that are no longer wanted: nothing is computed for them. */
import assert from 'node:assert/strict';
import { CancellationTokenSource, type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { cancellable } from '../../../server/src/lsp/cancellation';
import { Presenter, type PresenterServer } from '../../../server/src/lsp/presenter';
import type { Project } from '../../../server/src/lsp/project';

type Request = (params: unknown, token: CancellationTokenSource['token']) => Promise<unknown>;

/** Remembers the handlers that are registered. */
function fakeConnection(): { readonly connection: Connection; readonly handlers: Record<string, Request> } {
  const handlers: Record<string, Request> = {};
  const keep =
    (name: string) =>
    (handler: Request): void => {
      handlers[name] = handler;
    };
  const connection = { onHover: keep('hover'), languages: { inlayHint: { on: keep('hints') } } };
  return { connection: connection as unknown as Connection, handlers };
}

describe('a request', () => {
  for (const name of ['hover', 'hints']) {
    it(`is not computed if it is cancelled while it waits: ${name}`, async () => {
      const { connection, handlers } = fakeConnection();
      let letGo = (): void => {};
      const queue = new Promise<void>(resolve => {
        letGo = resolve;
      });
      let computed = 0;
      const guarded = cancellable(connection, () => queue);
      guarded.onHover(() => {
        computed++;
        return null;
      });
      guarded.languages.inlayHint.on(() => {
        computed++;
        return [];
      });
      const [wanted, unwanted] = [new CancellationTokenSource(), new CancellationTokenSource()];
      const replies = Promise.all([wanted, unwanted].map(({ token }) => handlers[name]!({}, token)));
      letGo();
      setImmediate(() => unwanted.cancel()); // its message is read after those before it
      const [, cancelled] = await replies;
      assert.ok(cancelled instanceof ResponseError && cancelled.code === LSPErrorCodes.RequestCancelled);
      assert.equal(computed, 1);
    });
  }
});

describe('a burst of edits', () => {
  it('is shown once', () => {
    const connection = { sendDiagnostics: async () => {}, console: { error: assert.fail } };
    const presenter = new Presenter({ connection, client: {}, options: {} } as unknown as PresenterServer);
    let snapshots = 0;
    const project = {
      open: new Map(),
      get snapshot() {
        snapshots++;
        return { sources: new Map() };
      },
    } as unknown as Project;
    const start = { line: 0, character: 0 };
    presenter.showAlone('/closed.rb', [{ range: { start, end: start }, message: 'shown before' }]);
    for (let i = 0; i < 200; i++) presenter.listen(project, { kind: 'parsed', path: '/a.rb', problems: [] });
    assert.equal(snapshots, 0);
    presenter.stop();
  });
});
