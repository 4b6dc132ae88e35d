/** The cost of an answer. */
export interface Effort {
  /** Queries sent to the solver. */
  readonly queries: number;
  /** Answers from the cache, or from the same query of another method. */
  readonly known: number;
  /** Answers that another machine has found. */
  readonly remote: number;
  readonly rlimit: number;
  readonly milliseconds: number;
}

export const NO_EFFORT: Effort = { queries: 0, known: 0, remote: 0, rlimit: 0, milliseconds: 0 };

export function sumOfEfforts(efforts: readonly Effort[]): Effort {
  return efforts.reduce(
    (sum, each) => ({
      queries: sum.queries + each.queries,
      known: sum.known + each.known,
      remote: sum.remote + each.remote,
      rlimit: sum.rlimit + each.rlimit,
      milliseconds: sum.milliseconds + each.milliseconds,
    }),
    NO_EFFORT,
  );
}

/** Every query was answered from the cache. Obligations that simplification decides need no query. */
export function isCached({ queries, known, remote }: Effort): boolean {
  return queries === 0 && known + remote > 0;
}
