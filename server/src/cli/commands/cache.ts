/** `loupe cache`: answers of the solver, outcomes of runs and results of inference on disk. */
import { cacheFolder, DiskCache } from '../../host/diskCache';
import { type CommandSpec, switchOption, UsageError } from '../usage';

export const cacheCommand: CommandSpec = {
  name: 'cache',
  operands: '',
  short: 'show or clear the cache',
  summary: 'Shows or clears the cache of solver answers, runs and inference on disk.',
  minOperands: 0,
  maxOperands: 0,
  options: {
    stats: { help: 'print the location of the cache and the number of answers' },
    clear: { help: 'delete all answers, outcomes of runs and what was inferred' },
  },
  run: async (io, input) => {
    const cache = new DiskCache(cacheFolder(io.environment));
    const clear = switchOption(input, 'clear');
    if (!clear && !switchOption(input, 'stats')) throw new UsageError('loupe cache --stats or loupe cache --clear');
    if (clear) await clearCache(cache);
    const { folder, entries, bytes } = await cache.stats();
    io.out(`${folder}: ${entries} answers, ${(bytes / 1024).toFixed(0)} kB\n`);
    return 0;
  },
};

async function clearCache(cache: DiskCache): Promise<void> {
  try {
    await cache.clear();
  } catch (error) {
    const { folder } = await cache.stats();
    throw new UsageError(`cannot clear ${folder}: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`);
  }
}
