/** Inference that is cut off and started again at any query finds what it finds in one piece. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inOnePiece, type Slices } from '../../server/src/engine/incremental/interruption';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { sampleOf, stepFor } from '../harness/sampling';
import { createTestHost, NEVER } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const FOLDERS = ['test/fixtures/infer', 'examples'];
const STEP = stepFor({ test: 40, trust: 8 });

/** Over after so many queries, and after more of them if nothing was found. */
function afterQueries(queries: number, count: () => void): Slices {
  return tries => {
    let left = queries + 2 ** tries - 1;
    return () => {
      if (left-- > 0) return false;
      count();
      return true;
    };
  };
}

describe('inference in slices', () => {
  const host = createTestHost();
  after(() => host.solver.close());

  const paths = FOLDERS.flatMap(folder =>
    readdirSync(join(__dirname, '..', '..', folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.rb'))
      .map(name => join(folder, name)),
  );

  async function infer(slices: Slices, texts: ReadonlyMap<string, string>): Promise<unknown> {
    const workspace = await Workspace.create(host, SETTINGS);
    workspace.slices = slices;
    for (const [path, text] of texts) workspace.setDisk(path, text);
    await workspace.infer([...texts.keys()], NEVER);
    const { files } = workspace.snapshot;
    return [...files.values()].map(({ path, problems, methods }) => ({
      path,
      problems: problems.map(each => JSON.stringify(each)),
      summaries: methods.map(({ info }) =>
        JSON.stringify(workspace.summaryOf(info.key), (_, value) => (value instanceof Map ? [...value] : value)),
      ),
    }));
  }

  it('has the same reports and summaries, wherever it is cut', async function () {
    this.timeout(0);
    let cuts = 0;
    for (const path of sampleOf(paths, STEP, 'slices')) {
      const texts = new Map([[path, readFileSync(join(__dirname, '..', '..', path), 'utf8')]]);
      const whole = await infer(inOnePiece, texts);
      for (const queries of [1, 5])
        assert.deepEqual(
          await infer(
            afterQueries(queries, () => cuts++),
            texts,
          ),
          whole,
          path,
        );
    }
    assert.ok(cuts > 50, `${cuts} cuts`);
  });

  it('prepares a view in several turns, without running anything twice that is complete', async () => {
    const workspace = await Workspace.create(host, SETTINGS);
    const names = Array.from({ length: 40 }, (_, n) => `m${n}`);
    const methods = names.map(name => `  def ${name}(x) = x.foo\n`);
    workspace.open(
      'wide.rb',
      `class Wide\n  def all(x) = [${names.map(each => `${each}(x)`).join(', ')}]\n${methods.join('')}end\n`,
    );
    let cuts = 0;
    workspace.slices = afterQueries(10, () => cuts++);
    assert.equal(await workspace.prepare('wide.rb'), true);
    const { reports } = workspace.inferenceCounts;
    assert.ok(cuts > 1, `${cuts} cuts`);
    void workspace.snapshot.files.get('wide.rb')?.problems;
    assert.equal(workspace.inferenceCounts.reports, reports, 'the view runs nothing');
    const again = cuts;
    assert.equal(await workspace.prepare('wide.rb'), true);
    assert.equal(cuts, again);
  });

  it('stops preparing when the file is edited', async () => {
    const workspace = await Workspace.create(host, SETTINGS);
    const text = 'class A\n  def m(x) = n(x)\n  def n(x) = x\nend\n';
    workspace.open('a.rb', text);
    workspace.slices = afterQueries(0, () => {});
    const prepared = workspace.prepare('a.rb');
    workspace.edit('a.rb', [{ start: text.length, end: text.length, text: 'A.new\n' }]);
    assert.equal(await prepared, false);
    assert.equal(await workspace.prepare('a.rb'), true);
  });
});
