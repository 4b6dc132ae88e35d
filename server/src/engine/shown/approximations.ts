/**
 * Types that depend on themselves, such as the field of a list's nodes that holds the next node. Each starts from
 * nothing and is found again until it no longer changes. A memo never changes an answer: it keeps only what was found
 * without an approximation, and is not used for what would read one now. So the order of queries does not matter.
 */
import { limitType } from '../../infer/limits';
import { printScheme } from '../../infer/printSummary';
import type { Hierarchy } from '../../types/hierarchy';
import { joinAll } from '../../types/join';
import { BOTTOM, DYNAMIC, type Type } from '../../types/type';

/** Then the type is unknown. */
const ITERATIONS = 4;
/**
 * In one question. What depends on more types that depend on each other is unknown: each combination of them would be
 * found anew, and their number is exponential.
 */
const MOST_ATTEMPTS = 128;

export interface Kept<T> {
  readonly value: T;
  /** The types that it rests on. */
  readonly names: ReadonlySet<string>;
}

export type Memo<T> = Map<string, Kept<T>>;

interface Reading {
  readonly names: Set<string>;
  /** Those of them that were approximations. */
  readonly pending: Set<string>;
}

export class Approximations {
  /** Types that are being found, as far as they are known. */
  private readonly pending = new Map<string, Type>();
  private readonly readings: Reading[] = [];
  private attempts = 0;

  constructor(private readonly hierarchy: Hierarchy) {}

  /** Null: the type is not being found. */
  current(name: string): Type | null {
    const reading = this.readings.at(-1);
    reading?.names.add(name);
    const type = this.pending.get(name) ?? null;
    if (type !== null) reading?.pending.add(name);
    return type;
  }

  /** Finds the type, which may read itself. */
  repeat(name: string, find: () => Type): Type {
    if (this.pending.size === 0) this.attempts = 0;
    let type: Type = BOTTOM;
    for (let i = 0; i < ITERATIONS && this.attempts++ < MOST_ATTEMPTS; i++) {
      const { value, isCyclic } = this.attempt(name, type, find);
      const found = limitType(this.hierarchy, joinAll([type, value], this.hierarchy)).type;
      if (!isCyclic || printScheme(found) === printScheme(type)) return found;
      type = found;
    }
    return DYNAMIC;
  }

  private attempt(name: string, type: Type, find: () => Type): { readonly value: Type; readonly isCyclic: boolean } {
    this.pending.set(name, type);
    const reading = this.open();
    try {
      const value = find();
      return { value, isCyclic: reading.pending.delete(name) };
    } finally {
      this.pending.delete(name);
      reading.names.add(name);
      this.close(reading);
    }
  }

  remember<T>(memo: Memo<T>, key: string, find: () => T): T {
    const kept = memo.get(key);
    if (kept && ![...this.pending.keys()].some(name => kept.names.has(name))) {
      for (const name of kept.names) this.readings.at(-1)?.names.add(name);
      return kept.value;
    }
    const reading = this.open();
    try {
      const value = find();
      if (reading.pending.size === 0) memo.set(key, { value, names: reading.names });
      return value;
    } finally {
      this.close(reading);
    }
  }

  private open(): Reading {
    const reading: Reading = { names: new Set(), pending: new Set() };
    this.readings.push(reading);
    return reading;
  }

  private close({ names, pending }: Reading): void {
    this.readings.pop();
    const around = this.readings.at(-1);
    if (!around) return;
    for (const name of names) around.names.add(name);
    for (const name of pending) around.pending.add(name);
  }
}
