/**
 * The trail of a run: a log of every change to the run's state, as in a SAT solver. All state that may be rolled back
 * is in the containers of this file; each records its own changes, so no rollback can miss one.
 * Containers only grow or replace; nothing is removed except by `undo`.
 */

/** A position in the trail. */
export interface Mark {
  readonly position: number;
}

interface Change {
  readonly of: object;
  readonly undo: () => void;
}

export class Trail {
  /** Null: already undone, for its container alone. Positions must stay valid for the marks around it. */
  private readonly changes: (Change | null)[] = [];

  mark(): Mark {
    return { position: this.changes.length };
  }

  /** Restores every container, or each of `only`, to its contents at the mark. */
  undo({ position }: Mark, only?: readonly object[]): void {
    for (let at = this.changes.length - 1; at >= position; at--) {
      const change = this.changes[at];
      if (!change || (only && !only.includes(change.of))) continue;
      change.undo();
      this.changes[at] = null;
    }
    if (!only) this.changes.length = Math.min(this.changes.length, position);
  }

  record(of: object, undo: () => void): void {
    this.changes.push({ of, undo });
  }

  list<T>(): TrailList<T> {
    return new TrailList<T>(this);
  }

  map<K, V>(): TrailMap<K, V> {
    return new TrailMap<K, V>(this);
  }

  set<T>(): TrailSet<T> {
    return new TrailSet<T>(this);
  }

  cell<T>(initial: T): TrailCell<T> {
    return new TrailCell<T>(this, initial);
  }
}

export class TrailList<T> {
  private readonly items: T[] = [];

  constructor(private readonly trail: Trail) {}

  get all(): readonly T[] {
    return this.items;
  }

  get length(): number {
    return this.items.length;
  }

  push(...added: readonly T[]): void {
    if (added.length === 0) return;
    const before = this.items.length;
    this.trail.record(this, () => {
      this.items.length = before;
    });
    for (const item of added) this.items.push(item);
  }

  /** Replaces the item at `index`, which must exist. */
  replace(index: number, item: T): void {
    const [before] = this.items.splice(index, 1, item);
    this.trail.record(this, () => {
      this.items.splice(index, 1, before as T);
    });
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.items.values();
  }
}

export class TrailMap<K, V> {
  private readonly entries = new Map<K, V>();

  constructor(private readonly trail: Trail) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  has(key: K): boolean {
    return this.entries.has(key);
  }

  set(key: K, value: V): void {
    const known = this.entries.has(key);
    const before = this.entries.get(key);
    this.trail.record(this, () => {
      if (known) this.entries.set(key, before as V);
      else this.entries.delete(key);
    });
    this.entries.set(key, value);
  }

  values(): IterableIterator<V> {
    return this.entries.values();
  }

  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.entries[Symbol.iterator]();
  }
}

export class TrailSet<T> {
  private readonly members = new Set<T>();

  constructor(private readonly trail: Trail) {}

  get size(): number {
    return this.members.size;
  }

  has(member: T): boolean {
    return this.members.has(member);
  }

  add(member: T): void {
    if (this.members.has(member)) return;
    this.members.add(member);
    this.trail.record(this, () => {
      this.members.delete(member);
    });
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.members.values();
  }
}

export class TrailCell<T> {
  constructor(
    private readonly trail: Trail,
    private current: T,
  ) {}

  get value(): T {
    return this.current;
  }

  set value(next: T) {
    const before = this.current;
    if (next === before) return;
    this.trail.record(this, () => {
      this.current = before;
    });
    this.current = next;
  }
}
