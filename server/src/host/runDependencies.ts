/** What a run in the embedded Ruby observed outside of itself: its result is valid while this is unchanged. */

export interface RunDependencyList {
  /** Given files that it may have read, by their place in the mount. */
  readonly read: readonly string[];
  /** Other places that it looked at, and what was there (`Mount.kindOf`). */
  readonly looked: readonly (readonly [path: string, kind: string])[];
}

export class RunDependencies {
  private readonly files = new Set<string>();
  private readonly kinds = new Map<string, string>();
  private isSpoiled = false;

  read(path: string): void {
    this.files.add(path);
  }

  noteKind(path: string, kind: string): void {
    if (!this.kinds.has(path)) this.kinds.set(path, kind);
  }

  /** It depends on something that is not recorded: a clock, chance, other files, what it wrote. */
  markUnrepeatable(): void {
    this.isSpoiled = true;
  }

  /** Null: it may return something else the next time. */
  result(): RunDependencyList | null {
    return this.isSpoiled ? null : { read: [...this.files].sort(), looked: [...this.kinds].sort() };
  }
}
