/** Choices of a generator. All of them come from fast-check, so that a seed always generates the same programs. */
import fc from 'fast-check';

export interface Chance {
  below(limit: number): number;
  one<T>(items: readonly T[]): T;
  /** Chosen in proportion to its weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T;
  often(share: number): boolean;
}

/** Calls `make` for each sample. */
export function sampled<T>(make: (chance: Chance) => T, { seed, count }: { seed: number; count: number }): T[] {
  const made = fc.gen().map(gen => make(chanceFrom((min, max) => gen(fc.integer, { min, max }))));
  return fc.sample(made, { seed, numRuns: count });
}

function chanceFrom(integer: (min: number, max: number) => number): Chance {
  const below = (limit: number): number => integer(0, limit - 1);
  return {
    below,
    one: items => items[below(items.length)]!,
    weighted: items => {
      let at = below(items.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, item] of items) {
        if (at < weight) return item;
        at -= weight;
      }
      throw new Error('no items');
    },
    often: share => below(1000) < share * 1000,
  };
}
