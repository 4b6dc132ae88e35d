/**
 * Problems in the folder's baseline are hidden, in the editor as on the command line. Read again when the file changes.
 */
import { relative, resolve, sep } from 'node:path';
import type { Log } from '../engine/host';
import { readFileNow } from '../host/files';
import { type Baseline, parseBaseline, withoutKnown } from '../ide/baseline';
import type { Diagnostic } from '../ide/diagnostics';

export class KnownProblems {
  private baseline: Baseline | null = null;
  /** The path of the baseline, which may not exist; null: none configured. */
  private path: string | null = null;

  constructor(
    private readonly root: string | null,
    private readonly log: Log,
  ) {}

  /** `name`: the path relative to the folder; null: none. */
  use(name: string | null): void {
    this.path = this.root === null || name === null ? null : resolve(this.root, name);
    this.read();
  }

  /** True if one of these is the baseline, which was then read again. */
  readAgain(paths: readonly string[]): boolean {
    if (this.path === null || !paths.includes(this.path)) return false;
    this.read();
    return true;
  }

  withoutKnown(path: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.baseline === null || this.root === null) return diagnostics;
    return withoutKnown(relative(this.root, path).split(sep).join('/'), diagnostics, this.baseline);
  }

  private read(): void {
    this.baseline = this.path === null ? null : readBaseline(this.path);
    if (this.path !== null && this.baseline === null)
      this.log.warn(`the baseline ${this.path} cannot be read: all problems are shown`);
  }
}

/** Null: no such file, or not a valid baseline. */
function readBaseline(path: string): Baseline | null {
  const content = readFileNow(path);
  return 'text' in content ? parseBaseline(content.text) : null;
}
