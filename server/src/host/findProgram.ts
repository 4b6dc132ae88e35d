/**
 * Finds an installed program on the PATH. Only absolute folders of the PATH count: a program must never come from the
 * working folder, which may be an untrusted workspace (Windows searches it first, and so does an empty entry of a PATH).
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

export function findProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter(isAbsolute);
  const endings = process.platform === 'win32' ? (environment.PATHEXT ?? '.EXE').split(';') : [''];
  for (const folder of folders) {
    const found = endings.map(ending => join(folder, name + ending)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
