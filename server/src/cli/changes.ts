/**
 * `--changed-since` and `--staged`: which files changed, and what to report. A change is reported with everything in the
 * files it touches, and with the problems it causes in others: those that are not there with the earlier contents.
 */
import type { Workspace } from '../engine/workspace';
import { GitFailure, GitFolder } from '../host/git';
import { baselineOf, withoutKnown } from './baseline';
import type { FileResult } from './results';
import { type CommandInput, type Io, switchOption, textOption, UsageError } from './usage';

export interface Changes {
  /** Absolute paths, also of deleted files. */
  readonly changed: ReadonlySet<string>;
  /** The content before the change; null: the file did not exist. */
  readonly before: (path: string) => string | null;
  /** Staged contents that the work tree does not have. */
  readonly staged: ReadonlyMap<string, string>;
  /** Files of the work tree that are not part of what is checked. */
  readonly hidden: ReadonlySet<string>;
}

/** Null: neither option is given. */
export function readChanges(io: Io, input: CommandInput): Changes | null {
  const since = textOption(input, 'changed-since');
  const staged = switchOption(input, 'staged');
  if (since === null && !staged) return null;
  if (since !== null && staged) throw new UsageError('--changed-since and --staged exclude each other');
  if (switchOption(input, 'isolated')) throw new UsageError('--isolated does not go with --changed-since or --staged');
  const option = since === null ? '--staged' : '--changed-since';
  try {
    const git = GitFolder.open(io.cwd, io.environment);
    return since === null ? stagedChanges(git) : changesSince(git, git.findBase(since));
  } catch (error) {
    if (error instanceof GitFailure) throw new UsageError(`${option}: ${error.message}`);
    throw error;
  }
}

function changesSince(git: GitFolder, base: string): Changes {
  return {
    changed: new Set(git.changedSince(base)),
    before: path => git.contentAt(base, path),
    staged: new Map(),
    hidden: new Set(),
  };
}

function stagedChanges(git: GitFolder): Changes {
  const { head } = git;
  const contents = git.unstaged.map(path => [path, git.contentAt('', path)] as const);
  return {
    changed: new Set(git.staged),
    before: path => (head === null ? null : git.contentAt(head, path)),
    staged: new Map(contents.flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]))),
    hidden: new Set(git.untracked),
  };
}

/**
 * The results to report. The earlier contents are checked only if an unchanged file has problems: `check` checks the
 * workspace as it is and returns the results of these files.
 */
export async function selectCausedProblems(
  workspace: Workspace,
  changes: Changes,
  results: readonly FileResult[],
  check: (paths: readonly string[]) => Promise<readonly FileResult[]>,
): Promise<readonly FileResult[]> {
  const touched = results.filter(({ path }) => changes.changed.has(path));
  const suspects = results.filter(({ path, diagnostics }) => !changes.changed.has(path) && diagnostics.length > 0);
  if (suspects.length === 0) return touched;
  for (const path of changes.changed) {
    const text = changes.before(path);
    if (text === null) workspace.remove(path);
    else if (isRuby(path)) workspace.setDisk(path, text);
  }
  workspace.update();
  const earlier = await check(suspects.map(({ path }) => path));
  const caused = withoutKnown(suspects, baselineOf(earlier)).filter(({ diagnostics }) => diagnostics.length > 0);
  return [...touched, ...caused].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Files of other kinds may have changed too. */
export function isRuby(path: string): boolean {
  return path.endsWith('.rb');
}
