import { LayeredMap } from '../program/layeredMap';

/** A read-only map without some of its keys. */
export class MapWithoutKeys<V> extends LayeredMap<string, V> {
  constructor(
    all: ReadonlyMap<string, V>,
    private readonly isLeftOut: (name: string) => boolean,
  ) {
    super(new Map(), all);
  }
  override get size(): number {
    return [...this.keys()].length;
  }
  override get(name: string): V | undefined {
    return this.isLeftOut(name) ? undefined : super.get(name);
  }
  override has(name: string): boolean {
    return !this.isLeftOut(name) && super.has(name);
  }
  override *keys(): MapIterator<string> {
    for (const name of super.keys()) if (!this.isLeftOut(name)) yield name;
  }
}
