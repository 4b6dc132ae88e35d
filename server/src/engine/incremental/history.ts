/**
 * Consecutive versions of a workspace's Program that differ in bodies only. A result for one of them is valid for a
 * later one if it depends on none of the bodies replaced in between, without comparing all that it read.
 */
import type { Program } from '../../program/program';
import type { MethodKey } from '../../types/typedMethod';

/** The bodies that were replaced, the parts of summaries that changed, and the methods whose types depend on them. */
export interface Step {
  readonly bodies: ReadonlySet<MethodKey>;
  readonly summaries: ReadonlySet<string>;
  readonly retyped: ReadonlySet<MethodKey>;
}

/** Longer histories are dropped, so that memory stays bounded. */
const LONGEST = 500;

export class History {
  private readonly places = new WeakMap<Program, { readonly line: Step[]; readonly at: number }>();

  add(before: Program, now: Program, step: Step): void {
    const known = this.places.get(before);
    const isLast = known && known.at === known.line.length && known.at < LONGEST;
    const line = isLast ? known.line : [];
    if (!isLast) this.places.set(before, { line, at: 0 });
    line.push(step);
    this.places.set(now, { line, at: line.length });
  }

  /** Whether at most bodies differ. */
  haveSameDeclarations(then: Program, now: Program): boolean {
    return then === now || this.between(then, now) !== null;
  }

  /** Null: more than bodies may differ, or `now` is the earlier version. */
  between(then: Program, now: Program): readonly Step[] | null {
    const [from, to] = [this.places.get(then), this.places.get(now)];
    return from && to && from.line === to.line && from.at <= to.at ? from.line.slice(from.at, to.at) : null;
  }
}

/** Methods by what they depend on. May contain methods that no longer depend on it. */
export class DependentMethods {
  private readonly by = new Map<MethodKey, Set<MethodKey>>();

  note(who: MethodKey, on: Iterable<MethodKey>): void {
    for (const key of on) {
      const known = this.by.get(key);
      if (known) known.add(who);
      else this.by.set(key, new Set([who]));
    }
  }

  /** The methods that still depend on these keys; the others are removed. */
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
