/**
 * `npm run test:list`: every test with its tier and file, and how many there are of each. Tests that `npm test` runs on
 * a sample are listed twice: as the sample, and in full.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import Mocha from 'mocha';
import { TAG } from '../harness/requirements';
import { IS_FULL } from '../harness/sampling';
import { COLD, findTests, root, SAMPLED, type Tier, tierOf } from './tiers';

interface Row {
  readonly tier: Tier;
  readonly file: string;
  readonly title: string;
}

async function rowsOf(file: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const mocha = new Mocha();
  mocha.addFile(join(root, file));
  await mocha.loadFilesAsync();
  mocha.suite.eachTest(test => {
    const title = test.fullTitle().replaceAll('\n', ' ');
    if (IS_FULL) return void rows.push({ tier: 'trust', file: `${file} (full)`, title });
    rows.push({ tier: title.includes(TAG) ? 'trust' : tierOf(file), file, title });
    if (COLD.includes(file)) rows.push({ tier: 'trust', file: `${file} (cold)`, title });
  });
  return rows;
}

/** Whether the tests are those of a sample is decided when their file is loaded: another process loads them. */
function rowsInFull(): readonly Row[] {
  const env = { ...process.env, LOUPE_TRUST: 'full' };
  const words = ['--import', 'tsx', __filename];
  return JSON.parse(execFileSync(process.execPath, words, { cwd: root, env, encoding: 'utf8', maxBuffer: 1e8 }));
}

async function list(): Promise<void> {
  const rows: Row[] = [];
  for (const file of IS_FULL ? SAMPLED : findTests()) rows.push(...(await rowsOf(file)));
  if (IS_FULL) return console.log(JSON.stringify(rows));
  rows.push(...rowsInFull());
  for (const { tier, file, title } of rows) console.log(`${tier}\t${file}\t${title}`);
  const count = (tier: Tier): number => rows.filter(row => row.tier === tier).length;
  console.log(`${count('test')} in npm test, ${count('trust')} in npm run test:trust`);
}

void list().then(() => process.exit(0));
