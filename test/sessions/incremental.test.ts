/** The amount of work of an edit, in counts. */
import assert from 'node:assert/strict';
import type { WorkCounts } from '../../server/src/engine/workCounts';
import type { Workspace } from '../../server/src/engine/workspace';
import { createTestWorkspace, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const PATH = 'clock.rb';

/** About 5,000 lines: 300 annotated methods in 30 classes, with unannotated methods and comments between them. */
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

  it('is safe at first, each method lowered, checked and verified once', () => {
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

  it('of an unannotated method: only lowers it', async () => {
    const { lowered, checked, verified, queries } = await workOf(
      'def plain_20(a, b)\n    c = a',
      'def plain_20(a, b)\n    c = a # same',
    );
    assert.deepEqual({ lowered, checked, verified, queries }, { lowered: 1, checked: 0, verified: 0, queries: 0 });
  });

  it('of a comment or a blank line: nothing is lowered, checked or queried', async () => {
    const comment = await workOf('# Number 100 of many.', '# Number 100 of a great many.\n');
    assert.deepEqual(comment, { lowered: 0, checked: 0, verified: 0, queries: 0, rlimit: 0 });
    assert.equal(verdictsIn(workspace, PATH)['Clock20#tick_200'], 'safe');
  });

  it('that is incomplete affects only its own method', async () => {
    const { lowered } = await workOf('def plain_77(a, b)\n    c = a', 'def plain_77(a, b)\n    foo(');
    assert.ok(lowered <= 1);
    const verdicts = Object.entries(verdictsIn(workspace, PATH)).filter(
      ([key, status]) => key.includes('tick_') && status !== 'safe',
    );
    assert.deepEqual(verdicts, [['Clock15#tick_150', 'unsafe']]);
  });
});

describe('an edit to methods that call each other', () => {
  const CALLERS = 3;
  const caller = (i: number): string =>
    `  type '(Integer x { 0 <= x < 60 }) -> Integer r { r >= 0 }'\n  def caller_${i}(x) = tick(x) + ${i}\n\n`;
  const other = (i: number): string =>
    `  type '(Integer x { x > ${i} }) -> Integer r { r >= ${i} }'\n  def other_${i}(x) = x\n\n`;
  const clock = `class Clock
  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }', :modular
  def tick(x)
    x == 59 ? 0 : x + 1
  end

${Array.from({ length: 20 }, (_, i) => other(i)).join('')}end
`;
  const user = `class User < Clock\n${Array.from({ length: CALLERS }, (_, i) => caller(i)).join('')}end\n`;
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createTestWorkspace();
    workspace.open('clock.rb', clock);
    workspace.open('user.rb', user);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  });
  afterEach(() => workspace.dispose());

  async function workOf(path: string, text: string, old: string, replacement: string): Promise<WorkCounts> {
    const before = workspace.counts;
    const start = text.indexOf(old);
    assert.ok(start >= 0);
    workspace.edit(path, [{ start, end: start + old.length, text: replacement }]);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    return difference(workspace.counts, before);
  }

  it('of a signature: it and exactly its callers are checked and verified', async () => {
    const { lowered, checked, verified } = await workOf(
      'clock.rb',
      clock,
      'Integer r { 0 <= r < 60 }',
      'Integer r { r > -9 }',
    );
    assert.deepEqual({ lowered, checked, verified }, { lowered: 0, checked: 1 + CALLERS, verified: 1 + CALLERS });
    assert.equal(verdictsIn(workspace, 'user.rb')['User#caller_0'], 'unsafe');
  });

  it('of a body under the same contract: its callers send no query', async () => {
    const { checked, queries } = await workOf('clock.rb', clock, 'x == 59 ? 0 : x + 1', '59 == x ? 0 : x + 1');
    assert.equal(checked, 1);
    assert.equal(queries, 1);
    assert.equal(verdictsIn(workspace, 'user.rb')['User#caller_0'], 'safe');
  });

  it('that adds a method without callers: nothing else is checked or verified', async () => {
    const { checked, verified } = await workOf(
      'clock.rb',
      clock,
      '  def tick(x)',
      "  def tick(x)\n    x == 59 ? 0 : x + 1\n  end\n\n  type '(Integer x) -> Integer r { r == x }'\n  def same(x)\n    x\n  end\n\n  def rest(x)",
    );
    assert.deepEqual({ checked, verified }, { checked: 1, verified: 1 });
  });

  it('that overrides a method: it, the overridden method and its callers on that class are verified', async () => {
    const { verified } = await workOf(
      'user.rb',
      user,
      'class User < Clock\n',
      'class User < Clock\n  def tick(x) = -5\n',
    );
    assert.equal(verified, 2 + CALLERS);
    assert.equal(verdictsIn(workspace, 'user.rb')['User#tick'], 'unsafe');
  });

  it('that moves all methods: nothing is lowered, checked, verified or queried', async () => {
    const counts = await workOf('user.rb', user, 'class User < Clock\n', '# A comment.\n\nclass User < Clock\n\n');
    assert.deepEqual(counts, { lowered: 0, checked: 0, verified: 0, queries: 0, rlimit: 0 });
  });
});
