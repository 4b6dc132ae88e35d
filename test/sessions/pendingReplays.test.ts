/**
 * A refuted method is shown before its counterexample has run, without an error: the run may take long. Runs are held back
 * here until they are let go.
 */
import assert from 'node:assert/strict';
import type { RubyHost } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { diagnosticsOf } from '../../server/src/ide/diagnostics';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const TEXT = `class Steps
  ##% (Integer x) -> Integer r { r > x }
  def back(x) = x - 1
end
`;

/** Shown once the runs of `ruby` have begun and before they end. */
async function openWith(ruby: (inner: RubyHost) => RubyHost['replay']): Promise<Workspace> {
  const host = createTestHost({ mayRun: true });
  const workspace = await Workspace.create(
    { ...host, ruby: { ...host.ruby, replay: ruby(host.ruby) } },
    DEFAULT_SETTINGS,
  );
  workspace.open('a.rb', TEXT);
  return workspace;
}

function shown(workspace: Workspace): readonly string[] {
  return diagnosticsOf(workspace.snapshot, 'a.rb', DEFAULT_SETTINGS).map(each => `${each.severity} ${each.code}`);
}

function whyOf(workspace: Workspace): string | null | undefined {
  return workspace.snapshot.files.get('a.rb')?.methods[0]?.verdict?.obligations.find(each => each.status === 'unsafe')
    ?.why;
}

async function isShown(workspace: Workspace): Promise<void> {
  while (whyOf(workspace) !== 'it has not been run yet') await new Promise(setImmediate);
}

describe('a counterexample that has not been run yet', () => {
  it('is shown without an error, and as an error after the run', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>(resolve => {
      letGo = resolve;
    });
    let begun = (): void => {};
    const first = new Promise<void>(resolve => {
      begun = resolve;
    });
    const workspace = await openWith(inner => async (script, signal) => {
      begun();
      await held;
      return inner.replay(script, signal);
    });
    const verified = workspace.verify({ budget: TEST_BUDGET, signal: NEVER, patienceMs: 0 });
    await first;
    await isShown(workspace);
    assert.deepEqual(shown(workspace), ['warning LP4001']);
    assert.equal(whyOf(workspace), 'it has not been run yet');
    letGo();
    await verified;
    assert.deepEqual(shown(workspace), ['error LP4001']);
    assert.equal(whyOf(workspace), null);
  });

  it('runs in the next verification if this one was cancelled', async () => {
    const cancelled = new AbortController();
    let runs = 0;
    const workspace: Workspace = await openWith(inner => async (script, signal) => {
      if (runs++ === 0) {
        await isShown(workspace);
        cancelled.abort();
        return { kind: 'could-not-run', why: 'cancelled' };
      }
      return inner.replay(script, signal);
    });
    await workspace.verify({ budget: TEST_BUDGET, signal: cancelled.signal, patienceMs: 0 });
    assert.equal(whyOf(workspace), 'it has not been run yet');
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(shown(workspace), ['error LP4001']);
  });
});
