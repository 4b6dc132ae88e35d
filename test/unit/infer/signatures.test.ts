/** How many shown signatures are as a reader would write them, and that no answer depends on what was asked before. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { inferredOf } from '../../../server/src/ide/inferredHover';
import { showMethodType } from '../../../server/src/types/show';
import { inferPrograms, UNSEEN, unseenPrograms } from '../../harness/inferPrograms';
import { createTestWorkspace } from '../../harness/workspace';
import { measureSignatures } from '../../infer/signatures';

/** In per mille of all marks; for the same marks they only get better. */
const EXACT = 895;
const UNKNOWN = 40;
/** Of programs that were written before anyone looked at what is inferred about them, by group. */
const UNSEEN_FIGURES = {
  unseen: { exact: 790, unknown: 55 },
  blind: { exact: 850, unknown: 30 },
  fresh: { exact: 735, unknown: 105 },
  tenfold: { exact: 690, unknown: 95 },
};

const PATH = 'program.rb';

describe('shown signatures', () => {
  it('are mostly as marked', async () => {
    const { exact, unknown, total, different } = await measureSignatures();
    assert.ok(total >= 217);
    assert.ok((1000 * exact) / total >= EXACT, `${exact} of ${total}\n${different.join('\n')}`);
    assert.ok((1000 * unknown) / total <= UNKNOWN, `${unknown} of ${total} are unknown\n${different.join('\n')}`);
  });

  it('are as marked in most programs that were not used in development', async () => {
    for (const group of UNSEEN) {
      const { exact, unknown, total, different } = await measureSignatures(unseenPrograms(group));
      const goal = UNSEEN_FIGURES[group];
      const shown = `${group}: ${exact} of ${total} exact, ${unknown} unknown\n${different.join('\n')}`;
      assert.ok((1000 * exact) / total >= goal.exact && (1000 * unknown) / total <= goal.unknown, shown);
    }
  });

  it('know the calls in default values', async () => {
    const text = `class Clock
  def initialize(now = 0) = @now = now # infers: (?Integer) -> self
  def tick(seconds) = @now += seconds # infers: (Integer) -> Integer
end

class User
  def initialize(clock: Clock.new) = @clock = clock # infers: (clock: ?Clock) -> self
  def go = @clock.tick(1) # infers: () -> Integer
end
User.new.go
`;
    const { different } = await measureSignatures([{ name: 'clock.rb', kind: 'clean', text, raises: [] }]);
    assert.deepStrictEqual(different, []);
  });

  it('do not depend on the order of questions', async () => {
    const workspace = await createTestWorkspace();
    const programs = inferPrograms().filter(({ text }) => text.includes('# infers: ') && text.includes('class '));
    for (const { name, text } of programs)
      assert.deepStrictEqual(signatures(workspace, text, true), signatures(workspace, text, false), name);
    await workspace.dispose();
  });
});

function signatures(workspace: Workspace, text: string, isReversed: boolean): readonly string[] {
  workspace.open(PATH, text);
  const { snapshot } = workspace;
  const keys = (snapshot.files.get(PATH)?.methods ?? []).map(({ info }) => info.key);
  const found = (isReversed ? keys.reverse() : keys).map(key => {
    const inferred = inferredOf(snapshot, key);
    return `${key} ${inferred === null ? 'nothing' : showMethodType(inferred.signature.type)}`;
  });
  workspace.remove(PATH);
  return found.sort();
}
