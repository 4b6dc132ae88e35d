/**
 * Memoised results about a Program, kept with it, so that no module has state. A Program never changes; each version of
 * it has its own memos. Memos that depend on a part of the Program alone (a class table, a method) are shared with the
 * next version, which shares the part if it is equal.
 */
import { InternalError } from '../base/result';

/** Names a result that is kept per Program: an index, a table that fills up. */
export class MemoKey<T> {
  constructor(readonly make: () => T) {}
}

/**
 * Names a result that is kept per part of a Program. The value must depend on the part alone: other versions see it
 * too.
 */
export class PartMemoKey<K extends object, V> {
  /** For the type checker only. */
  declare readonly keeps: (part: K) => V;
}

type PartMemos = Map<object, WeakMap<object, unknown>>;

export class Memos {
  private readonly own = new Map<object, unknown>();
  private owner: object | null = null;

  private constructor(private readonly byPart: PartMemos) {}

  /** For a Program that is not a version of another. */
  static empty(): Memos {
    return new Memos(new Map());
  }

  /** For another version of the Program. */
  next(): Memos {
    return new Memos(this.byPart);
  }

  get<T>(program: object, key: MemoKey<T>): T {
    this.owner ??= program;
    if (this.owner !== program) throw new InternalError('two versions of a Program share their memos');
    if (!this.own.has(key)) this.own.set(key, key.make());
    return this.own.get(key) as T;
  }

  /** The result for a part, shared with other versions that have the same part. */
  getOfPart<K extends object, V>(key: PartMemoKey<K, V>, part: K, find: () => V): V {
    const memo = this.ofParts(key);
    const known = memo.get(part);
    if (known !== undefined) return known;
    const found = find();
    memo.set(part, found);
    return found;
  }

  ofParts<K extends object, V>(key: PartMemoKey<K, V>): WeakMap<K, V> {
    const known = this.byPart.get(key) ?? new WeakMap<object, unknown>();
    this.byPart.set(key, known);
    return known as WeakMap<K, V>;
  }
}

/** A Program, as its memos see it. */
export interface HasMemos {
  /** For this version only: create others with `changedProgram`. */
  readonly memos: Memos;
}

/** The result for this Program, and no other. */
export function memoOf<T>(program: HasMemos, key: MemoKey<T>): T {
  return program.memos.get(program, key);
}

/** The result for a part of this Program, shared with other versions that have the same part. */
export function memoOfPart<K extends object, V>(program: HasMemos, key: PartMemoKey<K, V>, part: K, find: () => V): V {
  return program.memos.getOfPart(key, part, find);
}

/** Another version of the Program. */
export function changedProgram<P extends HasMemos>(program: P, changes: Partial<Omit<P, 'memos'>>): P {
  return { ...program, ...changes, memos: program.memos.next() };
}
