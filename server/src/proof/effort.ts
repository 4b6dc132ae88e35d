/** What an answer cost. */
export interface Effort {
  /** Questions that reached the solver. */
  readonly queries: number;
  /** Answers that were known: from the cache, or asked by another method at the same time. */
  readonly known: number;
  readonly rlimit: number;
  readonly milliseconds: number;
}

export const NO_EFFORT: Effort = { queries: 0, known: 0, rlimit: 0, milliseconds: 0 };

export function sumOfEfforts(efforts: readonly Effort[]): Effort {
  return efforts.reduce(
    (sum, each) => ({
      queries: sum.queries + each.queries,
      known: sum.known + each.known,
      rlimit: sum.rlimit + each.rlimit,
      milliseconds: sum.milliseconds + each.milliseconds,
    }),
    NO_EFFORT,
  );
}

/** Everything that had to be asked was known. What simplification decides was never a question. */
export function isCached({ queries, known }: Effort): boolean {
  return queries === 0 && known > 0;
}
