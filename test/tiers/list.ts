/**
 * `npm run test:list`: every test with its tier and file, and how many there are of each. Tests that run on samples are
 * listed for each extent: as the sample of `npm test`, as that of `npm run test:trust`, and in full.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import Mocha from 'mocha';
import { TAG } from '../harness/requirements';
import { EXTENT, type Extent } from '../harness/sampling';
import { COLD, findTests, root, SAMPLED, type Tier, tierOf } from './tiers';

interface Row {
  readonly tier: Tier | 'full';
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
    if (EXTENT !== 'test') return void rows.push({ tier: EXTENT, file: `${file} (${EXTENT})`, title });
    rows.push({ tier: title.includes(TAG) ? 'trust' : tierOf(file), file, title });
    if (COLD.includes(file)) rows.push({ tier: 'trust', file: `${file} (cold)`, title });
  });
  return rows;
}

/** Which tests there are is decided when their file is loaded: another process loads them for another extent. */
function rowsOfExtent(extent: Extent): readonly Row[] {
  const env = { ...process.env, LOUPE_TRUST: extent };
  const words = ['--import', 'tsx', __filename];
  return JSON.parse(execFileSync(process.execPath, words, { cwd: root, env, encoding: 'utf8', maxBuffer: 1e8 }));
}

function filesOf(extent: Extent): readonly string[] {
  const tests = findTests();
  if (extent === 'test') return tests;
  return extent === 'trust' ? SAMPLED : [...SAMPLED, ...tests.filter(file => tierOf(file) === 'trust')];
}

async function list(): Promise<void> {
  const rows: Row[] = [];
  for (const file of filesOf(EXTENT)) rows.push(...(await rowsOf(file)));
  if (EXTENT !== 'test') return console.log(JSON.stringify(rows));
  rows.push(...rowsOfExtent('trust'), ...rowsOfExtent('full'));
  for (const { tier, file, title } of rows) console.log(`${tier}\t${file}\t${title}`);
  const count = (tier: Row['tier']): number => rows.filter(row => row.tier === tier).length;
  console.log(
    `${count('test')} in npm test, ${count('trust')} in npm run test:trust, ${count('full')} of these in full`,
  );
}

void list().then(() => process.exit(0));
