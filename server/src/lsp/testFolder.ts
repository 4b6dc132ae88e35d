/** The test folder of a project, and how a test requires a file. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { TestHome } from '../ide/fixes/fix';

export function findTestFolder(root: string | null): TestHome | null {
  if (root === null) return null;
  return existsSync(join(root, 'spec')) || existsSync(join(root, '.rspec'))
    ? { folder: join(root, 'spec'), framework: 'rspec' }
    : { folder: join(root, 'test'), framework: 'minitest' };
}

/** For a test that may be saved anywhere: without a test folder it is next to the file. */
export function placeTest(
  root: string | null,
  path: string,
): { readonly framework: TestHome['framework']; readonly requirePath: string } {
  const { folder, framework } = findTestFolder(root) ?? { folder: dirname(path), framework: 'minitest' };
  const file = path.replace(/\.rb$/, '');
  const requirePath = root === null ? basename(file) : relative(folder, file).split(sep).join('/');
  return { framework, requirePath };
}
