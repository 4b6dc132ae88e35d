/** Closed files are kept as declarations; their bodies are read again when needed. */
import assert from 'node:assert/strict';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const FILES = 60;

/** The last method calls an unannotated method of another file: its body is inlined. */
function part(n: number): string {
  const plain = Array.from({ length: 5 }, (_, i) => `  def plain_${i}(x)\n    x + ${i}\n  end\n`).join('\n');
  return `class Part${n}
${plain}
  type '(Integer x { 0 <= x < 9 }) -> Integer r { r >= ${n} }'
  def sum(x) = Part${(n + 1) % FILES}.new.plain_0(x) + ${n}
end
`;
}

describe('closed files', () => {
  const host = createTestHost();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await Workspace.create(host, SETTINGS, 0);
    for (let n = 0; n < FILES; n++) workspace.setDisk(`part${n}.rb`, part(n));
  });
  after(() => host.solver.close());

  const verify = (path: string): Promise<void> =>
    workspace.verify({ paths: [path], budget: TEST_BUDGET, signal: NEVER });

  it('hold no syntax tree, and read no body before it is needed', () => {
    void workspace.snapshot.program;
    const { trees, files, reread } = workspace.holdings;
    assert.deepEqual({ trees, files }, { trees: 0, files: FILES });
    assert.equal(reread, 0);
  });

  it('verifying one reads its own bodies and those it inlines, no others', async () => {
    await verify('part7.rb');
    assert.equal(verdictsIn(workspace, 'part7.rb')['Part7#sum'], 'safe');
    assert.ok(workspace.holdings.reread <= 2, `${workspace.holdings.reread} files read again`);
  });

  it('the cost of an edit does not depend on other files: nothing else is read, checked or rebuilt', async () => {
    workspace.open('part3.rb', part(3));
    await verify('part3.rb');
    const [counts, holdings] = [workspace.counts, workspace.holdings];
    const at = part(3).indexOf('r >= 3');
    // A proof: after a run, the bodies that it may have reached are read, by name.
    workspace.edit('part3.rb', [{ start: at, end: at + 6, text: 'r >= 2' }]);
    await verify('part3.rb');
    assert.equal(verdictsIn(workspace, 'part3.rb')['Part3#sum'], 'safe');
    const { checked, verified, lowered } = workspace.counts;
    assert.deepEqual(
      { checked: checked - counts.checked, verified: verified - counts.verified, lowered: lowered - counts.lowered },
      { checked: 1, verified: 1, lowered: 0 },
    );
    const { wholes, parts, reread } = workspace.holdings;
    assert.deepEqual({ wholes: wholes - holdings.wholes, parts: parts - holdings.parts }, { wholes: 0, parts: 1 });
    // The file of what it inlines, if the garbage collector took that body.
    assert.ok(reread - holdings.reread <= 1, `${reread - holdings.reread} files read again`);
  });

  it('a new method is a part too; a new class is not', async () => {
    workspace.open('part3.rb', part(3));
    void workspace.snapshot;
    const before = workspace.holdings;
    workspace.edit('part3.rb', [{ start: part(3).length - 4, end: part(3).length - 4, text: '  def more = 1\n' }]);
    void workspace.snapshot;
    assert.equal(workspace.holdings.parts, before.parts + 1);
    assert.equal(workspace.holdings.wholes, before.wholes);
    workspace.edit('part3.rb', [{ start: 0, end: 0, text: 'class Other\nend\n' }]);
    assert.ok(workspace.snapshot.program.classes.has('Other'));
    assert.equal(workspace.holdings.wholes, before.wholes + 1);
  });

  it('opened and closed again keep their verdicts', async () => {
    await verify('part5.rb');
    const { verified } = workspace.counts;
    workspace.open('part5.rb', part(5));
    await verify('part5.rb');
    workspace.close('part5.rb');
    await verify('part5.rb');
    assert.equal(workspace.counts.verified, verified);
    assert.equal(workspace.holdings.trees, 0);
  });
});
