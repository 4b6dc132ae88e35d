/**
 * A map with some values replaced and the same keys in the same order: the next version of a large map, in time
 * proportional to the change. Long chains of replacements are merged from time to time.
 */
export class PatchedMap<K, V> implements ReadonlyMap<K, V> {
  private constructor(
    /** The map it was derived from: versions of one map share it. */
    readonly base: ReadonlyMap<K, V>,
    readonly patch: ReadonlyMap<K, V>,
  ) {}

  /** Returns the same map if nothing changes. A new key is appended, which copies the map. */
  static replace<K, V>(map: ReadonlyMap<K, V>, changes: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
    const news = [...changes].filter(([key, value]) => map.get(key) !== value || !map.has(key));
    if (news.length === 0) return map;
    const [base, before] = map instanceof PatchedMap ? [map.base, map.patch] : [map, []];
    const patch = new Map<K, V>([...before, ...news]);
    if (patch.size <= MOST_PATCHES && news.every(([key]) => base.has(key))) return new PatchedMap(base, patch);
    const merged = new Map(map);
    for (const [key, value] of news) merged.set(key, value);
    return merged;
  }

  get size(): number {
    return this.base.size;
  }

  get(key: K): V | undefined {
    return this.patch.has(key) ? this.patch.get(key) : this.base.get(key);
  }

  has(key: K): boolean {
    return this.base.has(key);
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  keys(): MapIterator<K> {
    return this.base.keys();
  }

  *values(): MapIterator<V> {
    for (const key of this.base.keys()) yield this.get(key) as V;
  }

  *entries(): MapIterator<[K, V]> {
    for (const key of this.base.keys()) yield [key, this.get(key) as V];
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }
}

const MOST_PATCHES = 256;

/** Keys at which two versions may differ; null: they are not versions of the same map. */
export function findChangedKeys<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): ReadonlySet<K> | null {
  const [left, right] = [split(a), split(b)];
  return left.base === right.base ? new Set([...left.patch.keys(), ...right.patch.keys()]) : null;
}

export function split<K, V>(
  map: ReadonlyMap<K, V>,
): {
  readonly base: ReadonlyMap<K, V>;
  readonly patch: ReadonlyMap<K, V>;
} {
  return map instanceof PatchedMap ? map : { base: map, patch: new Map() };
}
