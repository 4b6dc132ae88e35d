/**
 * Random programs (with a fixed seed), each run in Ruby and then verified: what a run has shown must not be proved
 * impossible, and what broke in a run must not be safe. `GENERATED=2000 npx mocha test/ruby/generatedPrograms.test.ts`
 * generates more; `test/harness/generated/hunt.ts` also prints their sources.
 */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { createAuditHost } from '../harness/auditProofs';
import { makeTrials, SETTINGS, verifyTrials, withoutBounds } from '../harness/generated/trials';
import { createTestWorkspace } from '../harness/workspace';

const COUNT = Number(process.env.GENERATED ?? 60);
const BATCH = 30;
const SEED = 77;

describe('generated programs', function () {
  this.timeout(0); // the number is chosen by the caller
  const ruby = createAuditHost();
  const counts = new Map<string, number>();
  let workspace: Workspace;
  let wide: Workspace;

  before(async () => {
    workspace = await createTestWorkspace({ settings: SETTINGS });
    wide = await createTestWorkspace();
  });
  after(async () => {
    await Promise.all([ruby.close(), workspace.dispose(), wide.dispose()]);
  });

  for (let batch = 0; batch * BATCH < COUNT; batch++)
    it(`of seed ${SEED + batch}`, async () => {
      const trials = await makeTrials(ruby, { seed: SEED + batch, count: BATCH });
      const outcome = await verifyTrials(workspace, trials);
      for (const [status, count] of outcome.counts) counts.set(status, (counts.get(status) ?? 0) + count);
      const serious = outcome.findings.filter(each => each.kind !== 'wrong-model');
      const found = await withoutBounds(wide, serious);
      assert.deepEqual(
        found.map(({ kind, what, trial }) => `${kind}: ${what}\n${trial.text}`),
        [],
      );
    });

  it('are modelled, and many of their postconditions refuted', () => {
    const witnesses = [...counts].filter(([status]) => status.startsWith('witness'));
    const all = witnesses.reduce((sum, [, count]) => sum + count, 0);
    assert.ok((counts.get('witness unsafe') ?? 0) > all / 2, JSON.stringify([...counts]));
    assert.ok((counts.get('plain safe') ?? 0) > COUNT / 10, JSON.stringify([...counts]));
  });
});
