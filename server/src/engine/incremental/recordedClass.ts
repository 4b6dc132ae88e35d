/** A class and a map that record what is read of them. */
import type { ClassInfo } from '../../program/program';
import { ALL_NAMES, type ClassPart, type Part } from './sameDeclarations';

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

type MapPart = 'methods' | 'singletonMethods' | 'fields' | 'singletonFields' | 'constants';

export function recordClass(info: ClassInfo, parts: Map<string, Part>): ClassInfo {
  const header = <P extends ClassPart>(of: P): ClassInfo[P] => {
    if (!parts.has(of)) parts.set(of, { of, name: null, seen: info[of] });
    return info[of];
  };
  const members = <V>(of: MapPart, map: ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
    new RecordedMap(
      map,
      name => {
        const value = map.get(name);
        parts.set(`${of} ${name}`, { of, name, seen: value });
        return value;
      },
      count => {
        const known = parts.get(`${of} ${ALL_NAMES}`)?.count ?? 0;
        parts.set(`${of} ${ALL_NAMES}`, { of, name: ALL_NAMES, seen: map, count: Math.max(count, known) });
      },
    );
  const maps = {
    methods: members('methods', info.methods),
    singletonMethods: members('singletonMethods', info.singletonMethods),
    fields: members('fields', info.fields),
    singletonFields: members('singletonFields', info.singletonFields),
    constants: members('constants', info.constants),
  };
  return {
    ...maps,
    name: info.name,
    get kind() {
      return header('kind');
    },
    get superclass() {
      return header('superclass');
    },
    get superclassArgs() {
      return header('superclassArgs');
    },
    get mixins() {
      return header('mixins');
    },
    get typeParams() {
      return header('typeParams');
    },
    get selfTypes() {
      return header('selfTypes');
    },
    get invariants() {
      return header('invariants');
    },
    get visibilities() {
      return header('visibilities');
    },
    get undefined() {
      return header('undefined');
    },
    get places() {
      return header('places');
    },
    get origin() {
      return header('origin');
    },
    get dynamics() {
      return header('dynamics');
    },
    get equality() {
      return header('equality');
    },
  };
}
