/** The runs of inference that an edit takes. */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { createTestWorkspace } from '../harness/workspace';

const TEXT = `class Shop
  def initialize
    @items = []
  end
  def price(n) = n + 1
  def label(n) = price(n).to_s
  def name = 'shop'
  def shout = name.upcase
  def add(item)
    @items << 'a'
    item
  end
  def first = @items.first
end
`;

const METHODS = ['initialize', 'price', 'label', 'name', 'shout', 'add', 'first'].map(name => `Shop#${name}`);

describe('inference after an edit', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
    workspace.open('shop.rb', TEXT);
    for (const key of METHODS) workspace.summaryOf(key);
  });
  after(() => workspace.dispose());

  function runsOf(old: string, text: string): number {
    const before = workspace.inferenceCounts;
    const start = workspace.snapshot.files.get('shop.rb')!.text.indexOf(old);
    assert.ok(start >= 0);
    workspace.edit('shop.rb', [{ start, end: start + old.length, text }]);
    for (const key of METHODS) workspace.summaryOf(key);
    const { open, given } = workspace.inferenceCounts;
    return open + given - before.open - before.given;
  }

  it('takes one run if the summary stays the same', () => {
    assert.equal(runsOf("def name = 'shop'", "def name = 'store'"), 1);
  });

  it('runs the callers if the result is another', () => {
    assert.equal(runsOf("def name = 'store'", 'def name = :store'), 2);
  });

  it('runs those again that depend on each other through a field', () => {
    assert.ok(runsOf("'a'\n", "'b'\n") <= 6);
  });

  it('takes none if nothing changes', () => {
    assert.equal(runsOf('def name = :store', 'def name = :store'), 0);
  });

  it('takes none if a file declares a class that has nothing to do with it', () => {
    workspace.open('other.rb', 'class Other\n  def each_item(list) = list.each { |item| item }\nend\n');
    for (const file of workspace.snapshot.files.values()) void file.problems;
    const before = workspace.inferenceCounts.reports;
    workspace.open('third.rb', 'class Third\nend\n');
    for (const file of workspace.snapshot.files.values()) void file.problems;
    assert.equal(workspace.inferenceCounts.reports - before, 2, 'its script and its class body');
  });
});
