/** `.loupe/profile.json` of a workspace. It is replaced by renaming, so that a crash cannot leave half a file. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROFILE_LIMITS } from '../../../shared/src/profile';

export function profilePath(root: string): string {
  return join(root, '.loupe', 'profile.json');
}

export type ProfileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: string };

export function readProfileText(path: string): ProfileText {
  try {
    const info = statSync(path);
    if (!info.isFile()) return { kind: 'unreadable', why: 'it is not a regular file' };
    if (info.size > PROFILE_LIMITS.bytes)
      return { kind: 'unreadable', why: `it is larger than ${PROFILE_LIMITS.bytes >> 20} MB` };
    return { kind: 'text', text: readFileSync(path, 'utf8') };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'unreadable', why: code };
  }
}

/** Null if it was written, else why not. A new folder is ignored by git: profiles differ between machines. */
export function writeProfileText(path: string, text: string): string | null {
  const folder = dirname(path);
  const draft = `${path}.${process.pid}`;
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n');
    writeFileSync(draft, text);
    renameSync(draft, path);
    return null;
  } catch (error) {
    removeProfile(draft);
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Null if it is gone, else why not. */
export function removeProfile(path: string): string | null {
  try {
    rmSync(path, { force: true });
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return code === 'ENOTDIR' ? null : code;
  }
}

/** Renames the file, if there is one, to a name that is free. Returns its new path. */
export function setAside(path: string): string | null {
  let moved = `${path}.unused`;
  for (let count = 2; existsSync(moved); count++) moved = `${path}.unused${count}`;
  try {
    renameSync(path, moved);
    return moved;
  } catch {
    return null;
  }
}
