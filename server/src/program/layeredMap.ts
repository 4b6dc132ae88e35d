import { PatchedMap } from './patchedMap';

/** A map on top of another: workspace classes over library classes, without copying or loading the latter. */
export class LayeredMap<K, V> implements ReadonlyMap<K, V> {
  constructor(
    readonly over: ReadonlyMap<K, V>,
    readonly base: ReadonlyMap<K, V>,
  ) {}

  get size(): number {
    let size = this.base.size;
    for (const key of this.over.keys()) if (!this.base.has(key)) size++;
    return size;
  }

  get(key: K): V | undefined {
    return this.over.has(key) ? this.over.get(key) : this.base.get(key);
  }

  has(key: K): boolean {
    return this.over.has(key) || this.base.has(key);
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  *keys(): MapIterator<K> {
    yield* this.over.keys();
    for (const key of this.base.keys()) if (!this.over.has(key)) yield key;
  }

  *values(): MapIterator<V> {
    for (const key of this.keys()) yield this.get(key) as V;
  }

  *entries(): MapIterator<[K, V]> {
    for (const key of this.keys()) yield [key, this.get(key) as V];
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }
}

/** Replaces some values in the upper layer, or in a map without layers. */
export function replaceValues<K, V>(map: ReadonlyMap<K, V>, changes: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  if (!(map instanceof LayeredMap)) return PatchedMap.replace(map, changes);
  const over = PatchedMap.replace<K, V>(map.over, changes);
  return over === map.over ? map : new LayeredMap<K, V>(over, map.base);
}
