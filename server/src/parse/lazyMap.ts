/** A map whose values are decoded on first access. */
export class LazyMap<S, V> implements ReadonlyMap<string, V> {
  private readonly made = new Map<string, V>();

  constructor(
    private readonly sources: ReadonlyMap<string, S>,
    private readonly make: (source: S, key: string) => V,
  ) {}

  get size(): number {
    return this.sources.size;
  }

  get(key: string): V | undefined {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const source = this.sources.get(key);
    if (source === undefined) return undefined;
    const value = this.make(source, key);
    this.made.set(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.sources.has(key);
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  keys(): MapIterator<string> {
    return this.sources.keys();
  }

  *values(): MapIterator<V> {
    for (const key of this.sources.keys()) yield this.get(key) as V;
  }

  *entries(): MapIterator<[string, V]> {
    for (const key of this.sources.keys()) yield [key, this.get(key) as V];
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }
}
