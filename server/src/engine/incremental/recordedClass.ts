/**
 * A class and a map that note what is read of them. There is one for each class, not one for each pass: most passes read
 * the same few things of the same classes.
 */
import type { ClassInfo } from '../../program/program';

type ClassPart = keyof ClassInfo;

/** The parts that are maps by name. */
type MapPart = 'methods' | 'singletonMethods' | 'fields' | 'singletonFields' | 'constants';

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

/** One thing that was read of a class. All who read the same of the same class share it. */
export interface ClassRead {
  readonly className: string;
  /** As it was when it was read; undefined: there was no such class. */
  info: ClassInfo | undefined;
  /** `all`: a class of the library, which counts as a whole. Null: only that it exists. */
  readonly part: 'all' | ReadPart | null;
}

type ReadPart =
  | { readonly kind: 'property'; readonly of: ClassPart; readonly seen: unknown }
  | { readonly kind: 'entry'; readonly of: MapPart; readonly name: string; readonly seen: unknown };

/** The names of a map of a class, which some pass iterated over. */
export interface ReadNames {
  readonly className: string;
  readonly info: ClassInfo;
  readonly of: MapPart;
  readonly map: ReadonlyMap<string, unknown>;
}

/** Where reads are noted: they belong to the pass that is running. */
export interface Reading {
  note(read: ClassRead): void;
  /** An iteration went so far. */
  noteNames(names: ReadNames, count: number): void;
}

/** A class that notes what is read of it. Its properties are those of the prototype: do not copy it by spreading. */
export class RecordedClass implements ClassInfo {
  private readonly maps = new Map<MapPart, ReadonlyMap<string, unknown>>();
  private readonly properties = new Map<ClassPart, ClassRead>();

  constructor(
    private readonly className: string,
    private readonly info: ClassInfo,
    private readonly reading: Reading,
  ) {}

  private read<P extends ClassPart>(of: P): ClassInfo[P] {
    const seen = this.info[of];
    let read = this.properties.get(of);
    if (!read) {
      read = { className: this.className, info: this.info, part: { kind: 'property', of, seen } };
      this.properties.set(of, read);
    }
    this.reading.note(read);
    return seen;
  }

  private recordMap<V>(of: MapPart, map: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
    const known = this.maps.get(of);
    if (known) return known as ReadonlyMap<string, V>;
    const { className, info, reading } = this;
    const entries = new Map<string, ClassRead>();
    const names: ReadNames = { className, info, of, map };
    const recorded = new RecordedMap(
      map,
      name => {
        const seen = map.get(name);
        let read = entries.get(name);
        if (!read) {
          read = { className, info, part: { kind: 'entry', of, name, seen } };
          entries.set(name, read);
        }
        reading.note(read);
        return seen;
      },
      count => reading.noteNames(names, count),
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

  get members(): NonNullable<ClassInfo['members']> {
    return this.read('members') ?? new Map();
  }

  get selfTypes(): ClassInfo['selfTypes'] {
    return this.read('selfTypes');
  }

  get restrictions(): NonNullable<ClassInfo['restrictions']> {
    return this.read('restrictions') ?? [];
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
