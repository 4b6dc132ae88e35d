/** The words of lenses: short, and the same in every state. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { lensesOf, titleOf } from '../../../server/src/ide/codeLens';
import { listMethodStatus, statusOf } from '../../../server/src/ide/methodStatus';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { createTestWorkspace } from '../../harness/workspace';
import { PATH } from './cursor';

const TEXT = `class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { r >= 0 }
  def good(x) = x
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { r < 60 }
  def bad(x) = x + 1
  ##% (Float a { a > 0.0 }) -> Float r { r > 0.0 }
  def real(a) = a + 1.0
  ##% (String s) -> %any r { r }
  def dynamic(s) = [eval(s), eval(s)]
end
`;

describe('lenses', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  const titles = (): readonly string[] => lensesOf(workspace.snapshot, PATH).map(({ title }) => title);

  it('says that a method is proved or may fail, with the call, what was not checked, and what is under way', async () => {
    workspace.open(PATH, TEXT);
    assert.ok(
      titles().every(title => title === '… checking' || title === '… not checked yet'),
      titles().join(),
    );
    const budget = { rlimit: 3_000_000, timeoutMs: 60_000 };
    await workspace.verify({ budget, signal: new AbortController().signal });
    const [good, bad, real, dynamic] = titles();
    assert.strictEqual(good, '✓ proved');
    assert.match(bad ?? '', /^✗ may fail for .*bad\(59\)$/);
    assert.strictEqual(real, '✓ proved over reals');
    assert.strictEqual(dynamic, '? not checked · 2 unsupported expressions');
    const method = workspace.snapshot.files.get(PATH)!.methods[0]!;
    assert.strictEqual(titleOf({ ...method, state: 'stale' }), '↻ rechecking');
  });

  it('has a mark of its own for a proof that relies on a method which fails', async () => {
    workspace.open(
      PATH,
      `class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 } modular: true
  def broken(x) = x + 1
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 } modular: true
  def through(x) = broken(x)
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def further(x) = through(x)
  ##% (Float a { a > 0.0 }) -> Float r { r > 0.0 }
  def real(a) = a + 1.0
end
`,
    );
    const budget = { rlimit: 3_000_000, timeoutMs: 60_000 };
    await workspace.verify({ budget, signal: new AbortController().signal });
    const [, through, further, real] = titles();
    assert.strictEqual(through, '⚠ proved, but relies on Clock#broken, which fails');
    assert.strictEqual(further, '⚠ proved, but relies on Clock#broken, which fails');
    assert.strictEqual(real, '✓ proved over reals', 'a limit is not an assumption that fails');
    const presences = listMethodStatus(workspace.snapshot, PATH, DEFAULT_SETTINGS).map(({ presence }) => presence);
    assert.deepStrictEqual(presences, ['unsafe', 'unfounded', 'unfounded', 'safe']);
    const { safe, unfounded, unsafe } = statusOf([workspace.snapshot]);
    assert.deepStrictEqual({ safe, unfounded, unsafe }, { safe: 3, unfounded: 2, unsafe: 1 });
  });
});
