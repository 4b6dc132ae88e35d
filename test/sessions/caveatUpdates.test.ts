/** Caveats after incremental edits are the same as after a fresh read. */
import assert from 'node:assert/strict';
import type { Host } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { MemoryCache } from '../../server/src/host/memoryCache';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

const FILES: Readonly<Record<string, string>> = {
  'far.rb': `module Far
  type :distance, '() -> Integer r { r >= 0 }'

  type '() -> Integer r { r >= 1 }'
  def further = distance + 1
end
`,
  'place.rb': `class Place
  include Far
  type '(Integer x) -> Integer r { r >= 0 }'
  def size(x) = x > 0 ? x : 0
  def distance = 3
end
`,
  'shop.rb': `class Shop
  extend Far
  def self.distance = 4
end
`,
  'inner.rb': `class Inner < Place
  def distance = 5
  def size(x) = 1
end
`,
  'user.rb': `class User
  type '(Place p) -> Integer r { r >= 1 }'
  def far(p) = p.size(1) + 1
end
`,
};

/** File, old source, new source; one after the other. */
const EDITS: readonly (readonly [string, string, string])[] = [
  ['place.rb', '  def distance = 3\n', ''],
  ['place.rb', 'def size(x) = x > 0 ? x : 0\n', 'def size(x) = x > 0 ? x : 0\n  def distance = -3\n'],
  ['place.rb', 'def distance = -3', 'def distance = 7'],
  ['shop.rb', '  def self.distance = 4\n', ''],
  ['shop.rb', '  extend Far\n', '  extend Far\n  def self.distance = -4\n'],
  ['inner.rb', '  def distance = 5\n', ''],
  ['place.rb', "  type '(Integer x) -> Integer r { r >= 0 }'\n", ''],
  ['place.rb', '  def size', "  type '(Integer x) -> Integer r { r >= 2 }'\n  def size"],
  ['far.rb', 'r { r >= 0 }', 'r { r >= 2 }'],
  ['far.rb', "  type :distance, '() -> Integer r { r >= 2 }'\n", "  type :distance, '() -> Integer'\n"],
];

describe('caveats of verdicts', function () {
  this.timeout(300_000);
  const host = createTestHost();
  const shared: Host = { ...host, cache: new MemoryCache() };
  after(() => host.solver.close());

  it('are the same after each edit as in a fresh workspace', async () => {
    const texts = new Map(Object.entries(FILES));
    const edited = await reading(texts);
    const seen = new Set<string>();
    for (const [path, old, next] of EDITS) {
      const text = texts.get(path)!;
      assert.ok(text.includes(old), `${path}: ${old}`);
      texts.set(path, text.replace(old, next));
      edited.edit(path, [{ start: text.indexOf(old), end: text.indexOf(old) + old.length, text: next }]);
      await edited.verify({ budget: TEST_BUDGET, signal: NEVER });
      const now = standing(edited);
      assert.deepEqual(now, standing(await reading(texts)), `${path}: ${old} -> ${next}`);
      seen.add(JSON.stringify(now));
    }
    assert.ok(seen.size >= 6, `${seen.size} different states`);
    assert.ok(edited.holdings.parts >= 3, JSON.stringify(edited.holdings));
  });

  async function reading(texts: ReadonlyMap<string, string>): Promise<Workspace> {
    const workspace = await Workspace.create(shared, SETTINGS);
    for (const [path, text] of texts) workspace.open(path, text);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    return workspace;
  }
});

function standing(workspace: Workspace): Record<string, unknown> {
  const methods = [...workspace.snapshot.files.values()].flatMap(file => file.methods);
  const entries = methods.map(({ info, verdict, state }) => [
    info.key,
    { state, status: verdict?.status, caveats: verdict?.caveats },
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
