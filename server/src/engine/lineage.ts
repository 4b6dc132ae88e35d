/**
 * Versions of a workspace's Program that differ in bodies only, one after the other. What was found for one of them is
 * true for a later one if it leans on none of the bodies exchanged in between: no need to compare all that it read.
 */
import type { Program } from '../program/program';
import type { MethodKey } from '../types/typedMethod';

/** The bodies that are others, and the methods whose types were read off one of them. */
export interface Step {
  readonly bodies: ReadonlySet<MethodKey>;
  readonly retyped: ReadonlySet<MethodKey>;
}

/** Then a new line begins, so that it does not grow for ever. */
const LONGEST = 500;

export class Lineage {
  private readonly places = new WeakMap<Program, { readonly line: Step[]; readonly at: number }>();

  add(before: Program, now: Program, step: Step): void {
    const known = this.places.get(before);
    const isLast = known && known.at === known.line.length && known.at < LONGEST;
    const line = isLast ? known.line : [];
    if (!isLast) this.places.set(before, { line, at: 0 });
    line.push(step);
    this.places.set(now, { line, at: line.length });
  }

  /** Null: more than bodies may differ, or `now` is the earlier one. */
  between(then: Program, now: Program): readonly Step[] | null {
    const [from, to] = [this.places.get(then), this.places.get(now)];
    return from && to && from.line === to.line && from.at <= to.at ? from.line.slice(from.at, to.at) : null;
  }
}

/** Who leans on what, by what is leant on. May name some that no longer do. */
export class Leaning {
  private readonly by = new Map<MethodKey, Set<MethodKey>>();

  note(who: MethodKey, on: Iterable<MethodKey>): void {
    for (const key of on) {
      const known = this.by.get(key);
      if (known) known.add(who);
      else this.by.set(key, new Set([who]));
    }
  }

  /** Those of whom it is still true; the others are forgotten. */
  on(keys: Iterable<MethodKey>, isTrue: (who: MethodKey) => boolean): ReadonlySet<MethodKey> {
    const found = new Set<MethodKey>();
    for (const key of keys) {
      const known = this.by.get(key);
      for (const who of known ?? []) {
        if (isTrue(who)) found.add(who);
        else known?.delete(who);
      }
    }
    return found;
  }
}
