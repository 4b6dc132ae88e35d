/** `npm run test:list`: every test with its tier and file, and how many there are of each. */
import { join } from 'node:path';
import Mocha from 'mocha';
import { TAG } from '../harness/requirements';
import { COLD, findTests, root, type Tier, tierOf } from './tiers';

async function list(): Promise<void> {
  const counts: Record<Tier, number> = { test: 0, trust: 0 };
  for (const file of findTests()) {
    const mocha = new Mocha();
    mocha.addFile(join(root, file));
    await mocha.loadFilesAsync();
    mocha.suite.eachTest(test => {
      const title = test.fullTitle();
      const tier = title.includes(TAG) ? 'trust' : tierOf(file);
      counts[tier]++;
      console.log(`${tier}\t${file}\t${title.replaceAll('\n', ' ')}`);
      if (COLD.includes(file)) {
        counts.trust++;
        console.log(`trust\t${file} (cold)\t${title}`);
      }
    });
  }
  console.log(`${counts.test} in npm test, ${counts.trust} in npm run test:trust`);
}

void list().then(() => process.exit(0));
