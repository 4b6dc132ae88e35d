/** What crosses to the solver: text only. Its hash, with the solver's version and the budget, is the cache's key. */
export interface Query {
  /** Obligation.id */
  readonly id: string;
  /** Complete SMT-LIB, position-free, with normalised names, ending before (check-sat). */
  readonly text: string;
  /** Terms for (get-value …), in the order of `watchedIds`. */
  readonly values: readonly string[];
  readonly watchedIds: readonly string[];
  /** Soft SMT-LIB assertions, tried in order after `sat` and kept while it stays so: small integers, nil before objects. */
  readonly preferences: readonly string[];
  /** No memory holds its text: it is not asked. */
  readonly tooLarge?: boolean;
}

export interface Budget {
  readonly rlimit: number;
  /** Guards against hangs only; an answer cut by it is never cached. */
  readonly timeoutMs: number;
}

/** The solver's reply as text. */
export type Reply =
  | { readonly status: 'unsat'; readonly rlimit: number }
  | { readonly status: 'sat'; readonly values: string; readonly rlimit: number }
  | { readonly status: 'unknown'; readonly reason: string; readonly rlimit: number }
  | { readonly status: 'error'; readonly message: string }
  | { readonly status: 'killed'; readonly why: 'timeout' | 'cancelled' | 'crashed' };
