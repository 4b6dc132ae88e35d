/**
 * The workspace behind `loupe mcp`: the files of the folder as they are on disk at each call. Nothing is written; a
 * change is tried in memory and undone.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Settings } from '../../../../shared/src/settings';
import type { Assets } from '../../engine/host';
import type { MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { Workspace } from '../../engine/workspace';
import { budgetOf } from '../budget';
import { type FileResult, resultOf } from '../results';
import { findFiles, readSignatures, type Session, shownPath } from '../session';
import type { Io } from '../usage';

/** A mistake of the caller: the message is the answer. */
export class ToolError extends Error {}

export class Project {
  private known: readonly string[] = [];
  /** Snippets are programs of their own. */
  private snippets: Promise<Workspace> | null = null;

  constructor(
    readonly io: Io,
    readonly settings: Settings,
    private readonly session: Session,
  ) {}

  get workspace(): Workspace {
    return this.session.workspace;
  }

  get assets(): Assets {
    return this.session.host.assets;
  }

  get snapshot(): Snapshot {
    return this.workspace.snapshot;
  }

  /** Reads what changed on disk. */
  async refresh(signal: AbortSignal): Promise<void> {
    const described = new Set((await readSignatures(this.io, this.session, [])).map(({ path }) => path));
    const listed = await findFiles(this.io, this.session.host, this.settings, []);
    const paths = listed.filter(path => !described.has(path));
    for (const path of this.known) if (!paths.includes(path)) this.workspace.remove(path);
    this.known = paths;
    await this.workspace.index(paths, signal);
    this.workspace.update();
  }

  /** Verifies the files, or all of them, and returns their results. */
  async check(wanted: readonly string[], signal: AbortSignal): Promise<readonly FileResult[]> {
    const paths =
      wanted.length === 0 ? this.known : this.known.filter(path => wanted.some(each => isBelow(each, path)));
    if (paths.length === 0) throw new ToolError('there are no Ruby files there');
    // Verdicts depend on other files, so everything is verified; answers are cached.
    await this.workspace.verify({ budget: budgetOf(this.settings), signal });
    await this.workspace.infer(paths, signal);
    const { snapshot } = this;
    return paths.map(path => resultOf(snapshot, path, shownPath(this.io, path), this.settings));
  }

  /** Checks a source as a whole program. */
  async checkSnippet(source: string, signal: AbortSignal): Promise<readonly FileResult[]> {
    this.snippets ??= Workspace.create(this.session.host, this.settings);
    const workspace = await this.snippets;
    const path = resolve(this.io.cwd, 'snippet.rb');
    workspace.setDisk(path, source);
    try {
      await workspace.verify({ budget: budgetOf(this.settings), signal });
      await workspace.infer([path], signal);
      return [resultOf(workspace.snapshot, path, 'snippet.rb', this.settings)];
    } finally {
      workspace.remove(path);
    }
  }

  /** Replaces a file in memory, verifies the whole program, and puts the file back. */
  async tryEdit<Result>(
    path: string,
    text: string,
    signal: AbortSignal,
    read: (snapshot: Snapshot) => Result,
  ): Promise<Result> {
    const before = this.snapshot.sources.get(path)?.text;
    this.workspace.setDisk(path, text);
    try {
      await this.workspace.verify({ budget: budgetOf(this.settings), signal });
      return read(this.snapshot);
    } finally {
      if (before === undefined) this.workspace.remove(path);
      else this.workspace.setDisk(path, before);
    }
  }

  /** A path of the caller must stay inside of the folder, also through links. */
  resolvePath(given: string): string {
    const full = resolve(this.io.cwd, given);
    const inside = isBelow(this.io.cwd, full) && isBelow(realpathSync(this.io.cwd), realPath(full));
    if (!inside) throw new ToolError(`${given} is outside of this folder`);
    return full;
  }

  /** `Class#method`, `Class.method` or a bare name that only one method has. */
  findMethod(name: string): MethodSnapshot {
    const methods = this.known.flatMap(path => this.snapshot.files.get(path)?.methods ?? []);
    const wanted = name.trim();
    const found = methods.filter(({ info }) => info.key === wanted || info.key === `#${wanted}`);
    const named = found.length > 0 ? found : methods.filter(({ info }) => info.name === wanted);
    const [first, ...others] = named;
    if (first !== undefined && others.length === 0) return first;
    const keys = named.map(({ info }) => info.key).slice(0, 10);
    throw new ToolError(keys.length === 0 ? `no method is called ${wanted}` : `which one: ${keys.join(', ')}?`);
  }
}

function isBelow(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return !rest.startsWith('..') && !isAbsolute(rest);
}

/** A file that does not exist has no links to follow. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
