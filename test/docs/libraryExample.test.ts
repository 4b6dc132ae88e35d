/**
 * The files of the example in docs/library.md, each named in its first line, form a project with the verdicts that are
 * written behind its `def` lines.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../server/src/proof/verdict';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../harness/workspace';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'library.md'), 'utf8');
const files = [...page.matchAll(/```(?:ruby|rbs)\n# (\S+)\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => ({
  path,
  text,
}));

function showVerdict(verdict: Verdict | null): string {
  const caveats = (verdict?.caveats ?? []).map(each =>
    each.type === 'assuming' ? `, assuming ${each.what}, which ${each.because}` : `, ${each.type}`,
  );
  return verdict?.status === 'safe' ? `safe${caveats.join('')}` : (verdict?.status ?? 'none');
}

describe('the example of docs/library.md', () => {
  it('has the verdicts that are written there, and no problems in its package', async () => {
    assert.deepEqual(
      files.map(({ path }) => path),
      ['sig/paint.rbs', 'loupe/paint.rb', 'app/studio.rb'],
    );
    const workspace = await createTestWorkspace();
    for (const { path, text } of files) workspace.setDisk(path, text);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const { snapshot } = workspace;
    for (const path of ['sig/paint.rbs', 'loupe/paint.rb'])
      assert.deepEqual(snapshot.files.get(path)?.problems, [], path);
    const program = files[2]!.text.split('\n');
    const expected = program.flatMap(line => /^ +def .*? # (.*)$/.exec(line)?.[1] ?? []);
    const methods = snapshot.files.get('app/studio.rb')?.methods ?? [];
    assert.deepEqual(
      methods.map(({ verdict }) => showVerdict(verdict)),
      expected,
    );
    assert.equal(expected.length, 4);
    await workspace.dispose();
  });
});
