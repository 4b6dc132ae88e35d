/**
 * After any edit script, a workspace has the results of a fresh check of the same sources. A seeded sample here; `npm
 * run test:edits` runs 5,000 scripts. EDIT_SEED and EDIT_SCRIPTS run others.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyScript, showScript } from '../harness/editScripts';
import { ScriptRunner } from '../harness/editSession';
import { byExtent, IS_FULL, noteSample } from '../harness/sampling';
import { createTestHost } from '../harness/workspace';

const ALL = 5000;
const SCRIPTS = Number(process.env.EDIT_SCRIPTS ?? byExtent({ test: 40, trust: 200, full: ALL }));
const SEED = Number(process.env.EDIT_SEED ?? 20261117);

describe(`${SCRIPTS} edit scripts`, () => {
  noteSample('edit scripts', SCRIPTS, ALL);
  const logged: string[] = [];
  let count = 0;
  let runner: ScriptRunner;
  before(async () => {
    const log = { debug() {}, info() {}, warn() {}, error: (message: string) => void logged.push(message) };
    runner = await ScriptRunner.create({ ...createTestHost(), log });
  });
  after(() => runner.close());

  it(`end in the result of a fresh check (seed ${SEED}${IS_FULL ? ', full' : ''})`, async function () {
    this.timeout(0);
    const property = fc.asyncProperty(anyScript, async script => {
      logged.length = 0;
      if (++count % 500 === 0) console.log(`      ${count} scripts`);
      await runner.run(script);
      assert.deepEqual(logged, [], 'nothing went wrong inside');
    });
    const result = await fc.check(property, { seed: SEED, numRuns: SCRIPTS });
    if (!result.failed) return;
    const [script] = result.counterexample!;
    const why = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
    assert.fail(`seed ${result.seed}, path ${result.counterexamplePath}\n${showScript(script)}\n${why}`);
  });
});
