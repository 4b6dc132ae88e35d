/** Errors that only values decide are reported where a run of the script raises them; programs that run clean never are. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../server/src/engine/workspace';
import { diagnosticsOf } from '../../server/src/ide/diagnostics';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { inferenceReports } from '../harness/inferenceReports';
import { inferPrograms } from '../harness/inferPrograms';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../harness/workspace';

/** Of the errors that are marked as confirmed; may only grow, unless errors become certain. */
const LEAST = 99;

const RAISES = 'def find(name) = ("found" if name == "a")\nputs find("b").upcase\n';

async function reportsOf(workspace: Workspace, path: string, text: string) {
  workspace.setDisk(path, text);
  await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  const found = inferenceReports(workspace, [path]);
  workspace.remove(path);
  return found;
}

describe('reports confirmed by a run', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace({ mayRun: true });
  });
  after(() => workspace.dispose());

  it('are on lines that raise', async function () {
    this.timeout(600_000);
    let found = 0;
    const wrong: string[] = [];
    for (const { name, kind, text, raises } of inferPrograms()) {
      if (kind !== 'clean' && !raises.some(({ level }) => level === 'confirmed')) continue;
      const lines = new Set(raises.map(mark => mark.span.start.line));
      for (const { line, shown } of await reportsOf(workspace, name, text)) {
        if (lines.delete(line)) found++;
        else wrong.push(shown);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(found >= LEAST, `${found} found, not ${LEAST}`);
  });

  for (const code of ['LP5020', 'LP5021', 'LP5022'])
    it(`${code}: the example on its page`, async () => {
      const page = readFileSync(join(__dirname, '../../server/problems', `${code}.md`), 'utf8');
      const example = /```ruby\n([\s\S]*?)\n```/.exec(page)?.[1] ?? '';
      const found = await reportsOf(workspace, 'page.rb', `${example}\n`);
      assert.deepEqual(
        found.map(({ shown }) => shown.split(' ')[1]),
        [code],
      );
    });

  it('show the run, and disappear with the next edit', async () => {
    workspace.setDisk('script.rb', RAISES);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const [report] = diagnosticsOf(workspace.snapshot, 'script.rb', DEFAULT_SETTINGS);
    assert.equal(report?.problem.level, 'confirmed');
    assert.match(report.message, /`ruby script\.rb` raises NoMethodError/);
    workspace.setDisk('script.rb', RAISES.replace('find("b")', 'find("a")'));
    assert.deepEqual(diagnosticsOf(workspace.snapshot, 'script.rb', DEFAULT_SETTINGS), []);
    workspace.remove('script.rb');
  });

  for (const [what, text] of [
    ['raises by itself, beside an unknown value', 'def no(x) = raise(ArgumentError, x.to_s)\nno([1].first)\n'],
    ['raises by itself in a block', '[1].each { |x| raise ArgumentError, x.to_s }\n'],
    ['reads input', `${RAISES.replace('"b"', 'gets.to_s')}`],
    ['reads the time', `Time.now\n${RAISES}`],
    ['uses random numbers', `rand\n${RAISES}`],
    ['reads its arguments', `ARGV.first\n${RAISES}`],
    ['never ends', `loop { nil }\n${RAISES}`],
    ['raises by itself', 'raise ArgumentError, "no"\n'],
    ['rescues', `begin\n${RAISES}rescue NoMethodError\n  nil\nend\n`],
  ] as const) {
    it(`are not made of a script that ${what}`, async () => {
      assert.deepEqual(await reportsOf(workspace, 'script.rb', text), []);
    });
  }

  it('need permission to run code', async () => {
    const careful = await createTestWorkspace({ mayRun: false });
    assert.deepEqual(await reportsOf(careful, 'script.rb', RAISES), []);
    await careful.dispose();
  });
});
