/** How much work an edit makes, in counts. */
import assert from 'node:assert/strict';
import type { WorkCounts, Workspace } from '../../server/src/engine/workspace';
import { createTestWorkspace, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const PATH = 'clock.rb';

/** Some 5,000 lines: 300 annotated methods in 30 classes, with plain methods and comments between them. */
function bigFile(): string {
  const method = (i: number): string =>
    [
      `  # Number ${i} of many.`,
      `  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'`,
      `  def tick_${i}(x)`,
      '    if x == 59',
      '      0',
      '    else',
      '      x + 1',
      '    end',
      '  end',
      '',
      `  def plain_${i}(a, b)`,
      '    c = a',
      '    c = b if a.nil?',
      '    c',
      '  end',
      '',
    ].join('\n');
  const classes = Array.from({ length: 30 }, (_, c) => {
    const methods = Array.from({ length: 10 }, (_, i) => method(c * 10 + i));
    return `class Clock${c}\n${methods.join('\n')}end\n`;
  });
  return classes.join('\n');
}

function difference(after: WorkCounts, before: WorkCounts): WorkCounts {
  const entries = Object.entries(after).map(([name, value]) => [name, value - before[name as keyof WorkCounts]]);
  return Object.fromEntries(entries) as WorkCounts;
}

describe('an edit in a file of 5,000 lines', () => {
  let workspace: Workspace;
  let text: string;
  before(async () => {
    workspace = await createTestWorkspace();
    text = bigFile();
    assert.ok(text.split('\n').length > 4800);
    workspace.open(PATH, text);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  });
  after(() => workspace.dispose());

  async function workOf(old: string, replacement: string): Promise<WorkCounts> {
    const before = workspace.counts;
    const start = text.indexOf(old);
    assert.ok(start >= 0);
    workspace.edit(PATH, [{ start, end: start + old.length, text: replacement }]);
    text = text.slice(0, start) + replacement + text.slice(start + old.length);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    return difference(workspace.counts, before);
  }

  it('is safe to begin with, each method lowered, checked and verified once', () => {
    const verdicts = Object.entries(verdictsIn(workspace, PATH)).filter(([key]) => key.includes('tick_'));
    assert.equal(verdicts.length, 300);
    assert.deepEqual(
      verdicts.filter(([, status]) => status !== 'safe'),
      [],
    );
    const { lowered, checked, verified } = workspace.counts;
    assert.deepEqual({ lowered, checked, verified }, { lowered: 600, checked: 300, verified: 300 });
  });

  it('of one body: one method is lowered, checked and verified', async () => {
    const { lowered, checked, verified } = await workOf(
      '      x + 1\n    end\n  end\n\n  def plain_150',
      '      x + 2\n    end\n  end\n\n  def plain_150',
    );
    assert.deepEqual({ lowered, checked, verified }, { lowered: 1, checked: 1, verified: 1 });
    assert.equal(verdictsIn(workspace, PATH)['Clock15#tick_150'], 'unsafe');
  });

  it('of a plain method: it is lowered, and that is all', async () => {
    const { lowered, checked, verified, queries } = await workOf(
      'def plain_20(a, b)\n    c = a',
      'def plain_20(a, b)\n    c = a # same',
    );
    assert.deepEqual({ lowered, checked, verified, queries }, { lowered: 1, checked: 0, verified: 0, queries: 0 });
  });

  it('of a comment or a blank line: nothing is lowered, checked or asked', async () => {
    const comment = await workOf('# Number 100 of many.', '# Number 100 of a great many.\n');
    assert.deepEqual(comment, { lowered: 0, checked: 0, verified: 0, queries: 0, rlimit: 0 });
    assert.equal(verdictsIn(workspace, PATH)['Clock20#tick_200'], 'safe');
  });

  it('half-typed, takes nothing but its own method down', async () => {
    const { lowered } = await workOf('def plain_77(a, b)\n    c = a', 'def plain_77(a, b)\n    foo(');
    assert.ok(lowered <= 1);
    const verdicts = Object.entries(verdictsIn(workspace, PATH)).filter(
      ([key, status]) => key.includes('tick_') && status !== 'safe',
    );
    assert.deepEqual(verdicts, [['Clock15#tick_150', 'unsafe']]);
  });
});
