/**
 * One of several processes on one disk cache: requests many answers, stores those that it does not find, and prunes
 * beyond its limit. Reports how many answers did not belong to their key, how many were found, and how many of its own
 * were missing from its memory.
 */
import { hash } from '../../server/src/base/hash';
import { DiskCache } from '../../server/src/host/diskCache';
import type { Reply } from '../../server/src/proof/query';

const [folder = '', limit = ''] = process.argv.slice(2);
const KEYS = 100;
const ROUNDS = 20;

function replyOf(i: number): Reply {
  return { status: 'unsat', rlimit: i };
}

async function main(): Promise<void> {
  let [wrong, found, missing] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const cache = new DiskCache(folder, {
      limits: { entries: Number(limit), bytes: 1 << 20, inMemory: 1000, everyMs: 0 },
    });
    for (let i = 0; i < KEYS; i++) {
      const key = hash(`text ${i}`);
      const known = cache.get(key);
      if (known) found++;
      if (known && JSON.stringify(known) !== JSON.stringify(replyOf(i))) wrong++;
      if (!known) cache.set(key, replyOf(i));
      if (!cache.get(key)) missing++;
      if (i % 10 === 0) await new Promise(setImmediate);
    }
    await cache.flush();
  }
  process.stdout.write(`${wrong} wrong, ${found} found, ${missing} missing`);
}

void main();
