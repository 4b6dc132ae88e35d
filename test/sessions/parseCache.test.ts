/** A second start takes over what the first one read from files whose text is the same, and parses the others. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host, ResultStore } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { shownState } from '../harness/shownState';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

const FILES: Readonly<Record<string, string>> = {
  'a.rb': `class Shop
  LIMIT = 3
  var_type :@n, 'Integer n { n >= 0 }'

  ##% (Integer x { x >= 0 }) -> Integer r { r >= x }
  def price(x) = x + tax(x)

  def tax(x) = x / 5
  # A type that nothing can be.
  #: (Integer -> String
  def broken = 1
end
`,
  'b.rb': `class Till
  define = (def total(x) = x * 2)

  ##% (Integer x) -> Integer r { r > x }
  def off(x) = x - 1
  puts define
end
`,
  'sub/c.rb': `module Names
  ##% (Array<Integer> list { list.size > 0 }) -> Integer r { r >= 0 }
  def self.first_of(list)
    n = 0
    list.each { |each| n += 1 if each > n }
    n
  end
end
`,
};

/** As plain data, so that nothing is shared with the start before. */
class MemoryResults implements ResultStore {
  readonly kept = new Map<string, unknown>();
  writes = 0;
  get(key: string): unknown {
    return structuredClone(this.kept.get(key) ?? null);
  }
  set(key: string, value: unknown): void {
    this.writes++;
    this.kept.set(key, structuredClone(value));
  }
}

describe('the files of a second start', () => {
  const host = createTestHost();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-readings-'));
    for (const [name, text] of Object.entries(FILES)) write(name, text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  after(() => host.solver.close());

  const pathOf = (name: string): string => join(folder, name);

  function write(name: string, text: string): void {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), text);
  }

  /** What was parsed, and all that is shown at the end. */
  async function start(
    readings: ResultStore | null,
    names: readonly string[] = Object.keys(FILES),
  ): Promise<{ readonly parsed: readonly string[]; readonly shown: unknown }> {
    const parsed: string[] = [];
    const readers: Host['readers'] = {
      async readAll(paths) {
        parsed.push(...paths.map(path => path.slice(folder.length + 1)));
        return paths;
      },
    };
    const { solver } = host;
    const shared: Host['solver'] = {
      version: solver.version,
      solve: (...asked) => solver.solve(...asked),
      close: async () => {},
    };
    const workspace = await Workspace.create({ ...host, readers, readings, solver: shared }, SETTINGS);
    await workspace.index(names.map(pathOf), NEVER);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const shown = shownState(workspace);
    await workspace.dispose();
    return { parsed, shown };
  }

  it('parses nothing, and shows the same', async () => {
    const readings = new MemoryResults();
    const first = await start(readings);
    assert.deepEqual(first.parsed, Object.keys(FILES));
    const second = await start(readings);
    assert.deepEqual(second.parsed, []);
    assert.deepEqual(second.shown, first.shown);
    assert.deepEqual((await start(null)).shown, first.shown);
  });

  it('parses a file whose text has changed, and caches it then', async () => {
    const readings = new MemoryResults();
    await start(readings);
    write('b.rb', FILES['b.rb']!.replace('x - 1', 'x + 1'));
    const second = await start(readings);
    assert.deepEqual(second.parsed, ['b.rb']);
    assert.deepEqual(second.shown, (await start(null)).shown);
    const third = await start(readings);
    assert.deepEqual([third.parsed, third.shown], [[], second.shown]);
  });

  it('does not drop other files of a folder, whichever are read', async () => {
    const readings = new MemoryResults();
    await start(readings, ['a.rb']);
    await start(readings, ['b.rb']);
    assert.deepEqual((await start(readings)).parsed, ['sub/c.rb']);
    assert.deepEqual((await start(readings)).parsed, []);
  });

  it('writes nothing if nothing is new, and one entry for each folder', async () => {
    const readings = new MemoryResults();
    await start(readings);
    assert.deepEqual([readings.kept.size, readings.writes], [2, 2]);
    await start(readings);
    assert.equal(readings.writes, 2);
  });

  it('drops files that no longer exist', async () => {
    const readings = new MemoryResults();
    await start(readings);
    rmSync(pathOf('a.rb'));
    for (let i = 0; i < 12; i++) {
      write('b.rb', `${FILES['b.rb']}# ${i}\n`);
      await start(readings, ['b.rb']);
    }
    const paths = [...readings.kept.values()].flatMap(entries => [...(entries as Map<string, unknown>).keys()]);
    assert.deepEqual(paths.map(path => path.slice(folder.length + 1)).sort(), ['b.rb', 'sub/c.rb']);
  });
});
