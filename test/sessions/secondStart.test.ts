/** A second start takes over what the first one inferred, and runs only what changed since. */
import assert from 'node:assert/strict';
import type { ResultStore } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { createTestHost, NEVER } from '../harness/workspace';

const SETTINGS: Settings = { ...DEFAULT_SETTINGS, replay: false };

const SHOP = `class Shop
  puts :open
  def initialize
    @items = []
  end
  def price(n) = n + 1
  def label(n) = price(n).to_s
  def name = 'shop'
  def shout = name.upcase
  def fact(n) = n <= 1 ? 1 : n * fact(n - 1)
  def add(item)
    @items << 'a'
    item
  end
  def first = @items.first
  def wrong = 'a'.no_such_method
end
`;
const MAIN = `require_relative 'shop'
LIMIT = 3
class Till
  def total(shop) = shop.price(LIMIT)
  def sure = Shop.new.shout.size
end
puts Till.new.sure
`;
const FILES = { 'shop.rb': SHOP, 'main.rb': MAIN };
/** Units whose reports were read off the body of `name`: itself, `shout`, and `add`, which asks who writes fields. */
const READERS_OF_NAME = 3;
const SCRIPT = { 'script.rb': `def twice(x) = x + x\nputs twice(3)\nputs twice(nil)\n` };

/** As plain data, so that nothing is shared with the start before. */
class MemoryResults implements ResultStore {
  readonly kept = new Map<string, unknown>();
  get(key: string): unknown {
    return structuredClone(this.kept.get(key) ?? null);
  }
  set(key: string, value: unknown): void {
    this.kept.set(key, structuredClone(value));
  }
}

interface Start {
  readonly workspace: Workspace;
  readonly reports: readonly string[];
  readonly summaries: string;
}

describe('a second start', () => {
  const host = createTestHost();
  after(() => host.solver.close());

  async function start(results: ResultStore, files: Record<string, string>, settings = SETTINGS): Promise<Start> {
    const workspace = await Workspace.create({ ...host, results }, settings);
    for (const [path, text] of Object.entries(files)) workspace.setDisk(path, text);
    const found = look(workspace);
    await workspace.infer(Object.keys(files), NEVER);
    return found;
  }

  function look(workspace: Workspace): Start {
    const { snapshot } = workspace;
    const reports = [...snapshot.files].flatMap(([path, { problems }]) =>
      problems.map(
        ({ code, place, args }) => `${path} ${code} ${place.anchor} ${place.span.start} ${JSON.stringify(args)}`,
      ),
    );
    const keys = [...snapshot.files.values()].flatMap(({ methods }) => methods.map(({ info }) => info.key));
    const summaries = JSON.stringify(
      keys.map(key => workspace.summaryOf(key)),
      (_, value) => (value instanceof Map ? [...value] : value),
    );
    return { workspace, reports, summaries };
  }

  function runsOf({ workspace }: Start): number {
    const { open, given, fields, constants, reports } = workspace.inferenceCounts;
    return open + given + fields + constants + reports;
  }

  it('runs nothing, with the same summaries and reports', async () => {
    const results = new MemoryResults();
    const first = await start(results, FILES);
    const second = await start(results, FILES);
    assert.ok(runsOf(first) > 20);
    assert.equal(runsOf(second), 0);
    assert.equal(first.reports.length, 1);
    assert.deepEqual(second.reports, first.reports);
    assert.equal(second.summaries, first.summaries);
  });

  it('runs nothing for a script that is the whole program', async () => {
    const results = new MemoryResults();
    const first = await start(results, SCRIPT);
    const second = await start(results, SCRIPT);
    assert.equal(first.reports.length, 1);
    assert.deepEqual([runsOf(second), second.reports], [0, first.reports]);
  });

  it('runs a body that changed, and nothing else if its summary is the same', async () => {
    const results = new MemoryResults();
    await start(results, FILES);
    const edited = { ...FILES, 'shop.rb': SHOP.replace("def name = 'shop'", "def name = 'till'") };
    const second = await start(results, edited);
    const { open, given, fields, constants } = second.workspace.inferenceCounts;
    assert.deepEqual({ open, given, fields, constants }, { open: 1, given: 0, fields: 0, constants: 0 });
    assert.equal(second.workspace.inferenceCounts.reports, READERS_OF_NAME);
    const third = await start(results, edited);
    assert.equal(runsOf(third), 0);
    const fresh = await start(new MemoryResults(), edited);
    assert.deepEqual([second.reports, second.summaries], [fresh.reports, fresh.summaries]);
    assert.deepEqual([third.reports, third.summaries], [fresh.reports, fresh.summaries]);
  });

  it('runs what depends on a summary that changed', async () => {
    const results = new MemoryResults();
    await start(results, FILES);
    const edited = { ...FILES, 'shop.rb': SHOP.replace("def name = 'shop'", 'def name = :shop') };
    const second = await start(results, edited);
    const fresh = await start(new MemoryResults(), edited);
    assert.deepEqual([second.reports, second.summaries], [fresh.reports, fresh.summaries]);
    assert.ok(runsOf(second) < runsOf(fresh) / 2, `${runsOf(second)} of ${runsOf(fresh)} runs`);
  });

  it('starts anew if declarations or settings changed', async () => {
    const results = new MemoryResults();
    const first = await start(results, FILES);
    const other = { ...FILES, 'main.rb': MAIN.replace('sure', 'certain') };
    assert.ok(runsOf(await start(results, other)) > 0);
    assert.equal(runsOf(await start(results, FILES, { ...SETTINGS, nil: 'strict' })) > 0, true);
    assert.equal(runsOf(first) > 0, true);
  });

  it('takes as few runs for an edit as the first', async () => {
    const results = new MemoryResults();
    const first = await start(results, FILES);
    const second = await start(results, FILES);
    const runsToEdit = (one: Start): number => {
      one.workspace.open('shop.rb', SHOP);
      look(one.workspace);
      const before = runsOf(one);
      const at = SHOP.indexOf("'shop'");
      one.workspace.edit('shop.rb', [{ start: at, end: at + 6, text: "'till'" }]);
      look(one.workspace);
      return runsOf(one) - before;
    };
    const expected = 1 + READERS_OF_NAME;
    assert.deepEqual([runsToEdit(first), runsToEdit(second)], [expected, expected]);
  });

  it('notices declarations that change afterwards', async () => {
    const results = new MemoryResults();
    await start(results, FILES);
    const { workspace } = await start(results, FILES);
    const text = SHOP.replace('def wrong', 'def no_such_method = 1\n  def wrong').replace(
      'class Shop',
      'class ::String',
    );
    workspace.setDisk('shop.rb', text);
    const now = look(workspace);
    const fresh = await start(new MemoryResults(), { ...FILES, 'shop.rb': text });
    assert.deepEqual([now.reports, now.summaries], [fresh.reports, fresh.summaries]);
  });

  it('ignores what it cannot read', async () => {
    const results = new MemoryResults();
    const first = await start(results, FILES);
    for (const [key, value] of results.kept) results.kept.set(key, { ...(value as object), units: 'damaged' });
    const errors: string[] = [];
    const log = { ...host.log, error: (message: string) => errors.push(message) };
    const workspace = await Workspace.create({ ...host, log, results }, SETTINGS);
    for (const [path, text] of Object.entries(FILES)) workspace.setDisk(path, text);
    const second = look(workspace);
    assert.deepEqual([second.reports, second.summaries], [first.reports, first.summaries]);
    assert.equal(errors.length, 1);
  });
});
