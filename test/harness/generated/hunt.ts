/**
 * `node --import tsx test/harness/generated/hunt.ts SEED COUNT [BATCH]`: generates more programs than `npm test` and
 * prints what it finds.
 */

import { showConstruct } from '../../../server/src/problems/constructs';
import { createAuditHost } from '../auditProofs';
import { createTestWorkspace } from '../workspace';
import { makeTrials, SETTINGS, verifyTrials, withoutBounds } from './trials';

async function main(): Promise<void> {
  const [seed = 1, count = 40, batch = 40] = process.argv.slice(2).map(Number);
  const ruby = createAuditHost();
  const workspace = await createTestWorkspace({ settings: SETTINGS });
  const wide = await createTestWorkspace();
  const totals = new Map<string, number>();
  const reasons = new Map<string, number>();
  for (let at = 0; at * batch < count; at++) {
    const began = Date.now();
    const trials = await makeTrials(ruby, { seed: seed * 1000 + at, count: batch });
    const ran = Date.now();
    for (const trial of trials) {
      const start = Date.now();
      const { findings, counts, verdicts } = await verifyTrials(workspace, [trial]);
      for (const [key, value] of counts) totals.set(key, (totals.get(key) ?? 0) + value);
      for (const verdict of verdicts.values()) {
        for (const each of verdict.notModelled) {
          const construct = showConstruct(each.construct);
          reasons.set(construct, (reasons.get(construct) ?? 0) + 1);
        }
        if (verdict.status === 'undecided')
          for (const { why } of verdict.obligations) if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
      }
      for (const { kind, what } of await withoutBounds(wide, findings))
        console.log(`=== ${kind} seed ${seed * 1000 + at} ${trial.program.name}: ${what}\n${trial.text}`);
      if (Date.now() - start > 20000)
        console.error(`${trial.program.name}: ${Date.now() - start} ms ${process.env.SLOW ? trial.text : ''}`);
    }
    console.error(
      `batch ${at}: run ${ran - began} ms, verify ${Date.now() - ran} ms ${JSON.stringify(Object.fromEntries([...totals].sort()))}`,
    );
  }
  console.error([...reasons].sort((a, b) => b[1] - a[1]).slice(0, 40));
  await ruby.close();
}

void main().then(() => process.exit(0));
