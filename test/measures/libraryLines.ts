/**
 * Lines of library code: everything below the folders named `library` in vcgen and check, the prelude, and the labels.
 * Lines without code count; a model that moves to another folder must be listed here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = join(__dirname, '..', '..', 'server');

/** What models or describes methods of Ruby's library, by kind. */
const FOLDERS = {
  'models in TypeScript': ['src/vcgen/library', 'src/check/library'],
  'bodies in Ruby': ['prelude'],
  'types and labels': ['core'],
} as const;

export function countLibraryLines(): ReadonlyMap<string, number> {
  return new Map(Object.entries(FOLDERS).map(([kind, folders]) => [kind, sum(folders.map(linesIn))]));
}

function linesIn(folder: string): number {
  const files = readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.(ts|rb|rbs)$/.test(name),
  );
  return sum(
    files.map(
      name =>
        readFileSync(join(SERVER, folder, name), 'utf8')
          .trimEnd()
          .split('\n').length,
    ),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
