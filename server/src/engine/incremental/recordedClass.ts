/** A class and a map that record what is read of them. */
import type { ClassInfo } from '../../program/program';

export type ClassPart = keyof ClassInfo;

/** The parts that are maps by name. */
export type MapPart = 'methods' | 'singletonMethods' | 'fields' | 'singletonFields' | 'constants';

/** Reads one entry through `read`; `readNames` records how far an iteration over the names went. */
export class RecordedMap<V> implements ReadonlyMap<string, V> {
  constructor(
    private readonly map: ReadonlyMap<string, V>,
    private readonly read: (name: string) => V | undefined,
    private readonly readNames: (count: number) => void,
  ) {}

  get(name: string): V | undefined {
    return this.read(name);
  }

  has(name: string): boolean {
    return this.read(name) !== undefined;
  }

  get size(): number {
    this.readNames(Number.POSITIVE_INFINITY);
    return this.map.size;
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  /** Recorded before each step, since an iteration that stops half-way reports nothing. */
  *keys(): MapIterator<string> {
    let count = 0;
    for (const name of this.map.keys()) {
      this.readNames(++count);
      yield name;
    }
    this.readNames(Number.POSITIVE_INFINITY);
  }

  *values(): MapIterator<V> {
    for (const key of this.keys()) yield this.read(key) as V;
  }

  *entries(): MapIterator<[string, V]> {
    for (const key of this.keys()) yield [key, this.read(key) as V];
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }
}

/** What was read of a class. Most classes are read in one or two places only: nothing is allocated before. */
export class ClassReads {
  properties: Map<ClassPart, unknown> | null = null;
  entries: Map<MapPart, Map<string, unknown>> | null = null;
  /** Maps whose first names were iterated over, and how many of them. */
  names: Map<MapPart, { readonly map: ReadonlyMap<string, unknown>; readonly count: number }> | null = null;

  noteProperty(of: ClassPart, seen: unknown): void {
    this.properties ??= new Map();
    this.properties.set(of, seen);
  }

  entriesOf(of: MapPart): Map<string, unknown> {
    this.entries ??= new Map();
    const known = this.entries.get(of);
    if (known) return known;
    const entries = new Map<string, unknown>();
    this.entries.set(of, entries);
    return entries;
  }

  /** The same for everybody who read the same parts. */
  showNames(): string {
    const properties = [...(this.properties?.keys() ?? [])].sort();
    const entries = [...(this.entries ?? [])].map(([of, read]) => `${of}: ${[...read.keys()].sort().join(' ')}`).sort();
    const names = [...(this.names ?? [])].map(([of, { count }]) => `${count} of ${of}`).sort();
    return [...properties, ...entries, ...names].join('\n');
  }

  noteNames(of: MapPart, map: ReadonlyMap<string, unknown>, count: number): void {
    this.names ??= new Map();
    this.names.set(of, { map, count: Math.max(count, this.names.get(of)?.count ?? 0) });
  }
}

/** A class that records what is read of it. Its properties are those of the prototype: do not copy it by spreading. */
export class RecordedClass implements ClassInfo {
  private readonly maps = new Map<MapPart, ReadonlyMap<string, unknown>>();

  constructor(
    private readonly info: ClassInfo,
    private readonly reads: ClassReads,
  ) {}

  private read<P extends ClassPart>(of: P): ClassInfo[P] {
    const value = this.info[of];
    this.reads.noteProperty(of, value);
    return value;
  }

  private recordMap<V>(of: MapPart, map: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
    const known = this.maps.get(of);
    if (known) return known as ReadonlyMap<string, V>;
    const entries = this.reads.entriesOf(of);
    const recorded = new RecordedMap(
      map,
      name => {
        const value = map.get(name);
        entries.set(name, value);
        return value;
      },
      count => this.reads.noteNames(of, map, count),
    );
    this.maps.set(of, recorded);
    return recorded;
  }

  get name(): string {
    return this.info.name;
  }

  get methods(): ClassInfo['methods'] {
    return this.recordMap('methods', this.info.methods);
  }

  get singletonMethods(): ClassInfo['singletonMethods'] {
    return this.recordMap('singletonMethods', this.info.singletonMethods);
  }

  get fields(): ClassInfo['fields'] {
    return this.recordMap('fields', this.info.fields);
  }

  get singletonFields(): ClassInfo['singletonFields'] {
    return this.recordMap('singletonFields', this.info.singletonFields);
  }

  get constants(): ClassInfo['constants'] {
    return this.recordMap('constants', this.info.constants);
  }

  get kind(): ClassInfo['kind'] {
    return this.read('kind');
  }

  get superclass(): ClassInfo['superclass'] {
    return this.read('superclass');
  }

  get superclassArgs(): ClassInfo['superclassArgs'] {
    return this.read('superclassArgs');
  }

  get mixins(): ClassInfo['mixins'] {
    return this.read('mixins');
  }

  get typeParams(): ClassInfo['typeParams'] {
    return this.read('typeParams');
  }

  get selfTypes(): ClassInfo['selfTypes'] {
    return this.read('selfTypes');
  }

  get invariants(): ClassInfo['invariants'] {
    return this.read('invariants');
  }

  get visibilities(): ClassInfo['visibilities'] {
    return this.read('visibilities');
  }

  get undefined(): ClassInfo['undefined'] {
    return this.read('undefined');
  }

  get places(): ClassInfo['places'] {
    return this.read('places');
  }

  get origin(): ClassInfo['origin'] {
    return this.read('origin');
  }

  get dynamics(): ClassInfo['dynamics'] {
    return this.read('dynamics');
  }

  get equality(): ClassInfo['equality'] {
    return this.read('equality');
  }
}
