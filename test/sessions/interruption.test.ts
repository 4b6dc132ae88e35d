/** Inference that a signal interrupts: what is known by then is shown, and nothing more is computed. */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { createTestWorkspace } from '../harness/workspace';

const FILES = ['one.rb', 'two.rb', 'three.rb'];
/** Two units: the method, and the script. */
const TEXT = `def shout(text) = text.upcase + '!'
5.upcase
shout('a').no_such_method
`;

/** The files with a report; `until`: the number of files after which the work is interrupted. */
async function reportedAfter(until: number): Promise<readonly string[]> {
  const workspace: Workspace = await createTestWorkspace();
  const stop = new AbortController();
  try {
    for (const path of FILES) workspace.open(path, TEXT);
    workspace.on(event => {
      if (event.kind === 'progress' && event.what === 'inferring' && event.done === until) stop.abort();
    });
    await workspace.infer(FILES, stop.signal);
    const { snapshot } = workspace;
    return FILES.filter(path => (snapshot.files.get(path)?.problems.length ?? 0) > 0);
  } finally {
    await workspace.dispose();
  }
}

describe('interrupted inference', () => {
  it('of all files, if nothing interrupts', async () => {
    assert.deepEqual(await reportedAfter(FILES.length + 1), FILES);
  });

  it('of the files before the signal', async () => {
    assert.deepEqual(await reportedAfter(1), ['one.rb']);
    assert.deepEqual(await reportedAfter(2), ['one.rb', 'two.rb']);
  });
});
