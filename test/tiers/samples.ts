/** What the tests of a tier say about their samples (test/harness/sampling.ts): in a file that all their processes write. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** From now on, for the processes that are started. `read`: each line once, in order. */
export function collectSamples(): { readonly read: () => readonly string[] } {
  const file = join(mkdtempSync(join(tmpdir(), 'loupe-samples-')), 'samples.txt');
  process.env.LOUPE_SAMPLES = file;
  return {
    read: () => {
      if (!existsSync(file)) return [];
      return [...new Set(readFileSync(file, 'utf8').trimEnd().split('\n'))].sort();
    },
  };
}
