/** What the folder's baseline knows is not shown, in the editor as on the command line. Read again when it changes on disk. */
import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Log } from '../engine/host';
import { type Baseline, parseBaseline, withoutKnown } from '../ide/baseline';
import type { Diagnostic } from '../ide/diagnostics';

export class KnownProblems {
  private baseline: Baseline | null = null;
  /** Where the baseline is, or should be; null: none is wanted. */
  private path: string | null = null;

  constructor(
    private readonly root: string | null,
    private readonly log: Log,
  ) {}

  /** Of a file named by its path from the folder; null: none. */
  use(name: string | null): void {
    this.path = this.root === null || name === null ? null : resolve(this.root, name);
    this.read();
  }

  /** True if one of these is the baseline: then it was read again. */
  readAgain(paths: readonly string[]): boolean {
    if (this.path === null || !paths.includes(this.path)) return false;
    this.read();
    return true;
  }

  without(path: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.baseline === null || this.root === null) return diagnostics;
    return withoutKnown(relative(this.root, path).split(sep).join('/'), diagnostics, this.baseline);
  }

  private read(): void {
    this.baseline = this.path === null ? null : parsed(this.path);
    if (this.path !== null && this.baseline === null)
      this.log.warn(`the baseline ${this.path} cannot be read: all problems are shown`);
  }
}

/** Null: no such file, or no baseline in it. */
function parsed(path: string): Baseline | null {
  try {
    return parseBaseline(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
