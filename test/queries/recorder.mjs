/**
 * Loaded before the command line (`node --import`): notes the key of every answer that the process looks up in its
 * cache folder, found or not, and writes the sorted keys to the file that LOUPE_RECORD names. It relies on nothing but
 * the folder's layout (`answers/xx/key`), so it can watch any revision from outside.
 */
import fs from 'node:fs';
import { basename, join, sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const target = process.env.LOUPE_RECORD;
const answers = join(process.env.LOUPE_CACHE_DIR ?? '', 'answers') + sep;
const keys = new Set();

if (isMainThread && target) {
  const readFileSync = fs.readFileSync;
  fs.readFileSync = (file, ...rest) => {
    if (typeof file === 'string' && file.startsWith(answers)) keys.add(basename(file));
    return readFileSync(file, ...rest);
  };
  process.on('exit', () => fs.writeFileSync(target, JSON.stringify([...keys].sort())));
}
