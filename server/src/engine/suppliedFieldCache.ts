/**
 * The types that visible callers supply for fields (closedWorld/suppliedFields.ts), kept for checks and proofs that read them.
 * After a change of any file they are found again; equal ones are the same objects, so that only what read another one
 * is checked and verified again.
 */
import { printScheme } from '../infer/printSummary';
import type { SuppliedField } from '../types/summary';
import type { Reads, Recorder } from './incremental/recorder';
import { type FieldKey, nameOfField } from './summaryQueries';

interface Part {
  readonly of: FieldKey;
  readonly text: string;
  readonly value: SuppliedField | null;
}

export class SuppliedFieldCache {
  private readonly parts = new Map<string, Part>();
  private isStale = false;

  constructor(
    private readonly recorder: Recorder,
    private readonly find: (of: FieldKey) => SuppliedField | null,
  ) {}

  startFrom(other: SuppliedFieldCache): void {
    for (const [name, part] of other.parts) this.parts.set(name, part);
    this.isStale = true;
  }

  clear(): void {
    this.parts.clear();
  }

  /** A file changed. */
  invalidate(): void {
    this.isStale = true;
  }

  /** The running pass depends on the answer from now on. */
  of(of: FieldKey): SuppliedField | null {
    const name = nameOfField(of);
    const part = this.parts.get(name) ?? this.partOf(of);
    this.parts.set(name, part);
    this.recorder.noteSupplied(name, part);
    return part.value;
  }

  /** Whether everything that a pass read is the same. */
  isSame(reads: Reads): boolean {
    for (const [name, part] of reads.supplied) if (this.parts.get(name) !== part) return false;
    return true;
  }

  /** The names of those that are others now. */
  update(): ReadonlySet<string> {
    const changed = new Set<string>();
    if (!this.isStale) return changed;
    this.isStale = false;
    for (const [name, { of, text }] of this.parts) {
      const now = this.partOf(of);
      if (now.text === text) continue;
      this.parts.set(name, now);
      changed.add(name);
    }
    return changed;
  }

  private partOf(of: FieldKey): Part {
    const value = this.find(of);
    const text = value === null ? '' : `${printScheme(value.type)} ${value.mayBeUnset} ${value.suppliers.join(' ')}`;
    return { of, text, value };
  }
}
