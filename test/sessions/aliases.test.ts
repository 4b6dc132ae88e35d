/** An alias with its own annotation is checked under it, whatever was defined under its name before. */
import assert from 'node:assert/strict';
import { createTestWorkspace, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const RUBY = `class Aliases
  type '() -> Integer r { r > 0 }'
  def over = 1
  def other = -5
  alias over other

  type '() -> Integer r { r > 0 }'
  def calls_over = over

  type :named, '() -> Integer r { r < 0 }'
  alias_method :named, :other

  type '() -> Integer'
  def undone = 1
  undef undone

  type '() -> Integer'
  def calls_undone = undone
end
`;

describe('aliases', () => {
  it('are checked under their own annotations', async () => {
    const workspace = await createTestWorkspace();
    workspace.setDisk('aliases.rb', RUBY);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(verdictsIn(workspace, 'aliases.rb'), {
      'Aliases#over': 'unsafe',
      'Aliases#other': 'unchecked',
      'Aliases#calls_over': 'unsafe',
      'Aliases#named': 'safe',
      'Aliases#undone': 'trusted',
      'Aliases#calls_undone': 'type-error',
    });
    await workspace.dispose();
  });
});
