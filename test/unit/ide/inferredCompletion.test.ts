/** Completion from inferred types, in code without annotations and in half-typed code. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { completionsAt, limitCompletions } from '../../../server/src/ide/completion';
import type { Completion } from '../../../server/src/ide/completionItem';
import { createTestWorkspace } from '../../harness/workspace';

const PATH = 'shop.rb';
const SHOP = `class Item
  LIMIT = 3
  attr_reader :price
  def initialize(price) = @price = price
  def twice = price * 2

  private

  def secret = 1
end
`;

describe('completion in code without annotations', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  /** `│` is the cursor. */
  const complete = (marked: string): readonly Completion[] => {
    const at = marked.indexOf('│');
    workspace.open(PATH, marked.replace('│', ''));
    const probe = (path: string, text: string): Workspace['snapshot'] => {
      const fork = workspace.fork();
      fork.setDisk(path, text);
      return fork.snapshot;
    };
    return completionsAt(workspace.snapshot, PATH, at, probe);
  };
  const labels = (marked: string): readonly string[] => complete(marked).map(({ label }) => label);
  const first = (marked: string): string =>
    [...complete(marked)].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))[0]?.label ?? '';

  it('completes after a dot in a script, also with a half-typed name', () => {
    for (const typed of ['', 'tw']) {
      const found = labels(`${SHOP}item = Item.new(3)\nitem.${typed}│\nputs 1\n`);
      assert.ok(found.includes('twice') && found.includes('price'), found.join());
      assert.ok(!found.includes('secret'), 'private');
    }
    assert.ok(labels(`${SHOP}Item.new(3).twice.│\n`).includes('succ'));
  });

  it('completes after a dot on a parameter by what callers pass', () => {
    const found = labels(`${SHOP}def show(item)\n  item.│\nend\n\nshow(Item.new(1))\n`);
    assert.ok(found.includes('twice'), found.join());
  });

  it('completes bare names: locals first, then methods of self, own class first', () => {
    const code = `class Cart < Array\n  def total(count)\n    sum_of = count\n    │\n  end\n  def tax = 1\nend\n`;
    const found = complete(code.replace('│', 't│'));
    const rankOf = (name: string): number => found.find(({ label }) => label === name)?.rank ?? 99;
    assert.ok(rankOf('count') < rankOf('tax') && rankOf('sum_of') < rankOf('tax'));
    assert.ok(rankOf('tax') < rankOf('push') && rankOf('push') < rankOf('puts'), 'inherited ones later');
    assert.ok(rankOf('puts') < 99 && rankOf('return') < 99);
  });

  it('completes locals of a script and macros of a class body', () => {
    assert.ok(labels('amount = 1\nputs am│\n').includes('amount'));
    assert.ok(labels('class A\n  attr│\nend\n').includes('attr_reader'));
  });

  it('completes constants, those of the enclosing class first, and those of a named class', () => {
    assert.strictEqual(first(`${SHOP.replace('def twice', 'def limit = L│\n  def twice')}`), 'LIMIT');
    assert.ok(labels(`${SHOP}puts I│\n`).includes('Item'));
    assert.ok(labels(`${SHOP}puts Item::│\n`).includes('LIMIT'));
  });

  it('completes nothing in comments, strings and new names', () => {
    for (const code of ['# item.│\n', 'puts "am│ount"\n', 'def tw│\nend\n']) assert.deepStrictEqual(labels(code), []);
  });

  it('offers the whole inferred signature first after `##% `', () => {
    const code = `class A\n  ##% │\n  def twice(n) = n * 2\nend\n\nputs A.new.twice(3)\n`;
    assert.strictEqual(first(code), '(Integer n) -> Integer');
  });

  it('limits long lists and says so', () => {
    const all = Array.from({ length: 300 }, (_, i) => ({
      label: `m${i}`,
      kind: 'method' as const,
      detail: '',
      rank: i,
    }));
    const { items, isIncomplete } = limitCompletions(all, '');
    assert.deepStrictEqual([items.length, items[0]?.label, isIncomplete], [200, 'm0', true]);
    assert.ok(limitCompletions(all, 'm29').items.some(({ label }) => label === 'm299'));
    assert.strictEqual(limitCompletions(all.slice(0, 10), '').isIncomplete, false);
  });
});
