/**
 * Files on disk. Whatever is wrong with a file is a result, not an exception. Only regular files up to a size limit are
 * read: a device or a pipe may never end. A link that leaves the folder is skipped and named.
 */
import { type Dirent, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { FileFailure, FileHost, ReadFailure } from '../engine/host';
import { nameOf, onDisk } from './fileNames';
import { decodeSource } from './sourceEncoding';

const MAX_FILE_BYTES = 20 * 1024 * 1024;

export const diskFiles: FileHost = {
  async read(path) {
    try {
      return refuse(await stat(onDisk(path))) ?? decode(await readFile(onDisk(path)));
    } catch (error) {
      return failureOf(error);
    }
  },

  async list(folder, include, exclude) {
    const included = picomatch([...include], { dot: true });
    const excluded = picomatch([...exclude], { dot: true });
    const found: string[] = [];
    const outside: string[] = [];
    const seen = new Set<string>();
    const root = await realpath(folder).catch(() => folder);
    const visit = async (directory: string): Promise<void> => {
      const real = await realpath(onDisk(directory)).catch(() => null);
      if (real === null || seen.has(real)) return; // a link to an ancestor
      seen.add(real);
      for (const entry of await entriesOf(directory)) {
        const path = join(directory, nameOf(entry.name));
        const name = relative(folder, path).split(sep).join('/');
        if (excluded(name) || excluded(`${name}/`)) continue;
        const info = entry.isSymbolicLink() ? await stat(onDisk(path)).catch(() => null) : entry;
        if (!info?.isDirectory() && !(info?.isFile() && included(name))) continue;
        if (entry.isSymbolicLink() && !isBelow(root, await realpath(onDisk(path)))) outside.push(path);
        else if (info.isDirectory()) await visit(path);
        else found.push(path);
      }
    };
    await visit(folder);
    return { paths: found.sort(), outside: outside.sort() };
  },
};

/** A small file that is needed at once, such as settings or a baseline. */
export function readFileNow(path: string): { readonly text: string } | FileFailure {
  try {
    return refuse(statSync(onDisk(path))) ?? decode(readFileSync(onDisk(path)));
  } catch (error) {
    return failureOf(error);
  }
}

/** As bytes: not every name is UTF-8. */
function entriesOf(directory: string): Promise<readonly Dirent<Buffer>[]> {
  return readdir(onDisk(directory), { withFileTypes: true, encoding: 'buffer' }).catch(() => []);
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Null: it may be read. */
function refuse(info: Stats): FileFailure | null {
  if (info.isDirectory()) return failure('is-directory', 'it is a folder');
  if (!info.isFile()) return failure('unreadable', 'it is not a regular file');
  if (info.size <= MAX_FILE_BYTES) return null;
  return failure('too-large', `${Math.round(info.size / 1048576)} MB; the limit is ${MAX_FILE_BYTES / 1048576} MB`);
}

function failureOf(error: unknown): FileFailure {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? failure('missing', 'no such file')
    : failure('unreadable', code ?? String(error));
}

/** Whether `list` would find this file. */
export function isListed(
  folder: string,
  path: string,
  include: readonly string[],
  exclude: readonly string[],
): boolean {
  const name = relative(folder, path).split(sep).join('/');
  const matches = (globs: readonly string[]): boolean => picomatch.isMatch(name, [...globs], { dot: true });
  return !name.startsWith('../') && matches(include) && !(exclude.length > 0 && matches(exclude));
}

function decode(bytes: Uint8Array): { readonly text: string } | FileFailure {
  const decoded = decodeSource(bytes);
  if ('text' in decoded) return decoded;
  const { declared } = decoded;
  if (declared !== null) return failure('not-utf8', `it declares ${declared}, but some bytes are not of that encoding`);
  return failure('not-utf8', `byte ${firstBadByte(bytes)} does not begin or continue a UTF-8 character`);
}

function firstBadByte(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return low;
}

function failure(kind: ReadFailure, detail: string): FileFailure {
  return { failure: kind, detail };
}
