/**
 * Names that are added, removed and moved while bodies are edited: the Program keeps nothing that is gone and misses
 * nothing new.
 */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { createTestWorkspace, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const CONTRACT = '##% (Integer x) -> Integer r { r > x }';

describe('bodies edited after a rename', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createTestWorkspace();
  });
  afterEach(() => workspace.dispose());

  async function replace(path: string, old: string, replacement: string): Promise<void> {
    const start = workspace.snapshot.files.get(path)!.text.indexOf(old);
    assert.ok(start >= 0, `${old} is in ${path}`);
    workspace.edit(path, [{ start, end: start + old.length, text: replacement }]);
    await verify();
  }

  const verify = (): Promise<void> => workspace.verify({ budget: TEST_BUDGET, signal: NEVER });

  it('of a module', async () => {
    workspace.open('a.rb', `module Foo\n  ${CONTRACT}\n  def self.f(x) = x + 1\nend\n`);
    await verify();
    await replace('a.rb', 'x + 1', 'x + 2');
    assert.deepEqual(verdictsIn(workspace, 'a.rb'), { 'Foo.f': 'safe' });
    await replace('a.rb', 'Foo', 'Fob');
    assert.deepEqual(verdictsIn(workspace, 'a.rb'), { 'Fob.f': 'safe' });
    await replace('a.rb', 'x + 2', 'x - 9');
    assert.deepEqual(verdictsIn(workspace, 'a.rb'), { 'Fob.f': 'unsafe' });
  });

  it('of a module that another file reopens', async () => {
    workspace.open('a.rb', `module Foo\n  ${CONTRACT}\n  def self.f(x) = x + 1\nend\n`);
    workspace.open('b.rb', 'module Foo\n  def self.g(x) = x\nend\n');
    await verify();
    await replace('a.rb', 'x + 1', 'x + 2');
    await replace('a.rb', 'Foo', 'Fob');
    await replace('a.rb', 'x + 2', 'x - 9');
    assert.deepEqual(verdictsIn(workspace, 'a.rb'), { 'Fob.f': 'unsafe' });
  });

  it('of a file', async () => {
    const text = `module Foo\n  ${CONTRACT}\n  def self.f(x) = x + 1\nend\n`;
    workspace.open('a.rb', text);
    await verify();
    await replace('a.rb', 'x + 1', 'x + 2');
    workspace.remove('a.rb');
    workspace.open('b.rb', text);
    await verify();
    await replace('b.rb', 'x + 1', 'x - 9');
    assert.deepEqual(verdictsIn(workspace, 'b.rb'), { 'Foo.f': 'unsafe' });
  });

  it('of a definition that moved to another file', async () => {
    const method = `  ${CONTRACT}\n  def self.f(x) = x + 1\n`;
    workspace.open('a.rb', `module Foo\n${method}end\n`);
    workspace.open('b.rb', 'module Foo\n  def self.g(x) = x\nend\n');
    await verify();
    await replace('a.rb', 'x + 1', 'x + 2');
    await replace('a.rb', `${method.replace('x + 1', 'x + 2')}`, '');
    await replace('b.rb', '  def', `${method}  def`);
    await replace('b.rb', 'x + 1', 'x - 9');
    assert.deepEqual(verdictsIn(workspace, 'b.rb'), { 'Foo.f': 'unsafe', 'Foo.g': 'unchecked' });
  });

  it('of a method with a later alias', async () => {
    workspace.open('a.rb', 'class A\n  def up(x) = x + 1\nend\n');
    workspace.open(
      'b.rb',
      `class B < A\n  ${CONTRACT}\n  def more(x) = raised(x)\n  def raised(x) = x + 3\n  def other(x) = x\nend\n`,
    );
    await verify();
    await replace('a.rb', 'x + 1', 'x + 2');
    await replace('b.rb', '  def raised(x) = x + 3\n', '  alias raised up\n');
    assert.equal(verdictsIn(workspace, 'b.rb')['B#more'], 'safe');
    await replace('a.rb', 'x + 2', 'x - 9');
    assert.equal(verdictsIn(workspace, 'b.rb')['B#more'], 'unsafe');
  });
});
