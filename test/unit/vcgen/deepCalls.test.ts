/** A chain of thousands of calls is not followed to its end: what is beyond may do anything. */
import assert from 'node:assert/strict';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../../harness/workspace';

const LENGTH = 3000;

describe('effects of a long chain of calls', () => {
  it('are unknown, not an internal error', async () => {
    const links = Array.from({ length: LENGTH }, (_, i) => `  def m${i}(o) = o.m${i + 1}(o)`);
    const type = `  type '(Chain o) -> Integer r { r == 2 }'\n  def go(o)\n    o.m0(o)\n    1\n  end`;
    const workspace = await createTestWorkspace();
    workspace.open('chain.rb', `class Chain\n${links.join('\n')}\n  def m${LENGTH}(o) = 1\n${type}\nend\n`);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const codes = diagnosticsOf(workspace.snapshot, 'chain.rb', DEFAULT_SETTINGS).map(({ code }) => code);
    await workspace.dispose();
    assert.ok(!codes.includes('LP9001'), codes.join(' '));
  });
});
