/** Coverage by folder: a folder contains everything below it. */
import { dirname } from 'node:path';
import { type Causes, type FileCoverage, type Share, sumCauses, sumShares } from '../../ide/coverage/coverage';

export interface FolderCoverage {
  /** `.` for all files. */
  readonly path: string;
  readonly files: number;
  readonly expressions: Share;
  readonly signatures: Share;
  readonly causes: Causes;
}

/** The paths of the files are relative. Folders in order of their names, the whole first. */
export function coverageByFolder(files: readonly FileCoverage[]): readonly FolderCoverage[] {
  const folders = new Map<string, FileCoverage[]>([['.', []]]);
  for (const file of files) {
    for (let folder = dirname(file.path); ; folder = dirname(folder)) {
      folders.set(folder, [...(folders.get(folder) ?? []), file]);
      if (folder === '.' || folder === '/' || dirname(folder) === folder) break;
    }
  }
  return [...folders]
    .sort(([a], [b]) => (a === '.' ? -1 : b === '.' ? 1 : a < b ? -1 : 1))
    .map(([path, inside]) => ({
      path,
      files: inside.length,
      expressions: sumShares(inside.map(file => file.expressions)),
      signatures: sumShares(inside.map(file => file.signatures)),
      causes: sumCauses(inside.map(file => file.causes)),
    }));
}
