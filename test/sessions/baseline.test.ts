/**
 * The counts of test/bench/baseline.json do not grow unless that file is changed on purpose (`npm run bench --
 * --baseline` updates it). The effort inside the solver may differ slightly between its builds.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../server/src/engine/host';
import { type Counts, countWork } from '../bench/counts';
import { createTestHost } from '../harness/workspace';

const BASELINE = join(__dirname, '..', 'bench', 'baseline.json');
const SLACK: Readonly<Record<string, number>> = { rlimit: 1.25 };

describe('work counts', () => {
  let host: Host;
  before(() => {
    host = createTestHost();
  });
  after(() => host.solver.close());

  it('do not exceed the baseline', async function () {
    this.timeout(0);
    const known = JSON.parse(readFileSync(BASELINE, 'utf8')) as Counts;
    const now = await countWork(host);
    assert.deepEqual(Object.keys(now), Object.keys(known));
    const grown = Object.entries(now).flatMap(([step, counts]) =>
      Object.entries(counts)
        .filter(([name]) => name !== 'decided')
        .filter(([name, count]) => count > known[step]![name as keyof typeof counts] * (SLACK[name] ?? 1))
        .map(([name, count]) => `${step}: ${name} ${known[step]![name as keyof typeof counts]} -> ${count}`),
    );
    assert.deepEqual(grown, [], 'more work than before; if that is meant: npm run bench -- --baseline');
  });

  it('a cached answer is not queried', () => {
    const known = JSON.parse(readFileSync(BASELINE, 'utf8')) as Counts;
    assert.equal(known['all again, answers cached']?.queries, 0);
  });
});
