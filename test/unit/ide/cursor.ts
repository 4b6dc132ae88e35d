/** A program with a cursor `│` (or several, numbered from 0 in source order) in a real workspace. */
import type { Snapshot } from '../../../server/src/engine/snapshot';
import type { Workspace } from '../../../server/src/engine/workspace';

export const PATH = 'sample.rb';

export interface Placed {
  readonly snapshot: Snapshot;
  readonly text: string;
  readonly at: readonly number[];
  readonly probe: (path: string, text: string) => Snapshot;
}

export function place(workspace: Workspace, marked: string): Placed {
  const parts = marked.split('│');
  const at = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('').length);
  const text = parts.join('');
  workspace.setDisk(PATH, text);
  const probe = (path: string, other: string): Snapshot => {
    const fork = workspace.fork();
    fork.setDisk(path, other);
    return fork.snapshot;
  };
  return { snapshot: workspace.snapshot, text, at, probe };
}
