/**
 * Writes several files or none: all are prepared beside their targets first, and a target that is read-only, or that
 * changed since it was read, stops everything. Each file is replaced by a rename, so no reader sees half of it.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** What was read; null: the file did not exist. */
  readonly expected: string | null;
}

/** Null: everything is written. Otherwise why nothing is. */
export function writeFiles(files: readonly PlannedFile[]): string | null {
  const prepared: { readonly file: PlannedFile; readonly temporary: string }[] = [];
  try {
    for (const file of files) {
      const refusal = refusalOf(file);
      if (refusal !== null) return refusal;
      mkdirSync(dirname(file.path), { recursive: true });
      const temporary = `${file.path}.loupe-${process.pid}`;
      prepared.push({ file, temporary });
      writeFileSync(temporary, file.text, { flag: 'wx' });
      if (file.expected !== null) chmodSync(temporary, statSync(file.path).mode);
    }
    for (const { file } of prepared) {
      const refusal = refusalOf(file);
      if (refusal !== null) return refusal;
    }
    for (const { file, temporary } of prepared) renameSync(temporary, file.path);
    return null;
  } catch (error) {
    return `cannot write: ${(error as NodeJS.ErrnoException).message}`;
  } finally {
    for (const { temporary } of prepared) rmSync(temporary, { force: true });
  }
}

/** A rename would also replace a read-only file, and root may write any: its mode counts. */
function refusalOf({ path, expected }: PlannedFile): string | null {
  if (!existsSync(path)) return expected === null ? null : `${path} was removed in the meantime`;
  if (expected === null) return `${path} was created in the meantime`;
  if ((statSync(path).mode & 0o222) === 0) return `${path} is read-only`;
  return readFileSync(path, 'utf8') === expected ? null : `${path} was changed in the meantime`;
}
