/**
 * Maps and sets whose members are records with an `id`. Records with the same id are equal, whichever object they are, so
 * lookups cost one string lookup, and iteration yields the records themselves, in order of insertion.
 */
interface Keyed {
  readonly id: string;
}

export interface ReadonlyKeyMap<K extends Keyed, V> extends Iterable<readonly [K, V]> {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): readonly K[];
  values(): readonly V[];
}

export class KeyMap<K extends Keyed, V> implements ReadonlyKeyMap<K, V> {
  private readonly entries: Map<string, readonly [K, V]>;

  /** A copy of `from`. */
  constructor(from: Iterable<readonly [K, V]> = []) {
    this.entries =
      from instanceof KeyMap ? new Map(from.entries) : new Map([...from].map(entry => [entry[0].id, entry]));
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: K): V | undefined {
    return this.entries.get(key.id)?.[1];
  }

  has(key: K): boolean {
    return this.entries.has(key.id);
  }

  set(key: K, value: V): this {
    this.entries.set(key.id, [key, value]);
    return this;
  }

  delete(key: K): void {
    this.entries.delete(key.id);
  }

  keys(): readonly K[] {
    return Array.from(this.entries.values(), ([key]) => key);
  }

  values(): readonly V[] {
    return Array.from(this.entries.values(), ([, value]) => value);
  }

  [Symbol.iterator](): IterableIterator<readonly [K, V]> {
    return this.entries.values();
  }
}

export interface ReadonlyKeySet<K extends Keyed> extends Iterable<K> {
  readonly size: number;
  has(key: K): boolean;
}

export class KeySet<K extends Keyed> implements ReadonlyKeySet<K> {
  private readonly members = new Map<string, K>();

  constructor(members: Iterable<K> = []) {
    for (const member of members) this.add(member);
  }

  get size(): number {
    return this.members.size;
  }

  has(key: K): boolean {
    return this.members.has(key.id);
  }

  /** The first record with an id stays. */
  add(key: K): this {
    if (!this.members.has(key.id)) this.members.set(key.id, key);
    return this;
  }

  delete(key: K): void {
    this.members.delete(key.id);
  }

  [Symbol.iterator](): IterableIterator<K> {
    return this.members.values();
  }
}
