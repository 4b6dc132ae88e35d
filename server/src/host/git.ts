/**
 * What git knows of the working folder: which files differ from a revision, and their contents there or in the index.
 * Configuration of the repository that could start other programs is switched off.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { findProgram } from './findProgram';

/** Why git has no answer, in words for the user. */
export class GitFailure extends Error {}

const OPTIONS = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', '--no-pager', '--literal-pathspecs'];
const DIFF = ['diff', '--name-only', '--no-renames', '--no-ext-diff', '-z'];
const MAX_OUTPUT = 1 << 30;

export class GitFolder {
  private constructor(
    private readonly program: string,
    private readonly cwd: string,
    /** The top of the work tree, as seen from the working folder; it keeps symbolic links in the path. */
    private readonly top: string,
  ) {}

  static open(cwd: string, environment: Readonly<Record<string, string | undefined>>): GitFolder {
    const program = findProgram('git', environment);
    if (program === null) throw new GitFailure('git is not installed');
    const up = run(program, cwd, ['rev-parse', '--show-cdup']);
    if (up === null) throw new GitFailure('this folder is not in a git repository');
    return new GitFolder(program, cwd, resolve(cwd, up.trim()));
  }

  /** The commit where the work since `revision` began: the common ancestor if there is one. */
  findBase(revision: string): string {
    const commit = this.run('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
    if (commit === null) throw new GitFailure(`unknown revision: ${revision}`);
    return (this.run('merge-base', commit.trim(), 'HEAD') ?? commit).trim();
  }

  /** The newest commit; null: there is none yet. */
  get head(): string | null {
    return this.run('rev-parse', '--verify', '--quiet', 'HEAD')?.trim() ?? null;
  }

  /** Files of the work tree that differ from this commit, with files that git does not track yet. */
  changedSince(commit: string): readonly string[] {
    return this.paths(
      [...DIFF, commit, '--'],
      ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', this.top],
    );
  }

  /** Files whose staged content differs from the newest commit. */
  get staged(): readonly string[] {
    return this.paths([...DIFF, '--cached', '--']);
  }

  /** Files whose content in the work tree is not the staged one. */
  get unstaged(): readonly string[] {
    return this.paths([...DIFF, '--']);
  }

  get untracked(): readonly string[] {
    return this.paths(['ls-files', '--others', '--full-name', '-z', this.top]);
  }

  /** `commit` empty: the staged content. Null: the file is not there. */
  contentAt(commit: string, path: string): string | null {
    const name = path.slice(this.top.length).replace(/\\/g, '/').replace(/^\//, '');
    return this.run('show', '--no-textconv', `${commit}:${name}`);
  }

  private paths(...queries: readonly (readonly string[])[]): readonly string[] {
    const names = queries.flatMap(query => (this.run(...query) ?? '').split('\0')).filter(name => name !== '');
    return [...new Set(names)].map(name => resolve(this.top, name));
  }

  private run(...words: readonly string[]): string | null {
    return run(this.program, this.cwd, words);
  }
}

/** Null: git reports a failure. */
function run(program: string, cwd: string, words: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, [...OPTIONS, ...words], {
    cwd,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : null;
}
