/** The solver's answer for one obligation. */
import type { ModelValue } from '../logic/formula';

export type Answer =
  | { readonly kind: 'proved'; readonly rlimit: number }
  | {
      readonly kind: 'refuted';
      /** By Watched.id. */
      readonly model: ReadonlyMap<string, ModelValue>;
      readonly rlimit: number;
    }
  | {
      readonly kind: 'unknown';
      readonly reason: 'limit' | 'method-limit' | 'gave-up' | 'timeout' | 'memory' | 'size' | 'cancelled';
      readonly detail: string;
      readonly rlimit: number;
    }
  /** A bug in Loupe: the solver rejected the query, or the worker died twice. */
  | { readonly kind: 'failed'; readonly message: string };

/** The time guard stopped the query. Another attempt may succeed, so nothing may be concluded from it. */
export function isTimedOut(answer: Answer | undefined): boolean {
  return answer?.kind === 'unknown' && answer.reason === 'timeout';
}

export const TIMED_OUT: Answer = { kind: 'unknown', reason: 'timeout', detail: 'timeout', rlimit: 0 };
