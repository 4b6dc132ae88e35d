/**
 * What is sent to the solver: only strings. The hash of a query, with the solver's version and the budget, is the cache
 * key.
 */
export interface Query {
  /** Obligation.id */
  readonly id: string;
  /** Complete SMT-LIB with normalised names and without positions, ending before (check-sat). */
  readonly text: string;
  /** Terms for (get-value …), in the order of `watchedIds`. */
  readonly values: readonly string[];
  readonly watchedIds: readonly string[];
  /**
   * Soft assertions, tried in order after `sat` and kept while they are satisfiable: small integers, nil before
   * objects.
   */
  readonly preferences: readonly string[];
  /** Simplification has decided it, so it is not sent. */
  readonly decided?: 'sat' | 'unsat';
  /** Its text would not fit into memory, so it is not sent. */
  readonly tooLarge?: boolean;
}

export interface Budget {
  readonly rlimit: number;
  /** Only guards against hangs. An answer that it cut off is never cached. */
  readonly timeoutMs: number;
}

/** The solver's reply, unparsed. */
export type Reply =
  | { readonly status: 'unsat'; readonly rlimit: number }
  | { readonly status: 'sat'; readonly values: string; readonly rlimit: number }
  | { readonly status: 'unknown'; readonly reason: string; readonly rlimit: number }
  | { readonly status: 'error'; readonly message: string }
  | { readonly status: 'killed'; readonly why: 'timeout' | 'cancelled' | 'crashed' };

/** Regular languages: the solver proves what rests on them in a one-shot check, and spends everything on a search otherwise. */
export function hasLanguages({ text }: Query): boolean {
  return text.includes('(str.in_re ');
}
