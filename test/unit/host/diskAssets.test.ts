/** Workspaces that share Ruby's library decode it once, and do not see each other's changes. */
import assert from 'node:assert/strict';
import { loadLibrary } from '../../../server/src/engine/library';
import { DiskAssets } from '../../../server/src/host/diskAssets';
import { rubyParser } from '../../harness/rubyParser';
import { createTestHost, createTestWorkspace, TEST_ASSETS } from '../../harness/workspace';

describe("Ruby's library", () => {
  it('is decoded once for all that share the assets, with memos for each', async () => {
    const host = { ...createTestHost(), assets: new DiskAssets() };
    const [one, two] = [await loadLibrary(host, await rubyParser), await loadLibrary(host, await rubyParser)];
    assert.equal(one.classes.get('Integer'), two.classes.get('Integer'));
    assert.notEqual(one.memos, two.memos);
    const other = await new DiskAssets().coreLibrary();
    assert.notEqual(one.classes.get('Integer'), other?.classes.get('Integer'));
  });

  it('is not changed by a workspace that reopens its classes', async () => {
    const [one, two] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
    const before = (await TEST_ASSETS.coreLibrary())?.classes.get('Integer');
    one.open('integer.rb', 'class Integer\n  def thrice = self * 3\nend\n');
    const methodsOf = (workspace: typeof one) => workspace.snapshot.program.classes.get('Integer')?.methods;
    assert.ok(methodsOf(one)?.has('thrice'));
    assert.ok(!methodsOf(two)?.has('thrice') && !before?.methods.has('thrice'));
    await Promise.all([one.dispose(), two.dispose()]);
  });
});
