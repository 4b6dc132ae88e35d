/**
 * The files of a snapshot, each built on first access and then kept: in a large workspace most of them are never
 * accessed, and an edit costs only those that are.
 */
export class LazyFiles<S, V> implements ReadonlyMap<string, V> {
  private readonly made = new Map<string, V>();

  constructor(
    private readonly sources: ReadonlyMap<string, S>,
    private readonly make: (source: S) => V,
  ) {}

  get size(): number {
    return this.sources.size;
  }

  has(path: string): boolean {
    return this.sources.has(path);
  }

  get(path: string): V | undefined {
    const known = this.made.get(path);
    if (known !== undefined) return known;
    const source = this.sources.get(path);
    if (source === undefined) return undefined;
    const view = this.make(source);
    this.made.set(path, view);
    return view;
  }

  keys(): MapIterator<string> {
    return this.sources.keys();
  }

  *values(): MapIterator<V> {
    for (const path of this.keys()) yield this.get(path) as V;
  }

  *entries(): MapIterator<[string, V]> {
    for (const path of this.keys()) yield [path, this.get(path) as V];
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [path, view] of this) visit(view, path, this);
  }
}
