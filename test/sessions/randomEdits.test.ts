/** After many random edits, a workspace has the results of a cold one. */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import {
  changeAtRandom,
  type EditedFile,
  editBetween,
  editedProgram,
  type Random,
  randomFrom,
  textOf,
} from '../harness/editedProgram';
import { byExtent } from '../harness/sampling';
import { shownState } from '../harness/shownState';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const EDITS = byExtent({ test: 500, trust: 1000, full: 1000 });
/** Memory may grow until then. */
const SETTLED = 250;
const COMPARISONS = EDITS / 50;
const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('many random edits', () => {
  const host = createTestHost();
  let workspace: Workspace;
  let files: readonly EditedFile[];
  let random: Random;
  before(async () => {
    workspace = await Workspace.create(host, SETTINGS);
    files = editedProgram();
    random = randomFrom(20261116);
    for (const file of files) workspace.open(file.path, textOf(file));
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  });
  after(() => workspace.dispose());

  async function edit(): Promise<void> {
    const texts = new Map(files.map(file => [file.path, textOf(file)]));
    const changed = changeAtRandom(files, random);
    const [before, after] = [texts.get(changed.path)!, textOf(changed)];
    if (before === after) return;
    if (random() < 0.02) {
      workspace.remove(changed.path);
      void workspace.snapshot;
      workspace.open(changed.path, after);
    } else workspace.edit(changed.path, [editBetween(before, after)]);
    if (random() < 0.3) void workspace.snapshot;
  }

  async function coldly(): Promise<unknown> {
    const cold = await Workspace.create(host, SETTINGS, 0); // bodies are dropped and read again
    for (const file of files) cold.setDisk(file.path, textOf(file));
    await cold.verify({ budget: TEST_BUDGET, signal: NEVER });
    return shownState(cold);
  }

  it('end in the verdicts, problems and places of a cold check, without using more memory', async function () {
    this.timeout(0);
    let settled = 0;
    const { trees } = workspace.holdings;
    for (let i = 1; i <= EDITS; i++) {
      await edit();
      if (random() < 0.5) await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
      if (i % (EDITS / COMPARISONS) === 0) {
        await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
        assert.deepEqual(shownState(workspace), await coldly(), `after ${i} edits`);
      }
      if (i === SETTLED) settled = heapUsed();
    }
    assert.equal(workspace.holdings.trees, trees, 'a syntax tree per open file');
    assert.ok(workspace.holdings.parts > EDITS / 10, 'most edits of declarations make a part of the program');
    const growth = heapUsed() - settled;
    assert.ok(growth < 16e6, `${(growth / 1e6).toFixed(1)} MB more after ${EDITS - SETTLED} edits`);
  });
});
