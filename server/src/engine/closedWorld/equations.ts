/**
 * The least solution of equations between what is shown: fields, what callers pass, results, what blocks are given. An
 * unknown starts from nothing and is found again whenever something that it read has changed, so the order of queries
 * does not matter. Unknowns that depend on each other in a circle are found together, however long the circle is. (A
 * top-down solver.)
 */

/** How one unknown is found. */
export interface Equation<T> {
  readonly name: string;
  readonly start: T;
  readonly find: () => T;
  /** The next value. `times`: how often it changed. */
  readonly advance: (before: T, found: T, times: number) => T;
  readonly isSame: (a: T, b: T) => boolean;
  /** Where circles leave nothing to start from: the value to go on with; null: the solution is one. */
  readonly open: (solved: T) => T | null;
  /** Lower ones are opened first. */
  readonly rank: number;
}

interface Unknown<T> {
  readonly equation: Equation<T>;
  value: T;
  readonly readers: Set<Unknown<unknown>>;
  isStable: boolean;
  isRunning: boolean;
  isOpened: boolean;
  times: number;
}

/** Deeper chains are postponed, which changes no solution. */
const DEEPEST = 24;
/** In one question; the next ones go on. */
const MOST_FOUND = 2_000;

export class Equations {
  private readonly unknowns = new Map<string, Unknown<unknown>>();
  private readonly running: Unknown<unknown>[] = [];
  private postponed: Unknown<unknown>[] = [];
  /** Found since the last question was answered. */
  private touched = new Set<Unknown<unknown>>();
  private found = 0;

  /** The unknown's value: as far as it is known while others are being found, else its solution. */
  solve<T>(equation: Equation<T>): T {
    const unknown = this.unknownOf(equation);
    const reader = this.running.at(-1);
    if (reader === undefined) return this.answer(unknown);
    unknown.readers.add(reader);
    this.stabilise(unknown as Unknown<unknown>);
    return unknown.value;
  }

  private unknownOf<T>(equation: Equation<T>): Unknown<T> {
    const known = this.unknowns.get(equation.name);
    if (known) return known as Unknown<T>;
    const state = {
      readers: new Set<Unknown<unknown>>(),
      isStable: false,
      isRunning: false,
      isOpened: false,
      times: 0,
    };
    const unknown: Unknown<T> = { equation, value: equation.start, ...state };
    this.unknowns.set(equation.name, unknown as Unknown<unknown>);
    return unknown;
  }

  private answer<T>(unknown: Unknown<T>): T {
    this.found = 0;
    do {
      this.stabilise(unknown as Unknown<unknown>);
      const open = this.postponed;
      this.postponed = [];
      for (const next of open) this.stabilise(next);
    } while (this.found < MOST_FOUND && (!unknown.isStable || this.postponed.length > 0 || this.openStuckUnknowns()));
    this.touched.clear();
    return unknown.equation.open(unknown.value) ?? unknown.value;
  }

  private stabilise(unknown: Unknown<unknown>): void {
    if (unknown.isStable || unknown.isRunning) return;
    if (this.running.length >= DEEPEST || this.found >= MOST_FOUND) {
      this.postponed.push(unknown);
      return;
    }
    while (!unknown.isStable && this.found < MOST_FOUND) this.evaluateOnce(unknown);
  }

  private evaluateOnce(unknown: Unknown<unknown>): void {
    const { equation } = unknown;
    unknown.isStable = true;
    unknown.isRunning = true;
    this.found++;
    this.touched.add(unknown);
    this.running.push(unknown);
    let found: unknown;
    try {
      found = equation.find();
    } catch (error) {
      unknown.isStable = false;
      throw error;
    } finally {
      this.running.pop();
      unknown.isRunning = false;
    }
    const next = equation.advance(unknown.value, found, unknown.times);
    this.setValue(unknown, unknown.isOpened ? (equation.open(next) ?? next) : next);
  }

  private setValue(unknown: Unknown<unknown>, value: unknown): void {
    if (unknown.equation.isSame(unknown.value, value)) return;
    unknown.value = value;
    unknown.times++;
    const open = [unknown];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const readers = [...next.readers];
      next.readers.clear();
      for (const reader of readers) {
        if (reader.isStable) open.push(reader);
        reader.isStable = false;
      }
    }
  }

  /** Circles without a start: those of the lowest rank go on with what is known without callers. */
  private openStuckUnknowns(): boolean {
    const stuck: { readonly unknown: Unknown<unknown>; readonly value: unknown }[] = [];
    let lowest = Number.POSITIVE_INFINITY;
    for (const unknown of this.touched) {
      const { equation, isStable, value } = unknown;
      const opened = isStable && equation.rank <= lowest ? equation.open(value) : null;
      if (opened === null) continue;
      if (equation.rank < lowest) stuck.length = 0;
      lowest = equation.rank;
      stuck.push({ unknown, value: opened });
    }
    for (const { unknown, value } of stuck) {
      unknown.isOpened = true;
      this.setValue(unknown, value);
    }
    return stuck.length > 0;
  }
}
