/** What the folder's baseline knows is not shown, in the editor as on the command line. */
import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Log } from '../engine/host';
import { type Baseline, parseBaseline, withoutKnown } from '../ide/baseline';
import type { Diagnostic } from '../ide/diagnostics';

export class KnownProblems {
  private baseline: Baseline | null = null;

  constructor(
    private readonly root: string | null,
    private readonly log: Log,
  ) {}

  /** Of a file named by its path from the folder; null: none. */
  read(name: string | null): void {
    this.baseline = this.root === null || name === null ? null : this.parsed(resolve(this.root, name));
  }

  without(path: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.baseline === null || this.root === null) return diagnostics;
    return withoutKnown(relative(this.root, path).split(sep).join('/'), diagnostics, this.baseline);
  }

  private parsed(path: string): Baseline | null {
    try {
      return parseBaseline(readFileSync(path, 'utf8'));
    } catch {
      this.log.error(`the baseline cannot be read: ${path}`);
      return null;
    }
  }
}
